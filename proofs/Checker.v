(** The checker of certificates, and its theorem. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Arms Places Follows Walk
  Split Sweep Chain.
Import ListNotations.
Local Open Scope Z_scope.

Section Checker.

Variable D : description.

(** Are blocks numbered in text order, and do conditions, moves, bounds and tests only mention
    variables around them? *)
Definition well_formed : bool :=
  (if list_eq_dec Nat.eq_dec (map number (table D)) (seq 0 (length (blocks D)))
   then true else false)
  && forallb (fun c => within (parameters D) (form_of c)) (conditions D)
  && forallb (within (parameters D)) (moves D)
  && units_scoped (parameters D) (preperiod D)
  && match endless D with Some body => units_scoped (parameters D) body | None => true end.

(** Parameters and control variables, as many as there are anywhere. *)
Definition most_variables : nat :=
  (parameters D + fold_right Nat.max O (map loops (table D)))%nat.

(** * The checker *)

Definition expect_seal (st : state) : option state :=
  match answers st with
  | Seal :: rest => Some (State [] rest)
  | _ => None
  end.

(** That moves are at least 1, and lengths at least 0. *)
Definition meaning (st : state) : option state :=
  then_ (enter most_variables (conditions D) (conditions D) st) (fun it =>
    if fst it
    then
      then_
        (try_each (fun s => need most_variables (conditions D) (plus s (-1))) (moves D) (snd it))
        (try_each
           (fun pl =>
              match words (blocks D) (number pl) with
              | [] => fun st => Some st
              | ws =>
                  each_case most_variables (conditions D) [] (reached_when pl)
                    (fun rows => try_each (fun w => need most_variables rows (size w)) ws)
              end)
           (table D))
    else None).

(** What has to be shown where units are empty: that what follows cannot be empty as well. *)
Definition task := list constraint -> state -> option state.

Definition case (c : cases) (k : task) : task :=
  fun rows => each_case most_variables rows [] c k.

Definition empty_block (values : list form) (b : nat) (k : task) : task :=
  case (map (fun w => [Zero (substitute values (size w))]) (words (blocks D) b)) k.

(** That not all these units can be empty at once: a loop without positions has none in its first
    and its last iteration. *)
Fixpoint empty_units (values : list form) (us : units) (k : task) : task :=
  match us with
  | Block b => empty_block values b k
  | Next b rest => empty_block values b (empty_units values rest k)
  | More b u rest => empty_block values b (empty_part values u (empty_units values rest k))
  end
with empty_part (values : list form) (u : part) (k : task) : task :=
  match u with
  | Loop from upto body =>
      if units_have_words (blocks D) body then
        let from := substitute values from in
        let upto := substitute values upto in
        fun rows st =>
          then_ (case [[below upto from]] k rows st)
            (case [[at_least upto from]]
               (empty_units (values ++ [upto]) body (empty_units (values ++ [from]) body k)) rows)
      else case [] k
  | Branch a => empty_arms values [] a k
  end
with empty_arms (values : list form) (failed : cases) (a : arms) (k : task) : task :=
  match a with
  | NoArm => case (substitute_cases values failed) k
  | Else body => case (substitute_cases values failed) (empty_units values body k)
  | Arm t body rest => fun rows st =>
      then_
        (case (substitute_cases values (taken_cases (cases_of t) failed))
           (empty_units values body k) rows st)
        (empty_arms values (fail failed (cases_of (negated t))) rest k rows)
  end.

(** That the endless loop is not empty. *)
Definition lasting (st : state) : option state :=
  match endless D with
  | Some body =>
      empty_units (map variable (seq 0 (parameters D))) body (fun _ _ => None) (conditions D) st
  | None => Some st
  end.

(** That this move is larger than those before it and at least as large as those behind it. *)
Fixpoint comparisons (index : nat) (others : list nat) : option (list constraint) :=
  match others with
  | [] => Some []
  | n :: others =>
      match nth_error (moves D) index, nth_error (moves D) n, comparisons index others with
      | Some each, Some other, Some l =>
          Some ((if (n <? index)%nat then below other each else at_least each other) :: l)
      | _, _, _ => None
      end
  end.

(** For each move that can be the largest, what is kept of this. *)
Fixpoint largest (indices : list nat) (st : state) : option (list (list constraint) * state) :=
  match indices with
  | [] => Some ([], st)
  | index :: indices =>
      match answers st with
      | Kept others :: rest =>
          then_ (comparisons index others) (fun l =>
            then_ (enter most_variables (conditions D ++ l) l (State (facts st) rest)) (fun it =>
              then_ (largest indices (snd it)) (fun cases =>
                Some ((if fst it then [l] else []) ++ fst cases, snd cases))))
      | _ => None
      end
  end.

Definition largest_cases (st : state) : option (list (list constraint) * state) :=
  match moves D with
  | [] => Some ([[]], st)
  | _ => largest (seq 0 (length (moves D))) st
  end.

(** That the rule holds throughout the block at this place. *)
Definition block_check (places : table_of place) (first : list constraint) (pl : place) (st : state)
  : option state :=
  match words (blocks D) (number pl) with
  | [] => Some st
  | ws =>
      let dimension := (parameters D + loops pl)%nat in
      let i := (number pl, map variable (seq 0 dimension)) in
      then_
        (each_case dimension [] first (reached_when pl)
           (fun rows st =>
              chain_check D (fun rows ch => words_check D dimension rows (view_of ch) (length ws) [])
               places (answers st) dimension rows (alone D i) i st)
           st)
        expect_seal
  end.

(** That the rule holds throughout all blocks, in each of these cases. *)
Definition blocks_check (kept : list (list constraint)) (st : state) : option state :=
  let places := table D in
  let at_hand := index places in
  then_ (expect_seal st)
    (try_each (fun l => try_each (block_check at_hand (conditions D ++ l)) places) kept).

End Checker.

(** Is this list of answers a proof of the description D?  The rule is shown of the blocks of E,
    which
    is D or another way to write its sequence. *)
Definition check_as (D E : description) (l : list answer) : bool :=
  well_formed D && well_formed E &&
  match
    then_ (meaning D (State [] l)) (fun st =>
    then_ (lasting D st) (fun st =>
    then_ (largest_cases D st) (fun it => blocks_check E (fst it) (snd it))))
  with
  | Some st => match answers st with [] => true | _ => false end
  | None => false
  end.

Definition check (D : description) : list answer -> bool := check_as D D.
