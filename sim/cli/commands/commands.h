// SPDX-License-Identifier: Apache-2.0
//
// The two functions of each command; the table in command.cpp says the rest.
#pragma once

#include "sim/cli/command.h"

namespace pmusim::cli {

void add_no_options(OptionTable& options);

void add_run_options(OptionTable& options);
ExitCode run_scenarios(const Arguments& arguments, Streams& streams);

void add_explore_options(OptionTable& options);
ExitCode explore_protocols(const Arguments& arguments, Streams& streams);

void add_check_options(OptionTable& options);
ExitCode check_scenarios(const Arguments& arguments, Streams& streams);

void add_sweep_options(OptionTable& options);
ExitCode run_sweep_command(const Arguments& arguments, Streams& streams);

void add_explain_options(OptionTable& options);
ExitCode explain_event(const Arguments& arguments, Streams& streams);

void add_vectors_options(OptionTable& options);
ExitCode run_vector_files(const Arguments& arguments, Streams& streams);

void add_litmus_options(OptionTable& options);
ExitCode run_litmus_tests(const Arguments& arguments, Streams& streams);

void add_events_options(OptionTable& options);
ExitCode list_events(const Arguments& arguments, Streams& streams);

void add_caps_options(OptionTable& options);
ExitCode show_capabilities(const Arguments& arguments, Streams& streams);

void add_regs_options(OptionTable& options);
ExitCode list_registers(const Arguments& arguments, Streams& streams);

void add_steps_options(OptionTable& options);
ExitCode list_steps(const Arguments& arguments, Streams& streams);

void add_schema_options(OptionTable& options);
ExitCode print_schema(const Arguments& arguments, Streams& streams);

void add_diff_options(OptionTable& options);
ExitCode diff_results(const Arguments& arguments, Streams& streams);

ExitCode print_completion(const Arguments& arguments, Streams& streams);

}  // namespace pmusim::cli
