(** Lengths of lists, compared with formulas (packages/kernel/src/minimality/length.rs). *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Language Past Steps Ranges Chain Runs Cycles Items Degree.
Import ListNotations.
Local Open Scope Z_scope.

(** * Lengths of items *)

Fixpoint item_length (v : list Z) (it : item) : Z :=
  match it with
  | One w => eval v (size w)
  | Many from upto body =>
      let f i := fold_right (fun it s => item_length (v ++ [i]) it + s) 0 body in
      sum_to f (eval v (plus upto 1)) - sum_to f (eval v from)
  end.

Definition items_length (v : list Z) (l : list item) : Z :=
  fold_right (fun it s => item_length v it + s) 0 l.

Fixpoint item_degree (it : item) : nat :=
  match it with
  | One _ => 1
  | Many _ _ body => S (fold_right (fun it d => Nat.max (item_degree it) d) O body)
  end.

Definition items_degree (l : list item) : nat :=
  fold_right (fun it d => Nat.max (item_degree it) d) O l.

Lemma item_length_vanishes it : forall m, vanishes m (S (item_degree it)) (fun v => item_length v it).
Proof.
  induction it as [w | from upto body IH] using item_induction; intros m.
  - apply vanishes_affine.
  - set (d := items_degree body).
    assert (Hbody : vanishes (S m) (S d) (fun v => items_length v body)).
    { unfold d. clear d. induction IH as [| it body Hit _ IHl]; [now apply vanishes_zero |].
      cbn [items_length fold_right items_degree]. apply vanishes_plus.
      - apply (vanishes_le _ (S (item_degree it))); [lia | apply Hit].
      - apply (vanishes_le _ (S (items_degree body))); [unfold items_degree; lia | exact IHl]. }
    apply (vanishes_ext m (S (S d)) (fun v =>
      sum_to (fun i => items_length (v ++ [i]) body) (eval v (plus upto 1)) +
      (-1) * sum_to (fun i => items_length (v ++ [i]) body) (eval v from))).
    + intros p _. cbn [item_length]. unfold items_length. lia.
    + apply vanishes_plus; [| apply vanishes_times];
        exact (vanishes_sum m _ (S d) (fun p => items_length p body) Hbody).
Qed.

Lemma items_length_vanishes l m : vanishes m (S (items_degree l)) (fun v => items_length v l).
Proof.
  induction l as [| it l IH]; [now apply vanishes_zero |]. cbn [items_length fold_right items_degree].
  apply vanishes_plus.
  - apply (vanishes_le _ (S (item_degree it))); [lia | apply item_length_vanishes].
  - apply (vanishes_le _ (S (items_degree l))); [unfold items_degree; lia | exact IH].
Qed.

Lemma sum_to_range f from upto : from <= upto + 1 ->
  sum_to f (upto + 1) - sum_to f from = sum_over f (range from upto).
Proof.
  intros H. pose proof (sum_to_more f from (Z.to_nat (upto - from + 1))) as E.
  rewrite Z2Nat.id in E by lia. replace (from + (upto - from + 1)) with (upto + 1) in E by lia.
  rewrite E. replace (upto - from + 1 - 1) with (upto - from) by lia.
  replace (range from upto) with (map (fun i => i + from) (range 0 (upto - from))).
  - enough (Hl : forall l, sum_over (fun i => f (from + i)) l =
      sum_over f (map (fun i => i + from) l)) by (rewrite Hl; lia).
    induction l as [| i l IH]; [reflexivity |]. cbn [map sum_over fold_right].
    fold (sum_over (fun i => f (from + i)) l). fold (sum_over f (map (fun i => i + from) l)).
    rewrite IH. now rewrite (Z.add_comm from i).
  - rewrite <- range_shift. f_equal; lia.
Qed.

Lemma item_length_right it : forall v, proper v it ->
  Z.of_nat (length (item_values v it)) = item_length v it.
Proof.
  induction it as [w | from upto body IH] using item_induction; intros v H.
  - cbn [item_values item_length proper] in *. now apply word_values_length.
  - apply proper_loop in H as [Hle H]. cbn [item_length item_values]. cbv zeta.
    rewrite eval_plus, sum_to_range by assumption.
    assert (Hin : forall i, In i (range (eval v from) (eval v upto)) ->
      all_proper (v ++ [i]) body) by (intros i Hi; apply H; now apply in_range).
    induction (range (eval v from) (eval v upto)) as [| i l IHl]; [reflexivity |].
    cbn [flat_map sum_over fold_right]. rewrite app_length, Nat2Z.inj_add.
    rewrite IHl by (intros j Hj; apply Hin; now right). unfold sum_over. f_equal.
    specialize (Hin i (or_introl eq_refl)). clear IHl H Hle.
    induction IH as [| it body Hit _ IHb]; [reflexivity |].
    apply Forall_cons_iff in Hin as [H1 H2]. cbn [flat_map fold_right].
    now rewrite app_length, Nat2Z.inj_add, (Hit _ H1), IHb.
Qed.

Lemma items_length_right v l : all_proper v l ->
  Z.of_nat (length (items_values v l)) = items_length v l.
Proof.
  induction l as [| it l IH]; intros H; [reflexivity |]. apply Forall_cons_iff in H as [H1 H2].
  rewrite items_values_cons, app_length, Nat2Z.inj_add, (item_length_right it v H1), (IH H2).
  reflexivity.
Qed.

(** * Formulas *)

Fixpoint power (x : Z) (k : nat) : Z :=
  match k with O => 1 | S k => x * power x k end.

Fixpoint monomial (p : list Z) (exponents : list nat) {struct exponents} : Z :=
  match exponents, p with
  | k :: exponents, x :: p => power x k * monomial p exponents
  | _, _ => 1
  end.

(** The value of a formula, times its denominator. *)
Definition numerator (f : formula) (p : list Z) : Z :=
  fold_right (fun t s => fst t * monomial p (snd t) + s) 0 (summands f).

Definition formula_degree (f : formula) : nat :=
  fold_right (fun t d => Nat.max (fold_right Nat.add O (snd t)) d) O (summands f).

(** The most points at which two polynomials are compared, and their largest degree. *)
Definition most_points : Z := 65536.
Definition most_degree : nat := 10.

(** Is the formula, over parameters that are these forms, the length of the list? *)
Definition is_length (n : nat) (parameters : list form) (f : formula) (l : list item) : bool :=
  let d := Nat.max (formula_degree f) (items_degree l) in
  (d <=? most_degree)%nat && (Z.of_nat (S d) ^ Z.of_nat n <=? most_points) &&
  (0 <? denominator f) &&
  zero_on n d (fun v => numerator f (map (eval v) parameters) - denominator f * items_length v l) [].

Lemma power_vanishes m f k : vanishes m (S k) (fun v => power (eval v f) k).
Proof.
  induction k as [| k IH]; [exact (vanishes_constant m 1) |].
  exact (vanishes_product m (S k) 1 k (fun v => eval v f) (fun v => power (eval v f) k) eq_refl
           (vanishes_affine m f) IH).
Qed.

Lemma monomial_vanishes m exponents : forall parameters,
  vanishes m (S (fold_right Nat.add O exponents))
    (fun v => monomial (map (eval v) parameters) exponents).
Proof.
  induction exponents as [| k exponents IH]; intros parameters;
    [exact (vanishes_constant m 1) |].
  destruct parameters as [| f parameters].
  - apply (vanishes_le m 1); [lia | exact (vanishes_constant m 1)].
  - exact (vanishes_product m _ k (fold_right Nat.add O exponents) (fun v => power (eval v f) k)
             (fun v => monomial (map (eval v) parameters) exponents) eq_refl
             (power_vanishes m f k) (IH parameters)).
Qed.

Lemma numerator_vanishes m f parameters :
  vanishes m (S (formula_degree f)) (fun v => numerator f (map (eval v) parameters)).
Proof.
  unfold numerator, formula_degree.
  induction (summands f) as [| t l IH]; [now apply vanishes_zero |]. cbn [fold_right].
  apply vanishes_plus.
  - apply vanishes_times. eapply vanishes_le; [| apply monomial_vanishes]. lia.
  - eapply vanishes_le; [| exact IH]. lia.
Qed.

Theorem is_length_sound n parameters f l v : length v = n -> all_proper v l ->
  is_length n parameters f l = true ->
  0 < denominator f /\
  numerator f (map (eval v) parameters) = denominator f * Z.of_nat (length (items_values v l)).
Proof.
  intros Hv Hl H. unfold is_length in H. cbv zeta in H. rewrite !andb_true_iff, Z.ltb_lt in H.
  destruct H as ((_ & Hpos) & H). split; [exact Hpos |].
  rewrite (items_length_right v l Hl). apply (zero_on_all n _ _ []) with (rest := v) in H.
  - cbn [app] in H. lia.
  - cbn [length Nat.add].
    apply (vanishes_ext n _ (fun v => numerator f (map (eval v) parameters) +
      - denominator f * items_length v l)); [intros p _; lia |].
    apply vanishes_plus; [| apply vanishes_times].
    + eapply vanishes_le; [| apply numerator_vanishes]. lia.
    + eapply vanishes_le; [| apply items_length_vanishes]. lia.
  - exact Hv.
Qed.
