// SPDX-License-Identifier: Apache-2.0
#include "sim/litmus/litmus_test.h"

namespace pmusim::litmus {

ValueType LitmusTest::type_of(const memory::Observable& what) const {
  if (what.kind == memory::Observable::Kind::location) {
    return location_types[what.location];
  }
  const auto declared = register_types.find(what);
  return declared != register_types.end() ? declared->second : ValueType{};
}

}  // namespace pmusim::litmus
