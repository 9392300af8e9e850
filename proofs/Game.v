(** Subtraction games: moves, rules, the values of positions.

    A subtraction game is a set of moves, given as a list, and a rule.  A move takes s items, at least
    one, from a heap of x items, if there are as many.  The rule makes the value of a position of those
    of its options, the positions that moves lead to.

    The shape of rules is that of packages/kernel/src/model/rule.rs. *)

From Coq Require Import List Permutation Arith NArith Bool Lia.
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

(** * Rules *)

Inductive comparison := AtLeast | AtMost | Equal | NotEqual.

(** What is asked of a number of options; it is never below 0. *)
Inductive tally := Odd | Even | Is (compared : comparison) (bound : N) | Never.

(** How the value of a position follows from those of its options.  All rules but [Mex] give outcomes: 0
    is lost for the player to move, 1 is won.  [Normal]: won when some option is lost; [Misere]: the same,
    and won when there is no option; [Lost], [Won]: won when so many options are lost, or won. *)
Inductive rule := Mex | Normal | Misere | Lost (t : tally) | Won (t : tally).

Definition asked (t : tally) (count : nat) : bool :=
  let count_N := N.of_nat count in
  match t with
  | Odd => Nat.odd count
  | Even => Nat.even count
  | Is AtLeast bound => (bound <=? count_N)%N
  | Is AtMost bound => (count_N <=? bound)%N
  | Is Equal bound => (count_N =? bound)%N
  | Is NotEqual bound => negb (count_N =? bound)%N
  | Never => false
  end.

Definition is_lost (v : nat) : bool := Nat.eqb 0 v.
Definition count (p : nat -> bool) (l : list nat) : nat := length (filter p l).

(** The value of a position whose options have these values. *)
Definition by_rule (r : rule) (options : list nat) : nat :=
  match r with
  | Mex => mex options
  | Normal => Nat.b2n (existsb is_lost options)
  | Misere => Nat.b2n (existsb is_lost options || match options with [] => true | _ => false end)
  | Lost t => Nat.b2n (asked t (count is_lost options))
  | Won t => Nat.b2n (asked t (count (fun v => negb (is_lost v)) options))
  end.

(** Does it matter how many options have a value, not only whether one has it? *)
Definition counts_options (r : rule) : bool :=
  match r with Lost _ | Won _ => true | _ => false end.

Lemma some_lost l : existsb is_lost l = true <-> In 0 l.
Proof. apply member_In. Qed.

Lemma count_permutation p l l' : Permutation l l' -> count p l = count p l'.
Proof.
  unfold count. induction 1 as [| v l l' _ IH | v w l | l l' l'' _ IH1 _ IH2]; simpl; try congruence.
  - destruct (p v); simpl; congruence.
  - now destruct (p v), (p w).
Qed.

Lemma mex_same l l' : (forall v, In v l <-> In v l') -> mex l = mex l'.
Proof.
  intros H. apply mex_unique.
  - rewrite <- H. apply mex_not_in.
  - intros w Hw. apply H. now apply mex_least.
Qed.

Lemma some_lost_same l l' : (forall v, In v l <-> In v l') -> existsb is_lost l = existsb is_lost l'.
Proof. intros H. apply eq_true_iff_eq. rewrite !some_lost. apply H. Qed.

(** A rule that does not count sees only which values there are. *)
Lemma by_rule_same r l l' : counts_options r = false -> (forall v, In v l <-> In v l') ->
  by_rule r l = by_rule r l'.
Proof.
  intros Hr H. pose proof (some_lost_same l l' H) as Hlost.
  destruct r; try discriminate; cbn [by_rule]; [now apply mex_same | now rewrite Hlost |].
  rewrite Hlost. do 2 f_equal.
  destruct l as [| v l], l' as [| w l']; try reflexivity; exfalso.
  - now apply (H w); left.
  - now apply (H v); left.
Qed.

Lemma by_rule_permutation r l l' : Permutation l l' -> by_rule r l = by_rule r l'.
Proof.
  intros H. destruct (counts_options r) eqn:Hr.
  - destruct r; try discriminate; cbn [by_rule]; now rewrite (count_permutation _ l l').
  - apply by_rule_same; [assumption |]. intros v. split; apply Permutation_in;
      [assumption | now apply Permutation_sym].
Qed.

(** * Values of positions *)

(** What stands before position 0: the value of position -1 - k, for each k; or nothing. *)
Definition past : Type := option (nat -> nat).

Definition is_there (b : past) : bool := match b with Some _ => true | None => false end.

(** The moves that can be made at position x, each once. *)
Definition possible (b : past) (moves : list nat) (x : nat) : list nat :=
  filter (fun s => (1 <=? s) && (is_there b || (s <=? x))) (nodup Nat.eq_dec moves).

(** The value of the position that the move s leads to from x, f being the values from position 0 on. *)
Definition target (b : past) (f : nat -> nat) (x s : nat) : nat :=
  if s <=? x then f (x - s) else match b with Some before => before (s - x - 1) | None => 0 end.

(** The values of the positions n - 1, ..., 0, in this order. *)
Fixpoint history (r : rule) (b : past) (moves : list nat) (n : nat) : list nat :=
  match n with
  | 0 => []
  | S x =>
      let earlier := history r b moves x in
      by_rule r (map (target b (fun y => nth (x - 1 - y) earlier 0) x) (possible b moves x)) :: earlier
  end.

(** The value of position x. *)
Definition value (r : rule) (b : past) (moves : list nat) (x : nat) : nat :=
  hd 0 (history r b moves (S x)).

(** The games without a start. *)
Definition grundy : list nat -> nat -> nat := value Mex None.
Definition outcome : list nat -> nat -> nat := value Normal None.
Definition misere : list nat -> nat -> nat := value Misere None.

(** Does the sequence f obey the rule at x? *)
Definition obeys (r : rule) (b : past) (moves : list nat) (f : nat -> nat) (x : nat) : Prop :=
  f x = by_rule r (map (target b f x) (possible b moves x)).

Lemma possible_In b moves x s :
  In s (possible b moves x) <-> In s moves /\ 1 <= s /\ (b <> None \/ s <= x).
Proof.
  unfold possible. rewrite filter_In, nodup_In, andb_true_iff, orb_true_iff, !Nat.leb_le.
  destruct b; simpl; intuition congruence.
Qed.

Lemma target_earlier b f g x s : 1 <= s -> (forall y, y < x -> f y = g y) ->
  target b f x s = target b g x s.
Proof. intros Hs H. unfold target. destruct (Nat.leb_spec s x); [apply H; lia | reflexivity]. Qed.

Lemma history_nth r b moves n : forall k,
  k < n -> nth k (history r b moves n) 0 = value r b moves (n - 1 - k).
Proof.
  induction n as [| n IH]; intros k Hk; [lia |].
  destruct k as [| k].
  - now replace (S n - 1 - 0) with n by lia.
  - change (history r b moves (S n)) with (value r b moves n :: history r b moves n).
    simpl nth. rewrite IH by lia. f_equal. lia.
Qed.

(** The values of the game obey the rule everywhere, ... *)
Theorem value_obeys r b moves x : obeys r b moves (value r b moves) x.
Proof.
  unfold obeys. unfold value at 1. cbn [history hd]. f_equal. apply map_ext_in. intros s Hs.
  apply possible_In in Hs. apply target_earlier; [lia |]. intros y Hy.
  rewrite history_nth by lia. f_equal. lia.
Qed.

(** ... and they are the only sequence that does. *)
Theorem value_unique r b moves f :
  (forall x, obeys r b moves f x) -> forall x, f x = value r b moves x.
Proof.
  intros Hf x. induction x as [x IH] using lt_wf_ind.
  rewrite (Hf x), (value_obeys r b moves x). f_equal. apply map_ext_in. intros s Hs.
  apply possible_In in Hs. apply target_earlier; [lia | exact IH].
Qed.

(** Moves are a set. *)
Lemma obeys_same_moves r b moves moves' f x : (forall s, In s moves <-> In s moves') ->
  obeys r b moves f x -> obeys r b moves' f x.
Proof.
  intros H. unfold obeys. intros ->. apply by_rule_permutation, Permutation_map, NoDup_Permutation;
    try apply NoDup_filter, NoDup_nodup.
  intros s. rewrite !possible_In, H. reflexivity.
Qed.

(** Options may be listed more than once if the rule does not count them. *)
Lemma by_rule_moves r b moves f x : counts_options r = false \/ NoDup moves ->
  by_rule r (map (target b f x) (possible b moves x)) =
  by_rule r (map (target b f x) (filter (fun s => (1 <=? s) && (is_there b || (s <=? x))) moves)).
Proof.
  unfold possible. intros [Hr | Hd].
  - apply by_rule_same; [assumption |]. intros v. rewrite !in_map_iff.
    split; intros (s & Hv & Hs); exists s; (split; [assumption |]); apply filter_In;
      apply filter_In in Hs; now rewrite nodup_In in *.
  - now rewrite nodup_fixed_point.
Qed.

(** The mex rule in words. *)
Theorem grundy_mex moves x :
  grundy moves x = mex (map (fun s => grundy moves (x - s)) (possible None moves x)).
Proof.
  unfold grundy at 1. rewrite (value_obeys Mex None). cbn [by_rule]. f_equal. apply map_ext_in.
  intros s Hs. apply possible_In in Hs as (_ & _ & [Hb | Hs]); [contradiction |].
  unfold target. now rewrite (proj2 (Nat.leb_le s x)).
Qed.

(** * Outcomes *)

Lemma b2n_one c : Nat.b2n c = 1 <-> c = true.
Proof. destruct c; simpl; split; congruence. Qed.

Lemma lost_option r moves x :
  existsb is_lost (map (target None (value r None moves) x) (possible None moves x)) = true <->
  exists s, In s moves /\ 1 <= s <= x /\ value r None moves (x - s) = 0.
Proof.
  rewrite some_lost, in_map_iff. unfold target. split.
  - intros (s & Hv & Hs). apply possible_In in Hs as (Hs & H1 & [Hb | Hx]); [contradiction |].
    rewrite (proj2 (Nat.leb_le s x)) in Hv by assumption. now exists s.
  - intros (s & Hs & Hx & Hv). exists s. rewrite (proj2 (Nat.leb_le s x)) by lia.
    split; [assumption |]. apply possible_In. tauto.
Qed.

(** In normal play a position is won when a move leads to a lost one. *)
Theorem outcome_won moves x :
  outcome moves x = 1 <-> exists s, In s moves /\ 1 <= s <= x /\ outcome moves (x - s) = 0.
Proof.
  unfold outcome at 1. rewrite (value_obeys Normal None). cbn [by_rule].
  rewrite b2n_one. apply lost_option.
Qed.

(** Lost are those with the Sprague-Grundy value 0, whatever stands before position 0. *)
Theorem normal_mex b moves x : value Normal b moves x = Nat.min 1 (value Mex b moves x).
Proof.
  symmetry. apply (value_unique Normal b moves (fun x => Nat.min 1 (value Mex b moves x))).
  clear x. intros x. unfold obeys. rewrite (value_obeys Mex b moves x). cbn [by_rule].
  set (l := map (target b (value Mex b moves) x) (possible b moves x)).
  replace (existsb is_lost _) with (existsb is_lost l).
  - pose proof (mex_zero l) as H0. rewrite <- some_lost in H0.
    destruct (existsb is_lost l), (mex l); cbn [Nat.b2n Nat.min]; try reflexivity; exfalso;
      intuition congruence.
  - subst l. generalize (possible b moves x) as l. induction l as [| s l IH]; [reflexivity |].
    cbn [map existsb]. rewrite IH. f_equal. unfold target. destruct (s <=? x); [| reflexivity].
    unfold is_lost. now destruct (value Mex b moves (x - s)).
Qed.

Theorem outcome_grundy moves x : outcome moves x = Nat.min 1 (grundy moves x).
Proof. apply normal_mex. Qed.

(** All rules but mex give 0 or 1. *)
Lemma value_outcome r b moves x : r <> Mex -> value r b moves x <= 1.
Proof.
  intros Hr. rewrite value_obeys. destruct r; [contradiction | ..]; cbn [by_rule];
    destruct (_ : bool); simpl; lia.
Qed.

(** * Misere play *)

(** With m for the least move: positions below m are won, and from there on stands normal play. *)
Theorem misere_normal moves m x : In m moves -> 1 <= m -> (forall s, In s moves -> 1 <= s -> m <= s) ->
  misere moves x = if x <? m then 1 else outcome moves (x - m).
Proof.
  intros Hm H1 Hleast. symmetry.
  apply (value_unique Misere None moves (fun x => if x <? m then 1 else outcome moves (x - m))).
  clear x. intros x. unfold obeys. cbn [by_rule].
  destruct (Nat.ltb_spec x m) as [Hx | Hx].
  - replace (possible None moves x) with (@nil nat); [reflexivity |].
    destruct (possible None moves x) as [| s l] eqn:Hl; [reflexivity | exfalso].
    assert (Hs : In s (possible None moves x)) by (rewrite Hl; now left).
    apply possible_In in Hs as (Hs & Hs1 & [Hb | Hsx]); [contradiction |].
    specialize (Hleast s Hs Hs1). lia.
  - assert (Hin : In m (possible None moves x)) by (apply possible_In; tauto).
    destruct (map _ (possible None moves x)) as [| v l] eqn:Hl.
    { apply map_eq_nil in Hl. rewrite Hl in Hin. contradiction. }
    rewrite <- Hl, orb_false_r. clear v l Hl.
    unfold outcome at 1. rewrite (value_obeys Normal None). cbn [by_rule]. f_equal.
    apply eq_true_iff_eq. rewrite lost_option, some_lost, in_map_iff. fold outcome. split.
    + intros (s & Hs & Hr & Hv). exists s. split; [| apply possible_In; split; [assumption | lia]].
      unfold target. rewrite (proj2 (Nat.leb_le s x)) by lia.
      rewrite (proj2 (Nat.ltb_ge (x - s) m)) by lia. rewrite <- Hv. f_equal. lia.
    + intros (s & Hv & Hs). apply possible_In in Hs as (Hs & Hs1 & [Hb | Hsx]); [contradiction |].
      unfold target in Hv. rewrite (proj2 (Nat.leb_le s x)) in Hv by lia.
      destruct (Nat.ltb_spec (x - s) m); [discriminate |].
      exists s. split; [assumption |]. split; [lia |]. rewrite <- Hv. f_equal. lia.
Qed.

(** * How values are written *)

(** Sprague-Grundy values, or outcomes: 0 for P (the previous player wins), 1 for N. *)
Inductive alphabet := Nim | Outcome.

(** Can the values of this rule be read in these letters, and of what rule are they then?  Where there
    are Sprague-Grundy values, their outcomes are those of normal play. *)
Definition is_read (a : alphabet) (r : rule) : bool :=
  match a, r with Nim, Mex | Outcome, _ => true | Nim, _ => false end.

Definition read_as (a : alphabet) (r : rule) : rule :=
  match a, r with Outcome, Mex => Normal | _, _ => r end.
