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

(** Are the states and when a pass takes which way over the variables around them, and does each pass lead to
    one other, from which it follows? *)
Definition states_formed (s : state_loop) : bool :=
  let n := parameters D in
  forallb (within n) [initial s; least s; greatest s] && arms_scoped (S n) (passing s) && state_ways n s.

(** Are blocks numbered in text order, the start behind them, and do conditions, moves, bounds and tests
    only mention variables around them? *)
Definition well_formed : bool :=
  (if list_eq_dec Nat.eq_dec (map number (table D)) (seq 0 (length (blocks D)))
   then true else false)
  && forallb (fun c => within (parameters D) (form_of c)) (conditions D)
  && forallb (within (parameters D)) (ends_of D)
  && start_formed
  && units_scoped (parameters D) (preperiod D)
  && match ending_of D with
     | Piece => true
     | Endless body => units_scoped (parameters D) body
     | Carrying s => states_formed s
     end.

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

(** That the lengths of the words at these places are at least 0. *)
Definition lengths_check : list place -> state -> option state :=
  try_each
    (fun pl =>
       match words (blocks D) (number pl) with
       | [] => fun st => Some st
       | ws =>
           each_case most_variables (conditions D) [] (reached_when pl)
             (fun rows => try_each (fun w => need most_variables rows (size w)) ws)
       end).

(** That this state is within the bounds. *)
Definition bounded (s : state_loop) (f : form) (rows : list constraint) (st : state) : option state :=
  then_ (need most_variables rows (sub f (least s)) st) (need most_variables rows (sub (greatest s) f)).

(** That the first state is within its bounds, and that each way through a pass keeps the next one there. *)
Definition states_check (st : state) : option state :=
  match carrying D with
  | Some s =>
      then_ (bounded s (initial s) (conditions D) st)
        (try_each
           (fun way =>
              each_case most_variables (conditions D) [] (bounds (parameters D) s ++ fst (fst way))
                (bounded s (snd way)))
           (pass_ways s))
  | None => Some st
  end.

(** That moves are at least 1, lengths at least 0, of the start last, and states within their bounds. *)
Definition meaning (st : state) : option state :=
  then_ (enter most_variables (conditions D) (conditions D) st) (fun it =>
    if fst it
    then
      then_
        (try_each (fun s => need most_variables (conditions D) (plus s (-1)))
           (map least_move (moves D)) (snd it))
        (fun st =>
           then_ (lengths_check (units_table D) st) (fun st =>
           then_ (states_check st) (fun st =>
           then_ (lengths_check (start_table D) st) start_check)))
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
  | Branch a => empty_arms values [] [] a k
  end
with empty_arms (values : list form) (outer failed : cases) (a : arms) (k : task) : task :=
  match a with
  | NoArm => case (substitute_cases values (outer ++ failed)) k
  | Else body => case (substitute_cases values (outer ++ failed)) (empty_units values body k)
  | Arm t body rest => fun rows st =>
      then_
        (case (substitute_cases values (outer ++ taken_cases (cases_of t) failed))
           (empty_units values body k) rows st)
        (empty_arms values outer (fail failed (cases_of (negated t))) rest k rows)
  end.

(** That no pass through the endless loop is empty. *)
Definition lasting (st : state) : option state :=
  let n := parameters D in
  match ending_of D with
  | Piece => Some st
  | Endless body => empty_units (map variable (seq 0 n)) body (fun _ _ => None) (conditions D) st
  | Carrying s =>
      empty_arms (map variable (seq 0 (S n))) (bounds n s) [] (passing s) (fun _ _ => None) (conditions D) st
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

(** Does it hold nowhere, by its constant alone? *)
Definition is_never (c : constraint) : bool :=
  is_constant (form_of c)
  && match c with AtLeastZero f => constant f <? 0 | Zero f => negb (constant f =? 0) end.

(** The ways in which the moves from a to b and those from c to d have one in common: what holds then, and
    the range of both. *)
Definition range_overlaps (a b c d : form) : list (list constraint * entry) :=
  [([at_least c a; at_least b d], Moves a b);
   ([at_least c a; below b d; at_least b c], Moves a d);
   ([below c a; at_least b d; at_least d a], Moves c b);
   ([below c a; below b d], Moves c d)].

Definition overlaps (e e' : entry) : list (list constraint * entry) :=
  match e, e' with
  | Move s, Move s' => [([equal s s'], e)]
  | _, _ => range_overlaps (least_move e) (greatest_move e) (least_move e') (greatest_move e')
  end.

(** The moves of the first entry are below those of the second one, or above. *)
Definition apart (e e' : entry) : list constraint :=
  [below (greatest_move e) (least_move e'); below (greatest_move e') (least_move e)].

Definition same_entries (e e' : entry) : bool :=
  match e, e' with
  | Move s, Move s' => same s s'
  | Moves a b, Moves c d => same a c && same b d
  | _, _ => false
  end.

(** What follows in each of these ways, and whether something was left to show in one. *)
Fixpoint each_way {A} (ways : list (list constraint * A))
    (go_on : A -> list constraint -> state -> option (list move_case * state))
    (holding : list constraint) (st : state) : option (bool * list move_case * state) :=
  match ways with
  | [] => Some (false, [], st)
  | (way, a) :: ways =>
      then_ (enter most_variables (conditions D ++ holding ++ way) way st) (fun it =>
      then_ (if fst it then go_on a (holding ++ way) (snd it) else Some ([], snd it)) (fun here =>
      then_ (each_way ways go_on holding (snd here)) (fun more =>
        Some (fst it || fst (fst more), fst here ++ snd (fst more), snd more))))
  end.

(** For each way in which entries have moves in common, entries that have none: those in [done] have none
    with each other and with all others, and the first one none with those in [passed]. *)
Fixpoint disjoint (fuel : nat) (done : list entry) (first : entry) (passed rest : list entry)
    (holding : list constraint) (st : state) {struct fuel} : option (list move_case * state) :=
  match fuel, rest with
  | O, _ => None
  | S fuel, [] =>
      match passed with
      | [] => largest_cases (done ++ [first]) holding st
      | next :: passed => disjoint fuel (done ++ [first]) next [] passed holding st
      end
  | S fuel, second :: rest =>
      let joined e :=
        if same_entries e first then disjoint fuel done first passed rest
        else
          match done ++ e :: passed ++ rest with
          | [] => fun _ _ => None
          | e :: l => disjoint fuel [] e [] l
          end in
      let distinct := disjoint fuel done first (passed ++ [second]) rest in
      let ways := filter (fun it => negb (existsb is_never (fst it))) (overlaps first second) in
      then_ (each_way ways joined holding st) (fun it =>
        if fst (fst it)
        then
          then_ (each_way (map (fun c => ([c], tt)) (apart first second)) (fun _ => distinct) holding (snd it))
            (fun more => Some (snd (fst it) ++ snd (fst more), snd more))
        else distinct holding (snd it))
  end.

(** The cases of these entries, all of which have moves: if options are counted, of entries that have none
    in common. *)
Definition entry_cases (l : list entry) (holding : list constraint) (st : state)
  : option (list move_case * state) :=
  match l, counts_options (rule_of D) with
  | first :: rest, true =>
      let n := S (length l) in disjoint (n * n * n) [] first [] rest holding st
  | _, _ => largest_cases l holding st
  end.

(** For each range, whether it has moves. *)
Fixpoint not_empty_ranges (done l : list entry) (holding : list constraint) (st : state)
  : option (list move_case * state) :=
  match l with
  | [] => entry_cases done holding st
  | Move s :: l => not_empty_ranges (done ++ [Move s]) l holding st
  | Moves a b :: l =>
      let nothing st := Some ([], st) in
      then_ (inside holding [at_least b a] (not_empty_ranges (done ++ [Moves a b]) l) nothing st)
        (fun some =>
      then_ (inside holding [below b a] (not_empty_ranges done l) nothing (snd some)) (fun none =>
        Some (fst some ++ fst none, snd none)))
  end.

(** The cases of the moves. *)
Definition move_cases (st : state) : option (list move_case * state) :=
  not_empty_ranges [] (moves D) [] st.

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
