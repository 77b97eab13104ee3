// SPDX-License-Identifier: Apache-2.0
#include "sim/explore/condition.h"

namespace pmusim::explore {
namespace {

using Node = memory::Proposition::Node;
using Kind = memory::Proposition::Kind;

class Tree {
 public:
  std::size_t leaf(const RegisterIs& is) {
    Node node;
    node.kind = Kind::equals;
    node.what = {
        .kind = memory::Observable::Kind::reg, .thread = is.thread, .reg = isa::x(is.number)};
    node.value = is.value;
    return add(std::move(node));
  }

  std::size_t join(Kind kind, std::vector<std::size_t> operands) {
    Node node;
    node.kind = kind;
    node.operands = std::move(operands);
    return add(std::move(node));
  }

  memory::Proposition take() { return std::move(tree_); }

 private:
  std::size_t add(Node node) {
    tree_.nodes.push_back(std::move(node));
    return tree_.nodes.size() - 1;
  }

  memory::Proposition tree_;
};

}  // namespace

memory::Proposition holds(const std::vector<RegisterIs>& all, const std::vector<RegisterIs>& any) {
  Tree tree;
  std::vector<std::size_t> parts;
  parts.reserve(all.size() + 1);
  for (const RegisterIs& each : all) {
    parts.push_back(tree.leaf(each));
  }
  if (!any.empty()) {
    std::vector<std::size_t> ways;
    ways.reserve(any.size());
    for (const RegisterIs& each : any) {
      ways.push_back(tree.leaf(each));
    }
    parts.push_back(tree.join(Kind::disjunction, std::move(ways)));
  }
  tree.join(Kind::conjunction, std::move(parts));
  return tree.take();
}

}  // namespace pmusim::explore
