(** Steps that change how a sequence is written (packages/kernel/src/minimality/rewrite.rs).

    The lists A, B and R stand for A T B B B ..., where R T are copies of B: behind A the sequence
    goes on with endless copies of B, from the place on where R ends. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Affine Language Steps Walk Phases Chain Runs Cycles Items Known
  Changes Powers.
Import ListNotations.
Local Open Scope Z_scope.

(** * The checker *)

Record lists := Lists {
  before : list item;
  body : list item;
  rest : list item;
  ended : bool
}.

(** The cycle that the list is, once. *)
Definition once_cycle (l : list item) : option (list nat) :=
  match l with
  | [One w] =>
      if same (size w) (Form (Z.of_nat (length (cycle w))) []) then Some (cycle w) else None
  | _ => None
  end.

Definition cycle_item (c : list nat) : item :=
  One (word_over c (Form (Z.of_nat (length c)) [])).

(** The list inside so many loops, each the first item. *)
Fixpoint inside_first (n depth : nat) (l : list item) : list item :=
  match depth with
  | O => l
  | S depth =>
      match l with
      | Many _ _ body :: _ => inside_first n depth (map (put n n 0 zero) body)
      | _ => []
      end
  end.

(** Do the letters depend on none of the first n variables? *)
Fixpoint independent (n : nat) (it : item) : bool :=
  let free f := forallb (Z.eqb 0) (firstn n (coefficients f)) in
  match it with
  | One w => free (size w)
  | Many from upto body => free from && free upto && forallb (independent n) body
  end.

Section Step.

Variables (n : nat) (rows : list constraint).

(** The last letter of a list that ends with a word. *)
Definition last_letter (l : list item) (st : state) : option (nat * state) :=
  match rev' l with
  | One w :: _ =>
      let end_ := plus (size w) (-1) in
      then_ (ask n rows end_ st) (fun st =>
      then_ (phase_in rows w end_ st) (fun it =>
        Some (cycle_value (cycle w) (fst it), snd it)))
  | _ => None
  end.

(** A list whose letters do not depend on the parameters, as one word. *)
Definition spelled (l : list item) : option (list item) :=
  if forallb (independent n) l then
    Some (match items_values (repeat 0 n) l with
          | [] => []
          | letters => [cycle_item letters]
          end)
  else None.

Definition on_list (name : list_name) (L : lists) (f : list item -> option (list item * state))
  : option (lists * state) :=
  match name with
  | InBefore =>
      then_ (f (before L)) (fun it => Some (Lists (fst it) (body L) (rest L) false, snd it))
  | InBody => then_ (f (body L)) (fun it => Some (Lists (before L) (fst it) (rest L) false, snd it))
  | InRest => then_ (f (rest L)) (fun it => Some (Lists (before L) (body L) (fst it) false, snd it))
  end.

(** That A is empty, or its last letter another one than that of what stands before the endless loop
    once more. *)
Definition ending (L : lists) (st : state) : option (lists * state) :=
  match before L with
  | [] => Some (Lists [] (body L) (rest L) true, st)
  | _ =>
      then_ (last_letter (before L) st) (fun a =>
      then_ (last_letter (match rest L with [] => body L | r => r end) (snd a)) (fun b =>
        if (fst a =? fst b)%nat then None
        else Some (Lists (before L) (body L) (rest L) true, snd b)))
  end.

Definition rewritten (line : theorem_line) (L : lists) (st : state) : option (lists * state) :=
  if ended L then None else
  match line with
  | Change name path c => on_list name L (fun l => change_at n rows n path c l st)
  | Spell name => on_list name L (fun l => option_map (fun l => (l, st)) (spelled l))
  | Turn =>
      match rest L, body L with
      | [], first :: others =>
          Some (Lists (before L ++ [first]) (others ++ [first]) [] false, st)
      | _, _ => None
      end
  | Root depth count =>
      let root := firstn count (inside_first n depth (body L)) in
      match rest L with
      | [] =>
          if is_power_of n (body L) root then Some (Lists (before L) root [] false, st) else None
      | _ => None
      end
  | OneCycle =>
      match rest L, body L with
      | [], [One w] =>
          then_ (phase_in rows w (size w) st) (fun it =>
            if fst it =? 0
            then Some (Lists (before L) [cycle_item (cycle w)] [] false, snd it) else None)
      | _, _ => None
      end
  | RestAgain =>
      match rest L with
      | [] => Some (Lists (before L) (body L) (body L) false, st)
      | _ => None
      end
  | TakeLast =>
      match rev' (before L), rev' (rest L) with
      | a :: before, r :: rest =>
          if same_item a r then Some (Lists (rev' before) (body L) (rev' rest) false, st) else None
      | _, _ => None
      end
  | TakeCopies =>
      match rest L, rev' (before L) with
      | [], last :: before =>
          then_
            (match once_cycle (body L) with
             | Some c => cycle_copies rows c last st
             | None => if is_power_of n [last] (body L) then Some st else None
             end)
            (fun st => Some (Lists (rev' before) (body L) [] false, st))
      | _, _ => None
      end
  | Absorb =>
      match rest L, rev' (before L), once_cycle (body L) with
      | [], One w :: before, Some c =>
          then_ (phase_in rows w (size w) st) (fun it =>
            if list_eq_dec Nat.eq_dec (turned (cycle w) (fst it)) c
            then Some (Lists (rev' before) [cycle_item (cycle w)] [] false, snd it)
            else None)
      | _, _, _ => None
      end
  | Ends => ending L st
  | _ => None
  end.

End Step.
