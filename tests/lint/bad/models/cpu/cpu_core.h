// No licence.
#include <nlohmann/json.hpp>
#include <tlm_utils/simple_target_socket.h>

#include "kernel_model/abi/record.h"
