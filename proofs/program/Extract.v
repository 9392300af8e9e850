(** The checker as an OCaml program.  Integers and natural numbers are Zarith's, which have no
    bounds; lists, pairs, options and truth values are OCaml's. *)

From Coq Require Import ZArith Extraction ExtrOcamlBasic ExtrOcamlNatBigInt ExtrOcamlZBigInt.
From Grundy Require Import Game Affine Refutation Language Walk Checker Endless Minimality.

(* A natural number is an integer there; the library of Coq leaves these to recursion. *)
Extract Constant Z.of_nat => "(fun n -> n)".
Extract Constant N.of_nat => "(fun n -> n)".
Extract Constant Z.to_nat =>
  "(fun z -> if Big_int_Z.sign_big_int z < 0 then Big_int_Z.zero_big_int else z)".

Set Warnings "-extraction-opaque-accessed".
Extraction "checker.ml" accepts theorems.
