(** Subtraction games: moves, the mex rule, Sprague-Grundy values, outcomes.

    A subtraction game is a list of moves.  A move takes s items, at least one, from a heap of x
    items, if there are as many; who cannot move loses. *)

From Coq Require Import List Arith Bool Lia.
Import ListNotations.

(** * The least number that is not in a list *)

Definition member (v : nat) (l : list nat) : bool := existsb (Nat.eqb v) l.

Fixpoint mex_from (fuel v : nat) (l : list nat) : nat :=
  match fuel with
  | 0 => v
  | S fuel => if member v l then mex_from fuel (S v) l else v
  end.

Definition mex (l : list nat) : nat := mex_from (length l) 0 l.

Lemma member_In v l : member v l = true <-> In v l.
Proof.
  unfold member. rewrite existsb_exists. split.
  - intros (w & Hin & Heq). apply Nat.eqb_eq in Heq. now subst.
  - intros Hin. exists v. split; [assumption | apply Nat.eqb_refl].
Qed.

Lemma mex_from_least l fuel : forall v,
  (forall w, w < v -> In w l) -> forall w, w < mex_from fuel v l -> In w l.
Proof.
  induction fuel as [| fuel IH]; intros v Hbelow w Hw; simpl in Hw; [auto |].
  destruct (member v l) eqn:Hv; [| auto].
  apply (IH (S v)); [| assumption].
  intros u Hu. destruct (Nat.eq_dec u v) as [-> | Hne]; [now apply member_In | apply Hbelow; lia].
Qed.

Lemma mex_from_end l fuel : forall v,
  mex_from fuel v l = v + fuel \/ ~ In (mex_from fuel v l) l.
Proof.
  induction fuel as [| fuel IH]; intros v; simpl; [left; lia |].
  destruct (member v l) eqn:Hv.
  - destruct (IH (S v)) as [-> | H]; [left; lia | now right].
  - right. rewrite <- member_In. congruence.
Qed.

(** Every smaller number is in the list, ... *)
Theorem mex_least l v : v < mex l -> In v l.
Proof. apply mex_from_least. lia. Qed.

(** ... and the mex itself is not. *)
Theorem mex_not_in l : ~ In (mex l) l.
Proof.
  destruct (mex_from_end l (length l) 0) as [Hend | H]; [| exact H].
  fold (mex l) in Hend. simpl in Hend. intros Hin.
  assert (Hincl : incl (seq 0 (S (length l))) l).
  { intros v Hv. apply in_seq in Hv.
    destruct (Nat.eq_dec v (mex l)) as [-> | Hne]; [assumption |].
    apply mex_least. lia. }
  apply (NoDup_incl_length (seq_NoDup _ _)) in Hincl.
  rewrite seq_length in Hincl. lia.
Qed.

Theorem mex_unique l v : ~ In v l -> (forall w, w < v -> In w l) -> v = mex l.
Proof.
  intros Hnot Hbelow. destruct (lt_eq_lt_dec v (mex l)) as [[H | H] | H]; [| assumption |].
  - now apply mex_least in H.
  - now apply Hbelow, mex_not_in in H.
Qed.

Lemma mex_zero l : mex l = 0 <-> ~ In 0 l.
Proof.
  split.
  - intros <-. apply mex_not_in.
  - intros H. symmetry. apply mex_unique; [assumption | lia].
Qed.

(** * Values of positions *)

(** Sprague-Grundy values, or outcomes: 0 for P (the previous player wins), 1 for N. *)
Inductive alphabet := Nim | Outcome.

(** The value of a position whose options have these values. *)
Definition rule (a : alphabet) (options : list nat) : nat :=
  match a with
  | Nim => mex options
  | Outcome => Nat.min 1 (mex options)
  end.

(** The moves that can be made with x items. *)
Definition possible (moves : list nat) (x : nat) : list nat :=
  filter (fun s => (1 <=? s) && (s <=? x)) moves.

(** The values of the positions n - 1, ..., 0, in this order. *)
Fixpoint history (a : alphabet) (moves : list nat) (n : nat) : list nat :=
  match n with
  | 0 => []
  | S x =>
      let earlier := history a moves x in
      rule a (map (fun s => nth (s - 1) earlier 0) (possible moves x)) :: earlier
  end.

(** The value of the position with x items. *)
Definition value (a : alphabet) (moves : list nat) (x : nat) : nat :=
  hd 0 (history a moves (S x)).

Definition grundy : list nat -> nat -> nat := value Nim.
Definition outcome : list nat -> nat -> nat := value Outcome.

(** Does the sequence f obey the rule at x? *)
Definition obeys (a : alphabet) (moves : list nat) (f : nat -> nat) (x : nat) : Prop :=
  f x = rule a (map (fun s => f (x - s)) (possible moves x)).

Lemma possible_In moves x s : In s (possible moves x) <-> In s moves /\ 1 <= s <= x.
Proof.
  unfold possible. rewrite filter_In, andb_true_iff, Nat.leb_le, Nat.leb_le. reflexivity.
Qed.

Lemma history_nth a moves n : forall k,
  k < n -> nth k (history a moves n) 0 = value a moves (n - 1 - k).
Proof.
  induction n as [| n IH]; intros k Hk; [lia |].
  destruct k as [| k].
  - now replace (S n - 1 - 0) with n by lia.
  - change (history a moves (S n)) with (value a moves n :: history a moves n).
    simpl nth. rewrite IH by lia. f_equal. lia.
Qed.

(** The values of the game obey the rule everywhere, ... *)
Theorem value_obeys a moves x : obeys a moves (value a moves) x.
Proof.
  unfold obeys. unfold value at 1. simpl. f_equal. apply map_ext_in. intros s Hs.
  apply possible_In in Hs. rewrite history_nth by lia. f_equal. lia.
Qed.

(** ... and they are the only sequence that does. *)
Theorem value_unique a moves f :
  (forall x, obeys a moves f x) -> forall x, f x = value a moves x.
Proof.
  intros Hf x. induction x as [x IH] using lt_wf_ind.
  rewrite (Hf x), (value_obeys a moves x). f_equal. apply map_ext_in. intros s Hs.
  apply possible_In in Hs. apply IH. lia.
Qed.

(** The mex rule in words. *)
Theorem grundy_mex moves x :
  grundy moves x = mex (map (fun s => grundy moves (x - s)) (possible moves x)).
Proof. apply (value_obeys Nim). Qed.

(** * Outcomes *)

(** A position is won when a move leads to a lost one. *)
Theorem outcome_won moves x :
  outcome moves x = 1 <-> exists s, In s moves /\ 1 <= s <= x /\ outcome moves (x - s) = 0.
Proof.
  pose proof (value_obeys Outcome moves x) as H. unfold obeys, rule in H.
  fold outcome in H. rewrite H. clear H.
  set (l := map _ _).
  assert (Hl : In 0 l <-> exists s, In s moves /\ 1 <= s <= x /\ outcome moves (x - s) = 0).
  { subst l. rewrite in_map_iff. split.
    - intros (s & Hs & Hin). apply possible_In in Hin. exists s. tauto.
    - intros (s & Hin & Hr & Hs). exists s. rewrite possible_In. tauto. }
  rewrite <- Hl. pose proof (mex_zero l) as Hz. destruct (mex l) as [| m] eqn:Hm; simpl.
  - split; [discriminate | tauto].
  - split; [intros _ | reflexivity]. destruct (in_dec Nat.eq_dec 0 l); [assumption |].
    exfalso. assert (S m = 0) by tauto. discriminate.
Qed.

(** Outcomes tell which Sprague-Grundy values are 0. *)
Theorem outcome_grundy moves x : outcome moves x = Nat.min 1 (grundy moves x).
Proof.
  symmetry. apply (value_unique Outcome moves (fun x => Nat.min 1 (grundy moves x))).
  clear x. intros x. unfold obeys, rule. rewrite grundy_mex.
  set (l := map (fun s => grundy moves (x - s)) (possible moves x)).
  replace (map (fun s => Nat.min 1 (grundy moves (x - s))) (possible moves x))
    with (map (Nat.min 1) l) by (subst l; now rewrite map_map).
  assert (H0 : In 0 l <-> In 0 (map (Nat.min 1) l)).
  { rewrite in_map_iff. split.
    - intros H. now exists 0.
    - intros (v & Hv & H). destruct v as [| v]; [assumption | discriminate]. }
  pose proof (mex_zero l) as H1. pose proof (mex_zero (map (Nat.min 1) l)) as H2.
  destruct (mex l), (mex (map (Nat.min 1) l)); simpl; try reflexivity; exfalso;
    [assert (S n = 0) by tauto | assert (S n = 0) by tauto]; discriminate.
Qed.
