(** Where a pattern stands (packages/kernel/src/minimality/pattern.rs): letters at given distances back
    from a place are found there, and before no other position.

    Here is what is shown of one chain, and Once.v what is asked of all. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Affine Refutation Language Steps Walk Phases Split Chain Runs Tree
  Cycles Items Known.
Import ListNotations.
Local Open Scope Z_scope.

(** That a position lies in one of the words from [first] backwards to [last]. *)
Definition lands (dimension : nat) (rows : list constraint) (ch : view) (target : form)
    (first last : nat) (st : state) : option state :=
  then_ (need dimension rows (sub target (border ch (S last))) st)
    (need dimension rows (plus (sub (border ch first) target) (-1))).

Section Here.

Variables (dimension : nat) (marks : list (form * nat)) (place : view -> form).

(** That this letter stands so far before the place, in word k. *)
Definition mark_here (rows : list constraint) (ch : view) (it : nat * (form * nat)) (st : state)
  : option state :=
  let (k, mark) := it in
  match look (word_table ch) k with
  | Some w =>
      let target := sub (place ch) (fst mark) in
      then_ (lands dimension rows ch target k k st) (fun st =>
      then_ (phase rows (sub target (border ch (S k))) (Z.of_nat (length (cycle w))) st) (fun it =>
        if (cycle_value (cycle w) (fst it) =? snd mark)%nat then Some (snd it) else None))
  | None => None
  end.

(** That the letters stand before the place, with this chain before it. *)
Definition here (rows : list constraint) (ch : view) (st : state) : option state :=
  if from_start (stretch_of ch) then Some st
  else
    match answers st with
    | Landing words :: l =>
        if (length words =? length marks)%nat
        then try_each (mark_here rows ch) (combine words marks) (State (facts st) l)
        else None
    | _ => None
    end.

End Here.

(** Goes on where the letter stands at this distance from the start of the word: in a phase that is the
    same everywhere, or in each residue class that has the letter. *)
Definition landed (ch : view) (position : form) (w : word) (inside : form) (letter : nat)
    (go_on : nat -> list constraint -> state -> option state) (dimension : nat)
    (rows : list constraint) (st : state) : option state :=
  let m := length (cycle w) in
  let in_phase st :=
    then_ (phase rows inside (Z.of_nat m) st) (fun it =>
      if (cycle_value (cycle w) (fst it) =? letter)%nat then go_on dimension rows (snd it)
      else Some (snd it)) in
  if divides (Z.of_nat m) inside then in_phase st
  else
    match answers st with
    | Phases :: l => in_phase (State (facts st) l)
    | Classes k :: l =>
        if (k =? m)%nat && forallb (within dimension) (borders (stretch_of ch))
           && within dimension position && within dimension inside && over dimension rows
           && forallb (within dimension) (facts st)
        then
          try_each
            (fun r =>
               if (nth r (cycle w) O =? letter)%nat then
                 each_case (S dimension) rows
                   [Zero (sub (plus inside (- Z.of_nat r))
                            (times (Z.of_nat m) (variable dimension)))] [] (go_on (S dimension))
               else fun st => Some st)
            (seq 0 m) (State (facts st) l)
        else None
    | _ => None
    end.

Section Seek.

Variables (variables : nat) (pt : pattern) (block own : nat).

(** That a position before which the letters stand is the place. *)
Definition is_the_place (dimension : nat) (rows : list constraint) (ch : view) (position : form)
  : state -> option state :=
  if (block =? in_block pt)%nat then
    try_each
      (fun f st => then_ (need dimension rows f st) (need dimension rows (times (-1) f)))
      (map (fun k => sub (variable (variables + k)) (nth k (at_loops pt) zero))
         (seq 0 (length (at_loops pt)))
       ++ [sub position (border ch (own - in_word pt))])
  else fun _ => None.

Definition has (letter : nat) (w : word) : bool := existsb (Nat.eqb letter) (cycle w).

(** All words in which the next letter can stand. *)
Fixpoint seek (l : list (form * nat)) (ch : view) (position : form) (dimension : nat)
    (rows : list constraint) (st : state) : option state :=
  match l with
  | [] => is_the_place dimension rows ch position st
  | (back, letter) :: l =>
      match answers st with
      | Landing [first; last] :: rest =>
          let target := sub position back in
          if (first <=? last)%nat && (last <? word_count ch)%nat then
            then_ (lands dimension rows ch target first last (State (facts st) rest))
              (try_each
                 (fun k =>
                    match look (word_table ch) k with
                    | Some w =>
                        if has letter w then
                          each_case dimension rows
                            [at_least target (border ch (S k)); below target (border ch k)] []
                            (landed ch position w (sub target (border ch (S k))) letter
                               (seek l ch position) dimension)
                        else fun st => Some st
                    | None => fun _ => None
                    end)
                 (seq first (S last - first)))
          else None
      | _ => None
      end
  end.

(** That a position in the words of the block before which the letters stand is the place; the variable
    [offset] counts positions in its word. *)
Definition anywhere (offset : nat) (rows : list constraint) (ch : view) (st : state)
  : option state :=
  if from_start (stretch_of ch) then Some st
  else
    match marks pt with
    | [] => None
    | (back, letter) :: l =>
        try_each
          (fun k =>
             match look (word_table ch) k with
             | Some w =>
                 if has letter w then
                   let position := add (border ch (S k)) (variable offset) in
                   each_case (S offset) rows
                     [AtLeastZero (variable offset); below position (border ch k)] []
                     (landed ch position w (sub (sub position back) (border ch (S k))) letter
                        (seek l ch position) (S offset))
                 else fun st => Some st
             | None => fun _ => None
             end)
          (seq 0 own) st
    end.

End Seek.
