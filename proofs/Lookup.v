(** Lists with their elements at hand: a tree in which element k is found in steps that grow with the
    digits of k. *)

From Coq Require Import List ZArith Lia FMapPositive.
Import ListNotations.

Definition table_of (A : Type) : Type := PositiveMap.t A.

(** The key of element k. *)
Definition key (k : nat) : positive := Z.to_pos (Z.of_nat k + 1).

Definition look {A} (t : table_of A) (k : nat) : option A := PositiveMap.find (key k) t.

Fixpoint index_from {A} (next : positive) (l : list A) : table_of A :=
  match l with
  | [] => PositiveMap.empty A
  | a :: l => PositiveMap.add next a (index_from (Pos.succ next) l)
  end.

Definition index {A} (l : list A) : table_of A := index_from 1 l.

Lemma look_index {A} (l : list A) k : look (index l) k = nth_error l k.
Proof.
  unfold look, index.
  enough (H : forall (l : list A) next k, (1 <= next)%Z ->
    PositiveMap.find (Z.to_pos (next + Z.of_nat k)) (index_from (Z.to_pos next) l) = nth_error l k).
  { unfold key. rewrite <- (H l 1%Z k) by lia. f_equal. f_equal. lia. }
  clear l k. induction l as [| a l IH]; intros next k Hnext; cbn [index_from].
  - rewrite PositiveMap.gempty. now destruct k.
  - destruct k as [| k].
    + rewrite Z.add_0_r. apply PositiveMap.gss.
    + rewrite PositiveMap.gso by (intros H; apply Z2Pos.inj in H; lia).
      rewrite <- Z2Pos.inj_succ by lia. cbn [nth_error].
      rewrite <- (IH (Z.succ next) k) by lia. f_equal. f_equal. lia.
Qed.

Definition look_or {A} (d : A) (t : table_of A) (k : nat) : A :=
  match look t k with Some a => a | None => d end.

Lemma look_or_index {A} (d : A) l k : look_or d (index l) k = nth k l d.
Proof.
  unfold look_or. rewrite look_index. destruct (nth_error l k) as [a |] eqn:H.
  - symmetry. now apply nth_error_nth.
  - symmetry. now apply nth_overflow, nth_error_None.
Qed.

Lemma rev'_is {A} (l : list A) : rev' l = rev l.
Proof. symmetry. apply rev_alt. Qed.
