// SPDX-License-Identifier: Apache-2.0
//
// Loads, stores and atomics. Source of every row: Arm ARM DDI 0487, C6.2, the page of the mnemonic.
#pragma once

#include "models/isa/forms_arithmetic.h"

namespace pmusim::isa {

constexpr Instruction indexed(Op op, Indexing indexing) {
  return {.op = op, .indexing = indexing};
}

constexpr Instruction unscaled(Op op) {
  return {.op = op, .unscaled = true};
}

/// Acquire and release of an instruction, by the letters of its mnemonic: "", "A", "L", "AL".
constexpr Instruction ordered(Op op, std::string_view letters) {
  return {.op = op,
          .release = letters.ends_with('L'),
          .acquire = letters.starts_with('A') ? Acquire::acquire : Acquire::none};
}

// clang-format off
inline constexpr std::array kLoadStoreForms{
    Form{"LDR",   0xB9400000, {.op = Op::load},                 {kSize, kRt, kScaledOffset}},
    Form{"LDR",   0xB8400400, indexed(Op::load, Indexing::post), {kSize, kRt, kPostIndex}},
    Form{"LDR",   0xB8400C00, indexed(Op::load, Indexing::pre),  {kSize, kRt, kPreIndex}},
    Form{"LDR",   0xB8600800, of_extended(Op::load),            {kSize, kRt, kRegisterOffset}},
    Form{"LDR",   0xB8400000, unscaled(Op::load),               {kSize, kRt, kByteOffset}, never},
    Form{"LDUR",  0xB8400000, unscaled(Op::load),               {kSize, kRt, kByteOffset}},
    Form{"STR",   0xB9000000, {.op = Op::store},                 {kSize, kRt, kScaledOffset}},
    Form{"STR",   0xB8000400, indexed(Op::store, Indexing::post), {kSize, kRt, kPostIndex}},
    Form{"STR",   0xB8000C00, indexed(Op::store, Indexing::pre),  {kSize, kRt, kPreIndex}},
    Form{"STR",   0xB8200800, of_extended(Op::store),            {kSize, kRt, kRegisterOffset}},
    Form{"STR",   0xB8000000, unscaled(Op::store),               {kSize, kRt, kByteOffset}, never},
    Form{"STUR",  0xB8000000, unscaled(Op::store),               {kSize, kRt, kByteOffset}},
    Form{"LDP",   0x29400000, {.op = Op::load_pair},                  {kSf, kRt, kRt2, kPairOffset}},
    Form{"LDP",   0x28C00000, indexed(Op::load_pair, Indexing::post), {kSf, kRt, kRt2, kPairPostIndex}},
    Form{"LDP",   0x29C00000, indexed(Op::load_pair, Indexing::pre),  {kSf, kRt, kRt2, kPairPreIndex}},
    Form{"STP",   0x29000000, {.op = Op::store_pair},                  {kSf, kRt, kRt2, kPairOffset}},
    Form{"STP",   0x28800000, indexed(Op::store_pair, Indexing::post), {kSf, kRt, kRt2, kPairPostIndex}},
    Form{"STP",   0x29800000, indexed(Op::store_pair, Indexing::pre),  {kSf, kRt, kRt2, kPairPreIndex}},
};

inline constexpr std::array kOrderedForms{
    Form{"LDAR",  0x88DFFC00, ordered(Op::load, "A"),             {kSize, kRt, kBase}},
    Form{"LDAPR", 0xB8BFC000, {.op = Op::load, .acquire = Acquire::acquire_pc}, {kSize, kRt, kBase}},
    Form{"STLR",  0x889FFC00, ordered(Op::store, "L"),            {kSize, kRt, kBase}},
    Form{"LDXR",  0x885F7C00, ordered(Op::load_exclusive, ""),    {kSize, kRt, kBase}},
    Form{"LDAXR", 0x885FFC00, ordered(Op::load_exclusive, "A"),   {kSize, kRt, kBase}},
    Form{"STXR",  0x88007C00, ordered(Op::store_exclusive, ""),   {kSize, kWs, kRt, kBase}},
    Form{"STLXR", 0x8800FC00, ordered(Op::store_exclusive, "L"),  {kSize, kWs, kRt, kBase}},
};

inline constexpr std::array kAtomicForms{
    Form{"CAS",      0x88A07C00, ordered(Op::cas, ""),     {kSize, kRs, kRt, kBase}},
    Form{"CASA",     0x88E07C00, ordered(Op::cas, "A"),    {kSize, kRs, kRt, kBase}},
    Form{"CASL",     0x88A0FC00, ordered(Op::cas, "L"),    {kSize, kRs, kRt, kBase}},
    Form{"CASAL",    0x88E0FC00, ordered(Op::cas, "AL"),   {kSize, kRs, kRt, kBase}},
    Form{"SWP",      0xB8208000, ordered(Op::swp, ""),     {kSize, kRs, kRt, kBase}},
    Form{"SWPA",     0xB8A08000, ordered(Op::swp, "A"),    {kSize, kRs, kRt, kBase}},
    Form{"SWPL",     0xB8608000, ordered(Op::swp, "L"),    {kSize, kRs, kRt, kBase}},
    Form{"SWPAL",    0xB8E08000, ordered(Op::swp, "AL"),   {kSize, kRs, kRt, kBase}},
    // Without a result
    Form{"STADD",    0xB820001F, ordered(Op::ldadd, ""),   {kSize, kRs, kBase}},
    Form{"STADDL",   0xB860001F, ordered(Op::ldadd, "L"),  {kSize, kRs, kBase}},
    Form{"STCLR",    0xB820101F, ordered(Op::ldclr, ""),   {kSize, kRs, kBase}},
    Form{"STCLRL",   0xB860101F, ordered(Op::ldclr, "L"),  {kSize, kRs, kBase}},
    Form{"STEOR",    0xB820201F, ordered(Op::ldeor, ""),   {kSize, kRs, kBase}},
    Form{"STEORL",   0xB860201F, ordered(Op::ldeor, "L"),  {kSize, kRs, kBase}},
    Form{"STSET",    0xB820301F, ordered(Op::ldset, ""),   {kSize, kRs, kBase}},
    Form{"STSETL",   0xB860301F, ordered(Op::ldset, "L"),  {kSize, kRs, kBase}},
    Form{"LDADD",    0xB8200000, ordered(Op::ldadd, ""),   {kSize, kRs, kRt, kBase}},
    Form{"LDADDA",   0xB8A00000, ordered(Op::ldadd, "A"),  {kSize, kRs, kRt, kBase}},
    Form{"LDADDL",   0xB8600000, ordered(Op::ldadd, "L"),  {kSize, kRs, kRt, kBase}},
    Form{"LDADDAL",  0xB8E00000, ordered(Op::ldadd, "AL"), {kSize, kRs, kRt, kBase}},
    Form{"LDCLR",    0xB8201000, ordered(Op::ldclr, ""),   {kSize, kRs, kRt, kBase}},
    Form{"LDCLRA",   0xB8A01000, ordered(Op::ldclr, "A"),  {kSize, kRs, kRt, kBase}},
    Form{"LDCLRL",   0xB8601000, ordered(Op::ldclr, "L"),  {kSize, kRs, kRt, kBase}},
    Form{"LDCLRAL",  0xB8E01000, ordered(Op::ldclr, "AL"), {kSize, kRs, kRt, kBase}},
    Form{"LDEOR",    0xB8202000, ordered(Op::ldeor, ""),   {kSize, kRs, kRt, kBase}},
    Form{"LDEORA",   0xB8A02000, ordered(Op::ldeor, "A"),  {kSize, kRs, kRt, kBase}},
    Form{"LDEORL",   0xB8602000, ordered(Op::ldeor, "L"),  {kSize, kRs, kRt, kBase}},
    Form{"LDEORAL",  0xB8E02000, ordered(Op::ldeor, "AL"), {kSize, kRs, kRt, kBase}},
    Form{"LDSET",    0xB8203000, ordered(Op::ldset, ""),   {kSize, kRs, kRt, kBase}},
    Form{"LDSETA",   0xB8A03000, ordered(Op::ldset, "A"),  {kSize, kRs, kRt, kBase}},
    Form{"LDSETL",   0xB8603000, ordered(Op::ldset, "L"),  {kSize, kRs, kRt, kBase}},
    Form{"LDSETAL",  0xB8E03000, ordered(Op::ldset, "AL"), {kSize, kRs, kRt, kBase}},
};
// clang-format on

}  // namespace pmusim::isa
