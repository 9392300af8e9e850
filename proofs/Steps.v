(** The lines that a certificate has for a theorem about the period
    (packages/kernel/src/minimality/format.md), in the order of the table there. *)

From Coq Require Import List ZArith.
From Grundy Require Import Affine.

(** The three lists of a rewriting: A, B and R. *)
Inductive list_name := InBefore | InBody | InRest.

(** How an item changes. *)
Inductive change :=
  | Drop
  | WithCycle (c : list nat)
  | Join
  | CutItem (f : form)
  | Once
  | Shift (f : form)
  | Power.

(** Letters at distances back from a place: the first letter of a word of a block, where the variables
    of the loops around have these values. *)
Record pattern := Pattern {
  in_block : nat;
  in_word : nat;
  at_loops : list form;
  marks : list (form * nat)
}.

(** The sum of c x^e y^e' ..., divided by a number. *)
Record formula := Formula { denominator : Z; summands : list (Z * list nat) }.

Inductive theorem_line :=
  | ParametersAre (l : list form)
  | LoopRuns
  | LoopSkipped
  | LoopParts (f : form)
  | ArmTaken (arm : nat) (alternatives : list nat)
  | Change (l : list_name) (path : list nat) (c : change)
  | Spell (l : list_name)
  | Turn
  | Root (depth count : nat)
  | OneCycle
  | RestAgain
  | TakeLast
  | TakeCopies
  | Absorb
  | Ends
  | Primitive
  | PatternOnce (p : pattern)
  | PeriodIs (f : formula)
  | GcdIs (states step : form)
  | PreperiodIs (f : formula).
