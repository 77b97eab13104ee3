// SPDX-License-Identifier: Apache-2.0
#include "tests/support/aarch64_tools.h"

#include <algorithm>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <sstream>
#include <stdexcept>

#include "tests/support/temporary_folder.h"

namespace pmusim::test {
namespace {

std::string contents(const std::filesystem::path& file) {
  std::ifstream in{file, std::ios::binary};
  std::ostringstream all;
  all << in.rdbuf();
  return all.str();
}

std::string hexadecimal(std::uint64_t value) {
  std::ostringstream text;
  text << "0x" << std::hex << value;
  return text.str();
}

/// Runs a tool of the cross binutils in `folder`; its standard output is in the file `out`.
void run(const TemporaryFolder& folder, const std::string& command) {
  const std::string line =
      "cd '" + folder.path().string() + "' && aarch64-linux-gnu-" + command + " >out 2>err";
  if (std::system(line.c_str()) != 0) {  // NOLINT(cert-env33-c): a test that runs its judge
    throw std::runtime_error{
        "aarch64-linux-gnu-" + command +
        " failed (Debian package binutils-aarch64-linux-gnu): " + contents(folder.path() / "err")};
  }
}

/// `ldr\tx0, [x1]    \t// comment` as `ldr x0, [x1]`.
std::string tidy(std::string text) {
  text.erase(std::min(text.find("//"), text.size()));
  text.erase(text.find_last_not_of(" \t") + 1);
  std::ranges::replace(text, '\t', ' ');
  return text;
}

}  // namespace

std::vector<std::uint32_t> real_assemble(const std::vector<std::string>& lines,
                                         std::uint64_t base) {
  const TemporaryFolder folder;
  {
    std::ofstream source{folder.path() / "a.s"};
    for (const std::string& line : lines) {
      source << line << '\n';
    }
  }
  run(folder, "as --no-warn -march=armv8.5-a -o a.o a.s");
  // Linked, because ADRP needs to know where it stands.
  run(folder, "ld --entry=0 -Ttext=" + hexadecimal(base) + " -o a.elf a.o");
  run(folder, "objcopy -O binary -j .text a.elf a.bin");
  const std::string bytes = contents(folder.path() / "a.bin");
  std::vector<std::uint32_t> words;
  for (std::size_t at = 0; at + 4 <= bytes.size(); at += 4) {
    std::uint32_t word = 0;
    for (unsigned i = 0; i < 4; ++i) {
      word |= std::uint32_t{static_cast<unsigned char>(bytes[at + i])} << (8 * i);
    }
    words.push_back(word);
  }
  return words;
}

std::vector<std::string> real_disassemble(const std::vector<std::uint32_t>& words,
                                          std::uint64_t base) {
  const TemporaryFolder folder;
  {
    std::ofstream binary{folder.path() / "a.bin", std::ios::binary};
    for (const std::uint32_t word : words) {
      for (unsigned i = 0; i < 4; ++i) {
        binary.put(static_cast<char>(word >> (8 * i)));
      }
    }
  }
  run(folder,
      "objdump -D --disassemble-zeroes -b binary -m aarch64 --adjust-vma=" + hexadecimal(base) +
          " a.bin");
  std::istringstream listing{contents(folder.path() / "out")};
  std::vector<std::string> lines;
  for (std::string line; std::getline(listing, line);) {
    // `   200000054:\td50335bf \tdmb\tnshld`
    const std::size_t word_end = line.find(" \t");
    if (line.starts_with(' ') && word_end != std::string::npos) {
      lines.push_back(tidy(line.substr(word_end + 2)));
    }
  }
  return lines;
}

}  // namespace pmusim::test
