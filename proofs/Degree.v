(** Two polynomials of degree at most d are equal if they agree on a grid of d + 1 values of each
    variable.  That something is a polynomial of such a degree is said by differences: those of order
    d + 1, in whatever directions, are 0. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Language Steps Ranges Chain Runs Cycles Items.
Import ListNotations.
Local Open Scope Z_scope.

(** * Degrees *)

(** Differences of this order are 0, for points of m numbers. *)
Fixpoint vanishes (m order : nat) (F : list Z -> Z) : Prop :=
  match order with
  | O => forall p, length p = m -> F p = 0
  | S order => forall u, length u = m -> vanishes m order (fun p => F (add_lists p u) - F p)
  end.

Lemma add_lists_length p : forall u, length p = length u -> length (add_lists p u) = length p.
Proof.
  induction p as [| x p IH]; intros [| y u] H; try discriminate; [reflexivity |].
  cbn [add_lists length] in *. now rewrite IH by congruence.
Qed.

Lemma add_lists_app p q : forall u w, length p = length u ->
  add_lists (p ++ q) (u ++ w) = add_lists p u ++ add_lists q w.
Proof.
  induction p as [| x p IH]; intros [| y u] w H; try discriminate; [reflexivity |].
  cbn [app add_lists]. now rewrite IH by now injection H.
Qed.

Lemma add_zeros p : add_lists p (repeat 0 (length p)) = p.
Proof. induction p as [| x p IH]; [reflexivity |]. cbn. now rewrite IH, Z.add_0_r. Qed.

Lemma dot_add_point a : forall p u, dot a (add_lists p u) = dot a p + dot a u.
Proof.
  induction a as [| x a IH]; intros p u; [reflexivity |].
  destruct p as [| y p], u as [| z u]; cbn [add_lists dot]; rewrite ?IH; lia.
Qed.

Lemma eval_add_point p u f : eval (add_lists p u) f = eval p f + dot (coefficients f) u.
Proof. unfold eval. rewrite dot_add_point. lia. Qed.

Lemma vanishes_ext m order : forall F G, (forall p, length p = m -> F p = G p) ->
  vanishes m order F -> vanishes m order G.
Proof.
  induction order as [| order IH]; intros F G H HF.
  - intros p Hp. rewrite <- H by assumption. now apply HF.
  - intros u Hu. apply (IH (fun p => F (add_lists p u) - F p)); [| now apply HF].
    intros p Hp. rewrite !H; [reflexivity | assumption |]. rewrite add_lists_length; congruence.
Qed.

Lemma vanishes_zero m order : forall F, (forall p, length p = m -> F p = 0) -> vanishes m order F.
Proof.
  induction order as [| order IH]; intros F H; [exact H |]. intros u Hu. apply IH. intros p Hp.
  rewrite !H; [reflexivity | assumption |]. rewrite add_lists_length; congruence.
Qed.

Lemma vanishes_more m order : forall F, vanishes m order F -> vanishes m (S order) F.
Proof.
  induction order as [| order IH]; intros F H.
  - now apply vanishes_zero.
  - intros u Hu. apply IH. now apply H.
Qed.

Lemma vanishes_le m k order F : (k <= order)%nat -> vanishes m k F -> vanishes m order F.
Proof. induction 1; [easy |]. intros H0. now apply vanishes_more, IHle. Qed.

Lemma vanishes_plus m order : forall F G, vanishes m order F -> vanishes m order G ->
  vanishes m order (fun p => F p + G p).
Proof.
  induction order as [| order IH]; intros F G HF HG.
  - intros p Hp. now rewrite HF, HG.
  - intros u Hu. apply (vanishes_ext m order (fun p => (F (add_lists p u) - F p) +
      (G (add_lists p u) - G p))); [intros p _; lia |]. apply IH; [now apply HF | now apply HG].
Qed.

Lemma vanishes_times m order k : forall F, vanishes m order F -> vanishes m order (fun p => k * F p).
Proof.
  induction order as [| order IH]; intros F HF.
  - intros p Hp. rewrite HF by assumption. lia.
  - intros u Hu. apply (vanishes_ext m order (fun p => k * (F (add_lists p u) - F p)));
      [intros p _; lia |]. now apply IH, HF.
Qed.

Lemma vanishes_constant m k : vanishes m 1 (fun _ => k).
Proof. intros u _ p _. lia. Qed.

Lemma vanishes_affine m f : vanishes m 2 (fun p => eval p f).
Proof.
  intros u Hu w Hw p Hp. rewrite !eval_add_point. lia.
Qed.

(** A polynomial at points that move as others do. *)
Lemma vanishes_compose m m' order (A : list Z -> list Z) (C : list Z -> list Z) :
  (forall p, length p = m -> length (A p) = m') -> (forall u, length u = m -> length (C u) = m') ->
  (forall p u, length p = m -> length u = m -> A (add_lists p u) = add_lists (A p) (C u)) ->
  forall F, vanishes m' order F -> vanishes m order (fun p => F (A p)).
Proof.
  intros HA HC Hmove. induction order as [| order IH]; intros F HF.
  - intros p Hp. now apply HF, HA.
  - intros u Hu. apply (vanishes_ext m order (fun p => F (add_lists (A p) (C u)) - F (A p))).
    + intros p Hp. now rewrite Hmove.
    + apply (IH (fun p => F (add_lists p (C u)) - F p)). now apply HF, HC.
Qed.

Lemma add_lists_assoc p : forall u w, add_lists (add_lists p u) w = add_lists (add_lists p w) u.
Proof.
  induction p as [| x p IH]; intros u w; cbn [add_lists].
  - revert w. induction u as [| y u IHu]; intros [| z w]; try reflexivity. cbn [add_lists].
    f_equal; [lia | apply IHu].
  - destruct u as [| y u], w as [| z w]; try reflexivity. cbn [add_lists].
    f_equal; [lia | apply IH].
Qed.

Lemma vanishes_shift m order w F : length w = m -> vanishes m order F ->
  vanishes m order (fun p => F (add_lists p w)).
Proof.
  intros Hw. apply (vanishes_compose m m order (fun p => add_lists p w) (fun u => u)).
  - intros p Hp. rewrite add_lists_length; congruence.
  - easy.
  - intros p u _ _. apply add_lists_assoc.
Qed.

Lemma vanishes_product m s : forall a c F G, (a + c = s)%nat -> vanishes m (S a) F ->
  vanishes m (S c) G -> vanishes m (S s) (fun p => F p * G p).
Proof.
  induction s as [| s IH]; intros a c F G Hs HF HG u Hu.
  - assert (a = O) by lia. assert (c = O) by lia. subst a c. intros p Hp.
    specialize (HF u Hu p Hp). specialize (HG u Hu p Hp). cbn beta in HF, HG. nia.
  - apply (vanishes_ext m (S s) (fun p => F (add_lists p u) * (G (add_lists p u) - G p) +
      (F (add_lists p u) - F p) * G p)); [intros p _; lia |].
    apply vanishes_plus.
    + destruct c as [| c].
      * apply vanishes_zero. intros p Hp. specialize (HG u Hu p Hp). cbn beta in HG. rewrite HG. lia.
      * apply (IH a c (fun p => F (add_lists p u)) (fun p => G (add_lists p u) - G p));
          [lia | now apply vanishes_shift | exact (HG u Hu)].
    + destruct a as [| a].
      * apply vanishes_zero. intros p Hp. specialize (HF u Hu p Hp). cbn beta in HF. rewrite HF. lia.
      * apply (IH a c (fun p => F (add_lists p u) - F p) G); [lia | exact (HF u Hu) | exact HG].
Qed.

(** * Sums *)

(** The sum of f over 0, ..., j - 1; below 0, the opposite of that over j, ..., -1. *)
Definition sum_to (f : Z -> Z) (j : Z) : Z :=
  if 0 <=? j then sum_over f (range 0 (j - 1)) else - sum_over f (range j (-1)).

Lemma sum_over_app f l1 l2 : sum_over f (l1 ++ l2) = sum_over f l1 + sum_over f l2.
Proof.
  induction l1 as [| i l1 IH]; [reflexivity |]. cbn [app sum_over fold_right].
  fold (sum_over f (l1 ++ l2)). fold (sum_over f l1). lia.
Qed.

Lemma sum_over_one f i : sum_over f [i] = f i.
Proof. cbn. lia. Qed.

Lemma sum_to_step f j : sum_to f (j + 1) = sum_to f j + f j.
Proof.
  unfold sum_to. destruct (Z.leb_spec 0 j) as [Hj | Hj].
  - rewrite (proj2 (Z.leb_le 0 (j + 1))) by lia.
    replace (j + 1 - 1) with j by lia. rewrite (range_last 0 j) by lia.
    rewrite sum_over_app, sum_over_one. lia.
  - destruct (Z.leb_spec 0 (j + 1)) as [Hj1 | Hj1].
    + assert (j = -1) by lia. subst j. change (range 0 (-1 + 1 - 1)) with (@nil Z).
      change (range (-1) (-1)) with [-1]. rewrite sum_over_one. cbn [sum_over fold_right]. lia.
    + rewrite (range_first j) by lia. cbn [sum_over fold_right].
      fold (sum_over f (range (j + 1) (-1))). lia.
Qed.

Lemma sum_to_more f j k : sum_to f (j + Z.of_nat k) =
  sum_to f j + sum_over (fun i => f (j + i)) (range 0 (Z.of_nat k - 1)).
Proof.
  induction k as [| k IH].
  - rewrite Z.add_0_r. change (range 0 (Z.of_nat 0 - 1)) with (@nil Z).
    cbn [sum_over fold_right]. lia.
  - rewrite Nat2Z.inj_succ. unfold Z.succ. rewrite Z.add_assoc, sum_to_step, IH.
    replace (Z.of_nat k + 1 - 1) with (Z.of_nat k) by lia.
    rewrite (range_last 0 (Z.of_nat k)) by lia. rewrite sum_over_app, sum_over_one. lia.
Qed.

Lemma sum_to_plus f g j : sum_to (fun i => f i + g i) j = sum_to f j + sum_to g j.
Proof.
  assert (H : forall l, sum_over (fun i => f i + g i) l = sum_over f l + sum_over g l).
  { induction l as [| i l IH]; [reflexivity |]. cbn [sum_over fold_right].
    fold (sum_over (fun i => f i + g i) l). fold (sum_over f l). fold (sum_over g l). lia. }
  unfold sum_to. rewrite !H. destruct (0 <=? j); lia.
Qed.

Lemma sum_to_ext f g j : (forall i, f i = g i) -> sum_to f j = sum_to g j.
Proof.
  intros Hfg. assert (H : forall l, sum_over f l = sum_over g l).
  { induction l as [| i l IH]; [reflexivity |]. cbn [sum_over fold_right].
    fold (sum_over f l). fold (sum_over g l). now rewrite Hfg, IH. }
  unfold sum_to. now rewrite !H.
Qed.

Lemma sum_to_zero j : sum_to (fun _ => 0) j = 0.
Proof.
  assert (H : forall l, sum_over (fun _ => 0) l = 0).
  { induction l as [| i l IH]; [reflexivity |]. cbn [sum_over fold_right].
    fold (sum_over (fun _ => 0) l). lia. }
  unfold sum_to. rewrite !H. now destruct (0 <=? j).
Qed.

Lemma app_last_length {A} (p : list A) a m : length p = m -> length (p ++ [a]) = S m.
Proof. intros H. rewrite app_length. simpl. lia. Qed.

(** Terms at an affine place behind the point. *)
Lemma vanishes_at m order F w f k : length w = m -> vanishes (S m) order F ->
  vanishes m order (fun p => F (add_lists p w ++ [eval p f + k])).
Proof.
  intros Hw. apply (vanishes_compose m (S m) order (fun p => add_lists p w ++ [eval p f + k])
    (fun u => u ++ [dot (coefficients f) u])).
  - intros p Hp. apply app_last_length. rewrite add_lists_length; congruence.
  - intros u Hu. now apply app_last_length.
  - intros p u Hp Hu. rewrite add_lists_app by (rewrite add_lists_length; congruence).
    rewrite eval_add_point, add_lists_assoc. cbn [add_lists]. do 2 f_equal. lia.
Qed.

Lemma vanishes_sum_over m order (F : Z -> list Z -> Z) l : (forall i, vanishes m order (F i)) ->
  vanishes m order (fun p => sum_over (fun i => F i p) l).
Proof.
  intros H. induction l as [| i l IH]; [now apply vanishes_zero |].
  cbn [sum_over fold_right]. now apply vanishes_plus.
Qed.

(** Sums up to an affine form are polynomials of one degree more. *)
Lemma vanishes_sum m f order : forall F, vanishes (S m) order F ->
  vanishes m (S order) (fun p => sum_to (fun i => F (p ++ [i])) (eval p f)).
Proof.
  induction order as [| order IH]; intros F HF.
  - apply vanishes_zero. intros p Hp. rewrite (sum_to_ext _ (fun _ => 0)); [apply sum_to_zero |].
    intros i. now apply HF, app_last_length.
  - intros u Hu.
    set (F' := fun p => F (add_lists p (u ++ [0])) - F p).
    assert (HF' : vanishes (S m) order F') by (apply HF; now apply app_last_length).
    assert (Hfirst : forall p i, length p = m ->
      F (add_lists p u ++ [i]) = F' (p ++ [i]) + F (p ++ [i])).
    { intros p i Hp. unfold F'. rewrite add_lists_app by congruence. cbn [add_lists].
      rewrite Z.add_0_r. lia. }
    set (w := dot (coefficients f) u).
    assert (Hdifference : forall p, length p = m ->
      sum_to (fun i => F (add_lists p u ++ [i])) (eval (add_lists p u) f)
        - sum_to (fun i => F (p ++ [i])) (eval p f) =
      sum_to (fun i => F' (p ++ [i])) (eval p f) +
      (if 0 <=? w
       then sum_over (fun k => F (add_lists p u ++ [eval p f + k])) (range 0 (w - 1))
       else (-1) * sum_over (fun k => F (add_lists p u ++ [eval p f + (w + k)]))
                     (range 0 (- w - 1)))).
    { intros p Hp. rewrite eval_add_point. fold w.
      assert (Hplus : sum_to (fun i => F (add_lists p u ++ [i])) (eval p f) =
        sum_to (fun i => F' (p ++ [i])) (eval p f) + sum_to (fun i => F (p ++ [i])) (eval p f)).
      { rewrite <- sum_to_plus. apply sum_to_ext. intros i. now apply Hfirst. }
      destruct (Z.leb_spec 0 w) as [Hw | Hw].
      - pose proof (sum_to_more (fun i => F (add_lists p u ++ [i])) (eval p f) (Z.to_nat w)) as H.
        rewrite Z2Nat.id in H by lia. rewrite H, Hplus. lia.
      - pose proof (sum_to_more (fun i => F (add_lists p u ++ [i])) (eval p f + w) (Z.to_nat (- w)))
          as H.
        rewrite Z2Nat.id in H by lia. replace (eval p f + w + - w) with (eval p f) in H by lia.
        rewrite Hplus in H.
        assert (Hsame : forall l, sum_over (fun i => F (add_lists p u ++ [eval p f + w + i])) l =
          sum_over (fun i => F (add_lists p u ++ [eval p f + (w + i)])) l).
        { intros l. induction l as [| i l IHl]; [reflexivity |]. cbn [sum_over fold_right].
          unfold sum_over in IHl. rewrite IHl. now rewrite Z.add_assoc. }
        rewrite Hsame in H. lia. }
    eapply (vanishes_ext m (S order)).
    + intros p Hp. symmetry. now apply Hdifference.
    + apply vanishes_plus; [now apply IH |]. destruct (0 <=? w).
      * apply (vanishes_sum_over m (S order) (fun k p => F (add_lists p u ++ [eval p f + k]))).
        intros k. now apply vanishes_at.
      * apply vanishes_times.
        apply (vanishes_sum_over m (S order) (fun k p => F (add_lists p u ++ [eval p f + (w + k)]))).
        intros k. now apply vanishes_at.
Qed.

(** * Equal on a grid, equal everywhere *)

(** Is the value 0 at all points that begin like this, and go on with m numbers up to d? *)
Fixpoint zero_on (m d : nat) (F : list Z -> Z) (first : list Z) : bool :=
  match m with
  | O => F first =? 0
  | S m => forallb (fun i => zero_on m d F (first ++ [Z.of_nat i])) (seq 0 (S d))
  end.

Lemma zero_line d : forall g : Z -> Z,
  (forall k, 0 <= k <= Z.of_nat d -> g k = 0) ->
  vanishes 1 (S d) (fun p => g (hd 0 p)) -> forall t, g t = 0.
Proof.
  induction d as [| d IH]; intros g H0 Hg t.
  - assert (Hstep : forall x, g (x + 1) = g x).
    { intros x. specialize (Hg [1] eq_refl [x] eq_refl). cbn in Hg. lia. }
    assert (Hup : forall k, g (Z.of_nat k) = g 0 /\ g (- Z.of_nat k) = g 0).
    { induction k as [| k [IH1 IH2]]; [easy |]. rewrite Nat2Z.inj_succ. unfold Z.succ. split.
      - now rewrite Hstep.
      - rewrite <- IH2. replace (- Z.of_nat k) with (- (Z.of_nat k + 1) + 1) by lia.
        now rewrite Hstep. }
    rewrite <- (H0 0) by lia. destruct (Z_le_gt_dec 0 t).
    + rewrite <- (Z2Nat.id t) by lia. apply Hup.
    + replace t with (- Z.of_nat (Z.to_nat (- t))) by lia. apply Hup.
  - assert (Hstep : forall x, g (x + 1) - g x = 0).
    { apply (IH (fun x => g (x + 1) - g x)).
      - intros k Hk. rewrite !H0 by lia. reflexivity.
      - specialize (Hg [1] eq_refl). revert Hg. apply vanishes_ext. intros [| x [|]] Hp;
          try discriminate. reflexivity. }
    assert (Hup : forall k, g (Z.of_nat k) = g 0 /\ g (- Z.of_nat k) = g 0).
    { induction k as [| k [IH1 IH2]]; [easy |]. rewrite Nat2Z.inj_succ. unfold Z.succ. split.
      - specialize (Hstep (Z.of_nat k)). lia.
      - specialize (Hstep (- (Z.of_nat k + 1))).
        replace (- (Z.of_nat k + 1) + 1) with (- Z.of_nat k) in Hstep by lia. lia. }
    rewrite <- (H0 0) by lia. destruct (Z_le_gt_dec 0 t).
    + rewrite <- (Z2Nat.id t) by lia. apply Hup.
    + replace t with (- Z.of_nat (Z.to_nat (- t))) by lia. apply Hup.
Qed.

Lemma zero_on_all m d F : forall first, vanishes (length first + m) (S d) F ->
  zero_on m d F first = true -> forall rest, length rest = m -> F (first ++ rest) = 0.
Proof.
  induction m as [| m IH]; intros first HF H rest Hrest.
  - destruct rest; [| discriminate]. rewrite app_nil_r. now apply Z.eqb_eq.
  - destruct rest as [| t rest]; [discriminate |]. injection Hrest as Hrest.
    cbn [zero_on] in H. rewrite forallb_forall in H.
    apply (zero_line d (fun t => F (first ++ t :: rest))).
    + intros k Hk. specialize (H (Z.to_nat k) ltac:(apply in_seq; lia)).
      rewrite Z2Nat.id in H by lia.
      specialize (IH (first ++ [k])). rewrite app_length, <- Nat.add_assoc in IH.
      specialize (IH HF H rest Hrest). now rewrite <- app_assoc in IH.
    + apply (vanishes_compose 1 (length first + S m) (S d) (fun p => first ++ hd 0 p :: rest)
        (fun u => repeat 0 (length first) ++ hd 0 u :: repeat 0 (length rest))).
      * intros p _. rewrite app_length. simpl. lia.
      * intros u _. rewrite app_length, repeat_length. simpl. rewrite repeat_length. lia.
      * intros [| x [|]] [| y [|]] Hp Hu; try discriminate. cbn [add_lists hd].
        rewrite add_lists_app by now rewrite repeat_length. rewrite add_zeros. cbn [add_lists].
        now rewrite add_zeros.
      * exact HF.
Qed.
