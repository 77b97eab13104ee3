// SPDX-License-Identifier: Apache-2.0
#include "sim/sweep/point.h"

namespace pmusim::sweep {

std::string_view name_of(PointStatus status) {
  switch (status) {
    case PointStatus::ok:
      return "ok";
    case PointStatus::failed:
      return "failed";
    case PointStatus::unchecked:
      return "unchecked";
    case PointStatus::broken:
      return "broken";
    case PointStatus::invalid:
      return "invalid";
    case PointStatus::io:
      return "io";
    case PointStatus::fault:
      return "fault";
  }
  return {};
}

bool has_run(PointStatus status) {
  return status == PointStatus::ok || status == PointStatus::failed ||
         status == PointStatus::unchecked;
}

bool is_final(PointStatus status) {
  return has_run(status) || status == PointStatus::broken || status == PointStatus::invalid;
}

}  // namespace pmusim::sweep
