// SPDX-License-Identifier: Apache-2.0
#include "sim/report/diff.h"

#include <limits>
#include <ostream>

#include "sim/cli/commands/commands.h"
#include "sim/cli/messages.h"
#include "sim/scenario/input_file.h"

namespace pmusim::cli {
namespace {

constexpr std::size_t kLargestDocument = std::size_t{1} << 30U;

Result<report::NamedText> read(const std::string& file) {
  Result<std::string> text = scenario::read_regular_file(file, kLargestDocument);
  if (!text) {
    return tl::unexpected{text.error()};
  }
  return report::NamedText{file, std::move(*text)};
}

}  // namespace

void add_diff_options(OptionTable& options) {
  options.add_options()("json", "print one JSON document");
}

ExitCode diff_results(const Arguments& arguments, Streams& streams) {
  ExitCode code = ExitCode::fine;
  std::vector<report::NamedText> documents;
  for (const std::string& file : arguments.words()) {
    Result<report::NamedText> document = read(file);
    if (document) {
      documents.push_back(std::move(*document));
    } else {
      code = worse(code, report_error(streams.err, document.error()));
    }
  }
  if (code != ExitCode::fine) {
    return code;
  }
  const Result<std::vector<report::Difference>> differences =
      report::compare_documents(documents[0], documents[1]);
  if (!differences) {
    return report_error(streams.err, differences.error());
  }
  streams.out << (arguments.has("json") ? report::difference_document(*differences)
                                        : report::difference_lines(*differences));
  return differences->empty() ? ExitCode::fine : ExitCode::disagreement;
}

}  // namespace pmusim::cli
