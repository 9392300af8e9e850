(** The checker as an OCaml program.  Integers and natural numbers are Zarith's, which have no
    bounds; lists, pairs, options and truth values are OCaml's. *)

From Coq Require Import Extraction ExtrOcamlBasic ExtrOcamlNatBigInt ExtrOcamlZBigInt.
From Grundy Require Import Game Affine Refutation Language Walk Checker Endless.

Set Warnings "-extraction-opaque-accessed".
Extraction "checker.ml" accepts.
