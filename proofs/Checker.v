(** The checker of certificates, and its theorem. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Arms Past Places Follows Walk
  Split Sweep Chain.
Import ListNotations.
Local Open Scope Z_scope.

Section Checker.

Variable D : description.

(** Do the lengths of the start only mention parameters?  A finite piece has none. *)
Definition start_formed : bool :=
  match start D with
  | Some b => forallb (fun w => within (parameters D) (size w)) (words (blocks D) b) && negb (is_piece D)
  | None => true
  end.

(** Are blocks numbered in text order, the start behind them, and do conditions, moves, bounds and tests
    only mention variables around them? *)
Definition well_formed : bool :=
  (if list_eq_dec Nat.eq_dec (map number (table D)) (seq 0 (length (blocks D)))
   then true else false)
  && forallb (fun c => within (parameters D) (form_of c)) (conditions D)
  && forallb (within (parameters D)) (ends_of D)
  && start_formed
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

(** That the start has a value. *)
Definition start_check (st : state) : option state :=
  match start D with
  | Some b =>
      let sizes := map size (words (blocks D) b) in
      need most_variables (conditions D) (plus (fold_right add zero sizes) (-1)) st
  | None => Some st
  end.

(** That moves are at least 1, and lengths at least 0, of the start last. *)
Definition meaning (st : state) : option state :=
  then_ (enter most_variables (conditions D) (conditions D) st) (fun it =>
    if fst it
    then
      then_
        (try_each (fun s => need most_variables (conditions D) (plus s (-1)))
           (map least_move (moves D)) (snd it))
        (fun st =>
           then_
             (try_each
                (fun pl =>
                   match words (blocks D) (number pl) with
                   | [] => fun st => Some st
                   | ws =>
                       each_case most_variables (conditions D) [] (reached_when pl)
                         (fun rows => try_each (fun w => need most_variables rows (size w)) ws)
                   end)
                (table D) st)
             start_check)
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

(** A case of the moves: what holds in it behind the order conditions, and the moves that are followed. *)
Definition move_case : Type := list constraint * list entry.

(** That this move is larger than those before it and at least as large as those behind it. *)
Fixpoint comparisons (l : list form) (index : nat) (others : list nat) : option (list constraint) :=
  match others with
  | [] => Some []
  | n :: others =>
      match nth_error l index, nth_error l n, comparisons l index others with
      | Some each, Some other, Some kept =>
          Some ((if (n <? index)%nat then below other each else at_least each other) :: kept)
      | _, _, _ => None
      end
  end.

(** Adds constraints to those that hold behind the order conditions; goes on if something is left. *)
Definition inside {A} (holding new : list constraint) (go_on : list constraint -> state -> option A)
    (otherwise : state -> option A) (st : state) : option A :=
  then_ (enter most_variables (conditions D ++ holding ++ new) new st) (fun it =>
    if fst it then go_on (holding ++ new) (snd it) else otherwise (snd it)).

(** For each move of the list that can be the largest, what is kept of this. *)
Fixpoint largest (l : list entry) (holding : list constraint) (indices : list nat) (st : state)
  : option (list move_case * state) :=
  match indices with
  | [] => Some ([], st)
  | index :: indices =>
      match answers st with
      | Kept others :: rest =>
          then_ (comparisons (map greatest_move l) index others) (fun kept =>
            inside holding kept
              (fun holds st =>
                 option_map (fun it => ((holds, l) :: fst it, snd it)) (largest l holding indices st))
              (largest l holding indices) (State (facts st) rest))
      | _ => None
      end
  end.

Definition largest_cases (l : list entry) (holding : list constraint) (st : state)
  : option (list move_case * state) :=
  match l with
  | [] => Some ([(holding, [])], st)
  | _ => largest l holding (seq 0 (length l)) st
  end.

(** For each way in which the moves [rest] are equal to the first one, or not, what follows, with those
    that are not; the moves [passed] are known not to be. *)
Fixpoint against (first : form) (passed rest : list form)
    (go_on : list form -> list constraint -> state -> option (list move_case * state))
    (holding : list constraint) (st : state) {struct rest} : option (list move_case * state) :=
  match rest with
  | [] => go_on passed holding st
  | other :: rest =>
      let difference := sub first other in
      let unequal := against first (passed ++ [other]) rest go_on in
      if is_constant difference && negb (constant difference =? 0) then unequal holding st
      else
        inside holding [Zero difference]
          (fun holds st =>
             let way c := inside holding [c] unequal (fun st => Some ([], st)) in
             then_ (against first passed rest go_on holds st) (fun same =>
             then_ (way (below first other) (snd same)) (fun less =>
             then_ (way (below other first) (snd less)) (fun more =>
               Some (fst same ++ fst less ++ fst more, snd more)))))
          (unequal holding) st
  end.

(** For each way in which moves of the list are equal, those that are different; those in [done] are
    different from each other, and from those in the list. *)
Fixpoint different (fuel done l : list form) (holding : list constraint) (st : state)
  : option (list move_case * state) :=
  match l, fuel with
  | [], _ => largest_cases (map Move done) holding st
  | first :: rest, _ :: fuel =>
      against first [] rest (different fuel (done ++ [first])) holding st
  | _, [] => None
  end.

(** For each range, whether it has moves. *)
Fixpoint not_empty_ranges (done l : list entry) (holding : list constraint) (st : state)
  : option (list move_case * state) :=
  match l with
  | [] => largest_cases done holding st
  | Move s :: l => not_empty_ranges (done ++ [Move s]) l holding st
  | Moves a b :: l =>
      let nothing st := Some ([], st) in
      then_ (inside holding [at_least b a] (not_empty_ranges (done ++ [Moves a b]) l) nothing st)
        (fun some =>
      then_ (inside holding [below b a] (not_empty_ranges done l) nothing (snd some)) (fun none =>
        Some (fst some ++ fst none, snd none)))
  end.

(** The cases of the moves: if options are counted, different ones, and no ranges. *)
Definition move_cases (st : state) : option (list move_case * state) :=
  if counts_options (rule_of D) then
    if existsb is_range (moves D) then None
    else let l := map least_move (moves D) in different l [] l [] st
  else not_empty_ranges [] (moves D) [] st.

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

End Checker.

(** That the rule holds throughout all blocks, in each of these cases of the moves. *)
Definition blocks_check (D : description) (kept : list move_case) (st : state) : option state :=
  let places := units_table D in
  let at_hand := index (table D) in
  then_ (expect_seal st)
    (try_each
       (fun it =>
          try_each (block_check (with_moves D (snd it)) at_hand (conditions D ++ fst it)) places)
       kept).

(** Is this list of answers a proof of the description D?  The rule is shown of the blocks of E,
    which
    is D or another way to write its sequence. *)
Definition check_as (D E : description) (l : list answer) : bool :=
  well_formed D && well_formed E &&
  match
    then_ (meaning D (State [] l)) (fun st =>
    then_ (lasting D st) (fun st =>
    then_ (move_cases D st) (fun it => blocks_check E (fst it) (snd it))))
  with
  | Some st => match answers st with [] => true | _ => false end
  | None => false
  end.

Definition check (D : description) : list answer -> bool := check_as D D.
