(** Each block obeys the rule where the checker accepts. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Places Follows Walk Split Sweep Chain
  Checker Meaning NotEmpty.
Import ListNotations.
Local Open Scope Z_scope.

Section Blocks.

Variable D : description.

Local Notation B := (blocks D).
Local Notation N := (parameters D).

Hypothesis Hformed : well_formed D = true.

Lemma alone_lies p forms L origin i A C : at_point p (fst i, forms) = i ->
  admissible D i -> L = values_of D A ++ instance_values B i ++ C ->
  origin = - Z.of_nat (length (values_of D A)) ->
  let j := (fst i, forms) in
  let ch := alone D j in
  lies L origin p ch /\ start_of p ch = origin + Z.of_nat (length (values_of D A)) /\
  from_start ch = false /\
  length (chain_words ch) = length (words B (fst i)) /\
  nth (length (words B (fst i))) (borders_at p ch) 0 = 0 /\
  nth 0 (borders_at p ch) 0 = Z.of_nat (length (instance_values B i)).
Proof.
  intros Hi Hadm HL Horigin j ch.
  assert (Hv : map (eval p) (snd j) = snd i) by (rewrite <- Hi at 1; reflexivity).
  assert (Hsizes : forall ws, Forall (fun w => 0 <= eval (snd i) (size w)) ws ->
    eval p (fold_right add zero (map (fun w => substitute (snd j) (size w)) ws)) =
    Z.of_nat (length (flat_map (word_values (snd i)) ws))).
  { induction ws as [| w ws IH]; intros Hw; [apply eval_zero |].
    inversion Hw as [| ? ? H1 H2]; subst. cbn [map fold_right flat_map].
    rewrite eval_add, eval_substitute, Hv, (IH H2), app_length.
    pose proof (word_values_length (snd i) w H1). lia. }
  specialize (Hsizes _ Hadm).
  set (empty := Stretch [] [fold_right add zero (map (fun w => substitute (snd j) (size w))
    (words B (fst j)))] false).
  assert (Hempty : borders_at p empty = [Z.of_nat (length (instance_values B i))]).
  { unfold borders_at, empty. cbn [borders map]. f_equal. exact Hsizes. }
  assert (Hlies : lies L origin p empty).
  { split; [reflexivity |]. intros k w Hw. destruct k; discriminate. }
  assert (Hrev : rev (rev (words B (fst j))) = words B (fst i)) by apply rev_involutive.
  destruct (push_words_lie L origin p (snd j) (rev (words B (fst j))) empty (values_of D A) C)
    as (H1 & H2 & H3 & H4 & H5).
  - rewrite Hv. now apply Forall_rev.
  - assumption.
  - rewrite Hrev, Hv. unfold start_of. cbn [empty chain_words length]. rewrite Hempty. cbn [nth].
    rewrite app_length. unfold instance_values, block_values. lia.
  - rewrite Hrev, Hv. exact HL.
  - assert (Hch : fold_left (push_word (snd j)) (rev (words B (fst j))) empty = ch)
      by (symmetry; apply push_is).
    rewrite Hch in *.
    cbn [empty chain_words length j fst Nat.add] in H4. rewrite rev_length in H4.
    split; [assumption |]. split; [assumption |]. split; [assumption |].
    split; [assumption |]. split.
    + unfold start_of in H2. rewrite H4 in H2. rewrite H2. lia.
    + rewrite (H5 O (Nat.le_0_l _)), Hempty. reflexivity.
Qed.

(** The rule of the game, and the rule at a position of the block under test. *)
Lemma rule_of_positions L origin (M : list Z) x : origin <= 0 -> 0 <= x ->
  (forall s, In s M -> 1 <= s) ->
  map (fun s => at_ L origin (x - s)) (filter (fun s => origin <=? x - s) M) =
  let y := Z.to_nat (x - origin) in
  map (target None (fun k => nth k L O) y)
    (filter (fun s => (1 <=? s)%nat && (is_there None || (s <=? y)%nat)) (map Z.to_nat M)).
Proof.
  intros Ho Hx Hpos. cbv zeta. cbn [is_there orb]. induction M as [| s M IH]; [reflexivity |].
  assert (Hs : 1 <= s) by (apply Hpos; now left).
  assert (HM : forall t, In t M -> 1 <= t) by (intros t Ht; apply Hpos; now right).
  cbn [filter map]. rewrite (proj2 (Nat.leb_le 1 (Z.to_nat s))) by lia. cbn [andb].
  destruct (Z.leb_spec origin (x - s)) as [Hle | Hgt].
  - rewrite (proj2 (Nat.leb_le _ _)) by lia. cbn [map]. rewrite (IH HM). f_equal.
    unfold at_, target. rewrite (proj2 (Nat.leb_le _ _)) by lia. f_equal. lia.
  - rewrite (proj2 (Nat.leb_gt _ _)) by lia. apply (IH HM).
Qed.

(** Of a finite piece, only the positions count whose options all lie in it. *)
Definition matters (p : list Z) (x : nat) : Prop :=
  endless D = None -> forall s, In s (moves_at D p) -> (s <= x)%nat.

Lemma block_sound p n A i C pl first st st' :
  admitted D p -> Forall (admissible D) (instances D p n) ->
  (forall s, In s (moves D) -> 1 <= eval p s) ->
  counts_options (rule_of D) = false \/ NoDup (moves_at D p) -> instances D p n = A ++ i :: C ->
  In pl (table D) -> number pl = fst i -> length (snd i) = (N + loops pl)%nat ->
  cases_hold (snd i) (reached_when pl) -> step N (table D) (ends None A) i ->
  all_hold (snd i) first -> facts st = [] ->
  block_check D (index (table D)) first pl st = Some st' ->
  let L := passes D p n in
  forall x, (length (values_of D A) <= x < length (values_of D (A ++ [i])))%nat ->
    matters p x ->
    obeys (rule_of D) None (moves_at D p) (fun k => nth k L O) x.
Proof.
  intros Hp Hadm Hpos Hdifferent Hinst Hpl Hnumber Hlen Hcases Hstep Hholds Hst H L x Hx Hmatters.
  set (v := snd i) in *.
  assert (Hin : In i (instances D p n)) by (rewrite Hinst; apply in_or_app; right; now left).
  destruct (instances_of_parameters D p n i Hin) as (w & Hw). fold v in Hw.
  rewrite Hinst in Hadm. apply Forall_app in Hadm as [HadmA Hadm].
  inversion Hadm as [| ? ? Hadmi _]; subst.
  set (origin := - Z.of_nat (length (values_of D A))).
  assert (HL : L = values_of D A ++ instance_values B i ++ values_of D C).
  { unfold L. rewrite instances_values, Hinst. unfold values_of. now rewrite flat_map_app. }
  assert (Hvalues : values_of D (A ++ [i]) = values_of D A ++ instance_values B i).
  { unfold values_of. rewrite flat_map_app. cbn [flat_map]. now rewrite app_nil_r. }
  rewrite Hvalues, app_length in Hx.
  unfold block_check in H. rewrite Hnumber in H.
  assert (Hpoint : at_point v (fst i, map variable (seq 0 (length v))) = i).
  { unfold at_point. cbn [fst snd]. rewrite eval_variables. now destruct i. }
  destruct (words B (fst i)) as [| w0 ws0] eqn:Hws.
  { unfold instance_values, block_values in Hx. rewrite Hws in Hx. simpl in Hx. lia. }
  unfold then_ in H. rewrite <- Hws in H. rewrite <- Hlen in H.
  destruct (each_case _ _ _ _ _ _) as [s1 |] eqn:Heach; [| discriminate].
  set (Q := forall y, 0 <= y < Z.of_nat (length (instance_values B i)) ->
    counts D origin (moves_now D v) y ->
    obeys_at D (at_ L origin) origin (moves_now D v) y).
  destruct (alone_lies v _ L origin i A (values_of D C) Hpoint Hadmi HL eq_refl)
    as (H1 & H2 & H3 & H4 & H5 & H6).
  assert (HQ : Q).
  { eapply (each_case_sound (length v) v Q) in Heach; [| | constructor |].
    - destruct Heach as [_ HQ]. apply HQ; assumption.
    - intros rows a b Hrows Ha Hb.
      apply (chain_sound D _ (numbered D Hformed) L origin v) in Hb;
        [| | reflexivity | assumption | assumption].
      + destruct Hb as [Hb Hfb]. split; [| assumption]. destruct (Hb A)
          as (r & ch & j & A' & s & s' & Hleaf & Hr & Hs & Hpre & Hlength & Hsame & _).
        * split; [exact H1 |]. split; [exact H2 |]. split; [eexists; exact HL |].
          split; [rewrite H3; discriminate |]. split; [assumption |].
          split; [| now rewrite Hpoint].
          pose proof (instances_follow D Hformed p n (proj1 Hp)) as Hsteps. rewrite Hinst in Hsteps.
          now apply steps_app in Hsteps.
        * rewrite H4 in *.
          apply (words_sound D (at_ L origin) origin (length v) r ch v eq_refl Hr) in Hleaf;
            [| assumption].
          destruct Hleaf as [_ Hleaf]. intros y Hy.
          apply (Hleaf (preceded_makes_up _ _ _ _ _ _ _ Hpre) Hlength); [now left | |].
          -- intros z _ m k Hk. destruct m; discriminate.
          -- now rewrite (Hsame O (Nat.le_0_l _)), (Hsame _ (Nat.le_refl _)), H5, H6.
      + intros r ch s s' Hr Hs Hleaf.
        now apply (words_sound D (at_ L origin) origin (length v) r ch v eq_refl Hr) in Hleaf.
    - unfold facts_hold. rewrite Hst. constructor. }
  set (y := Z.of_nat x + origin).
  assert (HM : moves_now D v = map (eval p) (moves D)).
  { rewrite Hw. now apply (moves_extend D Hformed), Hp. }
  assert (Hy : 0 <= y < Z.of_nat (length (instance_values B i))) by (unfold y, origin; lia).
  assert (Hxy : x = Z.to_nat (y - origin)) by (unfold y; lia).
  assert (Hpositive : forall s, In s (moves_now D v) -> 1 <= s).
  { rewrite HM. intros s Hs. apply in_map_iff in Hs as (f & <- & Hf).
    now apply Hpos. }
  specialize (HQ y Hy). unfold obeys_at in HQ. unfold obeys.
  rewrite by_rule_moves by assumption.
  rewrite rule_of_positions in HQ; [| unfold origin; lia | lia | assumption].
  cbv zeta in HQ. rewrite <- Hxy in HQ.
  assert (Hmoves : map Z.to_nat (moves_now D v) = moves_at D p).
  { rewrite HM, map_map. reflexivity. }
  rewrite Hmoves in HQ. rewrite <- HQ.
  - unfold at_. now rewrite <- Hxy.
  - intros Hpiece s Hs. unfold matters in Hmatters.
    assert (Hnone : endless D = None) by (unfold is_piece in Hpiece; now destruct (endless D)).
    assert (Hs' : In (Z.to_nat s) (moves_at D p)) by (rewrite <- Hmoves; now apply in_map).
    specialize (Hmatters Hnone _ Hs'). specialize (Hpositive s Hs). unfold y. lia.
Qed.

End Blocks.
