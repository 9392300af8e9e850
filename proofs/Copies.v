(** The description with a shorter endless loop: one copy of the list that it repeats, or a cycle as one
    word (packages/kernel/src/simplify/endless.rs). *)

From Coq Require Import List ZArith Bool.
From Grundy Require Import Affine Language Walk Runs Tree Cycles Repeated Root Turn.
Import ListNotations.
Local Open Scope Z_scope.

(** * Finding the cycle *)

(** The most letters that are written out, the longest cycle that is looked for in longer words. *)
Definition most_letters : Z := 4096.
Definition longest_cycle : nat := 1024.

(** The letters of words whose lengths are numbers. *)
Fixpoint letters_of (t : tree) (room : Z) : option (list nat) :=
  match t with
  | Done => Some []
  | Run w rest =>
      let k := constant (size w) in
      if is_constant (size w) && (0 <=? k) && (k <=? room)
      then option_map (app (run_values (cycle w, k))) (letters_of rest (room - k))
      else None
  | _ => None
  end.

(** The shortest list of which this one is a power. *)
Definition primitive (c : list nat) : list nat :=
  let divides_and_repeats d :=
    (Nat.modulo (length c) d =? 0)%nat
    && forallb (fun it => (fst it =? snd it)%nat) (combine c (skipn d c)) in
  match List.find divides_and_repeats (seq 1 (length c)) with
  | Some d => firstn d c
  | None => c
  end.

(** The first word of which the length is no number. *)
Fixpoint first_longer (t : tree) : option word :=
  match t with
  | Done => None
  | Run w rest => if is_constant (size w) then first_longer rest else Some w
  | Again _ _ body rest =>
      match first_longer body with Some w => Some w | None => first_longer rest end
  | Either a rest =>
      match first_longer_of a with Some w => Some w | None => first_longer rest end
  end
with first_longer_of (a : branches) : option word :=
  match a with
  | Neither => None
  | Always body => first_longer body
  | If _ body rest =>
      match first_longer body with Some w => Some w | None => first_longer_of rest end
  end.

(** Is the tree made of copies of the cycle? *)
Definition is_copies (t : tree) (c : list nat) : bool :=
  match c with
  | [] => false
  | _ => match phase_behind c 0 t with Some k => k =? 0 | None => false end
  end.

(** A cycle of which the tree is copies. *)
Definition cycle_of (t : tree) : option (list nat) :=
  match letters_of t most_letters with
  | Some l => List.find (is_copies t) [primitive l]
  | None =>
      match first_longer t with
      | None => None
      | Some w =>
          let c := primitive (cycle w) in
          if (longest_cycle <? length c)%nat then None
          else List.find (is_copies t) (map (fun k => skipn k c ++ firstn k c) (seq 0 (length c)))
      end
  end.

(** * Rewriting *)

Fixpoint total (t : tree) : option form :=
  match t with
  | Done => Some zero
  | Run w rest => option_map (add (size w)) (total rest)
  | _ => None
  end.

Section Rewriting.

Variables (steps : list form) (new : nat).

(** Is it made of words only, and as long as each move, form by form? *)
Definition is_long (t : tree) : bool :=
  match total t with
  | Some l =>
      forallb (fun s => let more := sub l s in
                        (0 <=? constant more) && forallb (Z.leb 0) (coefficients more)) steps
  | None => false
  end.

(** The words of a cycle of this length, as often as the new variable says. *)
Definition word_of_copies (c : list nat) : word :=
  Word (hd O c) (tl c) (times (Z.of_nat (length c)) (variable new)).

(** The tree, or each arm of it, as copies of a cycle, where it is not long anyway; and the lengths
    of these words. *)
Fixpoint of_cycles (t : tree) : tree * list form :=
  match cycle_of t with
  | Some c =>
      if is_long t then (t, [])
      else (Run (word_of_copies c) Done, [size (word_of_copies c)])
  | None =>
      match t with
      | Either a Done => let (b, l) := of_cycles_each a in (Either b Done, l)
      | _ => (t, [])
      end
  end
with of_cycles_each (a : branches) : branches * list form :=
  match a with
  | Neither => (Neither, [])
  | Always body => let (t, l) := of_cycles body in (Always t, l)
  | If t body rest =>
      let (b, l1) := of_cycles body in
      let (r, l2) := of_cycles_each rest in (If t b r, l1 ++ l2)
  end.

Lemma of_cycles_step t : of_cycles t =
  match cycle_of t with
  | Some c =>
      if is_long t then (t, [])
      else (Run (word_of_copies c) Done, [size (word_of_copies c)])
  | None =>
      match t with
      | Either a Done => let (b, l) := of_cycles_each a in (Either b Done, l)
      | _ => (t, [])
      end
  end.
Proof. now destruct t. Qed.

Lemma of_cycles_each_step a : of_cycles_each a =
  match a with
  | Neither => (Neither, [])
  | Always body => let (t, l) := of_cycles body in (Always t, l)
  | If t body rest =>
      let (b, l1) := of_cycles body in
      let (r, l2) := of_cycles_each rest in (If t b r, l1 ++ l2)
  end.
Proof. now destruct a. Qed.

End Rewriting.

(** What is written of a description, with one copy of the endless loop. *)
Definition once_written (D : description) : option once :=
  match endless D with
  | Some body =>
      once_of (parameters D) (units_tree (blocks D) (preperiod D)) (units_tree (blocks D) body)
  | None => None
  end.

(** The description with a shorter endless loop.  There is one parameter more, T, if that, or an arm of
    it, repeats a cycle u: then T >= 1, and |u| T is at least each move. *)
Definition of_endless (D : description) : option description :=
  then_ (once_written D) (fun it =>
    let n := parameters D in
    let (copies, lengths) := of_cycles (map greatest_move (moves D)) n (lift n (one_body it)) in
    match lengths with
    | [] =>
        if changed it then Some (with_trees D n (conditions D) (first_part it) (one_body it))
        else None
    | _ =>
        let longer := flat_map (fun l => map (at_least l) (map greatest_move (moves D))) lengths in
        Some (with_trees D (S n)
                (conditions D ++ AtLeastZero (plus (variable n) (-1)) :: longer)
                (lift n (first_part it)) copies)
    end).

(** With the same parameters, if the endless loop begins earlier then. *)
Definition with_less_before (D : description) : option description :=
  then_ (once_written D) (fun it =>
    if begins_earlier it
    then Some (with_trees D (parameters D) (conditions D) (first_part it) (one_body it))
    else None).

(** The description that a proof is about, which may say that it is simplified. *)
Definition shown_of (simplified : bool) (D : description) : description :=
  if simplified then match of_endless D with Some E => E | None => D end else D.

(** The description that periods are about. *)
Definition written_of (D : description) : description :=
  match with_less_before D with Some E => E | None => D end.
