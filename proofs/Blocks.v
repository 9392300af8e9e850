(** Each block obeys the rule where the checker accepts. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Ranges Past Places Follows Walk Split Sweep Chain
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
  lies D L origin p ch /\ start_of p ch = origin + Z.of_nat (length (values_of D A)) /\
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
  assert (Hlies : lies D L origin p empty).
  { split; [reflexivity |]. intros k w Hw. destruct k; discriminate. }
  assert (Hrev : rev (rev (words B (fst j))) = words B (fst i)) by apply rev_involutive.
  destruct (push_words_lie D L origin p (snd j) (rev (words B (fst j))) empty (values_of D A) C)
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

(** * The sequence behind copies of what stands before it *)

(** Copies of the start, if it is followed. *)
Definition before_instances (p : list Z) (k : nat) : list instance :=
  match start_again D with Some b => repeat (b, p) k | None => [] end.

Lemma before_values p k b : start_again D = Some b ->
  values_of D (before_instances p k) = concat (repeat (block_values B p b) k).
Proof.
  intros Hb. unfold before_instances. rewrite Hb. induction k as [| k IH]; [reflexivity |].
  cbn [repeat concat]. unfold values_of in *. cbn [flat_map]. now rewrite IH.
Qed.

(** The value of what a move leads to: in the copies, the sequence, or the cycle before it; and whether
    it leads to anything. *)
Lemma value_of_target p L k x s : start_fine D p -> (1 <= s)%nat ->
  (s <= length (values_of D (before_instances p k)) \/ start_again D = None)%nat ->
  let before := values_of D (before_instances p k) in
  let origin := - Z.of_nat (length before) in
  is_position D origin (Z.of_nat x - Z.of_nat s) = (is_there (past_at D p) || (s <=? x)%nat) /\
  (is_position D origin (Z.of_nat x - Z.of_nat s) = true ->
   at_ D (before ++ L) origin (Z.of_nat x - Z.of_nat s) =
   target (past_at D p) (fun y => nth y L O) x s).
Proof.
  intros Hfine Hs Hlong before origin.
  assert (Horigin : origin = - Z.of_nat (length before)) by reflexivity. clearbody origin.
  unfold is_position, past_at, target.
  assert (Hinside : forall l, (s <= x)%nat -> origin = - Z.of_nat (length l) ->
    at_ D (l ++ L) origin (Z.of_nat x - Z.of_nat s) = nth (x - s) L O).
  { intros l Hx Ho. rewrite at_inside by lia. rewrite app_nth2 by lia. f_equal. lia. }
  destruct (Nat.leb_spec s x) as [Hx | Hx].
  { split; [| intros _; now apply Hinside]. rewrite orb_true_r.
    destruct (outside_word D); [reflexivity | apply Z.leb_le; lia]. }
  rewrite orb_false_r. destruct (start D) as [b |] eqn:Hb.
  - destruct (Hfine b Hb) as [Hadm Hne]. cbn [option_map is_there].
    destruct (outside_word D) as [w |] eqn:Hw.
    + (* a cycle *)
      split; [reflexivity |]. intros _.
      assert (Hnone : start_again D = None) by (unfold start_again; now rewrite Hb, Hw).
      assert (Ho : origin = 0).
      { rewrite Horigin. unfold before, before_instances. now rewrite Hnone. }
      unfold at_. rewrite Hw, Ho. rewrite (proj2 (Z.ltb_lt _ _)) by lia.
      unfold outside_word in Hw. rewrite Hb in Hw.
      apply (one_cycle_copies p) in Hw; [| exact Hadm].
      rewrite (leftward_cycle _ w) by assumption. f_equal. lia.
    + (* a block *)
      assert (Hagain : start_again D = Some b) by (unfold start_again; now rewrite Hb, Hw).
      destruct Hlong as [Hlong | Hnone]; [| congruence].
      split; [apply Z.leb_le; fold before in Hlong; lia |]. intros _. fold before in Hlong.
      rewrite at_inside by lia. rewrite app_nth1 by lia. unfold before in *.
      rewrite (before_values p k b Hagain) in *. rewrite copies_length in *.
      rewrite <- (leftward_copies _ k) by lia. f_equal. lia.
  - (* nothing *)
    cbn [option_map is_there].
    assert (Hnone : start_again D = None) by (unfold start_again; now rewrite Hb).
    assert (Ho : origin = 0).
    { rewrite Horigin. unfold before, before_instances. now rewrite Hnone. }
    unfold outside_word. rewrite Hb, Ho.
    split; [apply Z.leb_gt; lia |]. intros H. apply Z.leb_le in H. lia.
Qed.

(** Where the origin is does not matter. *)
Lemma at_shift L origin a x : at_ D L (origin - a) (x - a) = at_ D L origin x.
Proof.
  unfold at_. replace (x - a - (origin - a)) with (x - origin) by ring.
  destruct (outside_word D); [| reflexivity].
  destruct (Z.ltb_spec (x - a) (origin - a)), (Z.ltb_spec x origin); try reflexivity; lia.
Qed.

Lemma is_position_shift origin a x : is_position D (origin - a) (x - a) = is_position D origin x.
Proof.
  unfold is_position. destruct (outside_word D); [reflexivity |].
  destruct (Z.leb_spec (origin - a) (x - a)), (Z.leb_spec origin x); try reflexivity; lia.
Qed.

(** The rule of the game, and the rule at a position of the block under test, which stands behind a
    values of the sequence. *)
Lemma rule_of_positions p L k (M : list Z) a x : start_fine D p -> (forall s, In s M -> 1 <= s) ->
  let before := values_of D (before_instances p k) in
  (start_again D <> None -> forall s, In s M -> s <= Z.of_nat (length before)) ->
  let origin := - Z.of_nat (length before) - Z.of_nat a in
  map (fun s => at_ D (before ++ L) origin (Z.of_nat x - Z.of_nat a - s))
    (filter (fun s => is_position D origin (Z.of_nat x - Z.of_nat a - s)) M) =
  map (target (past_at D p) (fun y => nth y L O) x)
    (filter (fun s => (1 <=? s)%nat && (is_there (past_at D p) || (s <=? x)%nat)) (map Z.to_nat M)).
Proof.
  intros Hfine Hpos before Hlong origin. induction M as [| s M IH]; [reflexivity |].
  assert (Hs : 1 <= s) by (apply Hpos; now left).
  specialize (IH (fun t Ht => Hpos t (or_intror Ht)) (fun H t Ht => Hlong H t (or_intror Ht))).
  destruct (value_of_target p L k x (Z.to_nat s) Hfine ltac:(lia)) as [Hthere Hvalue].
  { fold before. destruct (start_again D); [left | now right].
    specialize (Hlong ltac:(discriminate) s (or_introl eq_refl)). lia. }
  fold before in Hthere, Hvalue. rewrite Z2Nat.id in Hthere, Hvalue by lia.
  cbn [map filter]. rewrite (proj2 (Nat.leb_le 1 (Z.to_nat s))) by lia. cbn [andb].
  replace (Z.of_nat x - Z.of_nat a - s) with (Z.of_nat x - s - Z.of_nat a) by ring.
  unfold origin at 2. rewrite is_position_shift, Hthere.
  destruct (is_there (past_at D p) || (Z.to_nat s <=? x)%nat); [| exact IH].
  cbn [map]. rewrite IH. f_equal.
  replace (Z.of_nat x - Z.of_nat a - s) with (Z.of_nat x - s - Z.of_nat a) by ring.
  unfold origin. rewrite at_shift. now apply Hvalue.
Qed.

(** Of a finite piece, only the positions count whose options all lie in it. *)
Definition matters (p : list Z) (x : nat) : Prop :=
  is_piece D = true -> forall s, In s (moves_at D p) -> (s <= x)%nat.

(** All moves, from the ends of their entries. *)
Lemma from_ends_sizes p l : from_ends l (map (eval p) (flat_map entry_ends l)) = flat_map (sizes p) l.
Proof.
  induction l as [| [s | a b] l IH]; [reflexivity | |]; cbn [flat_map entry_ends app map from_ends sizes];
    now rewrite IH.
Qed.

Lemma wide_sizes p l : (forall a b, In (Moves a b) l -> eval p a <= eval p b) ->
  wide l (map (eval p) (flat_map entry_ends l)) /\
  forall s, In s (map (eval p) (flat_map entry_ends l)) -> In s (flat_map (sizes p) l).
Proof.
  induction l as [| [s | a b] l IH]; intros H; [split; [exact I | intros s []] | |];
    cbn [flat_map entry_ends app map wide sizes];
    destruct (IH (fun a' b' Hin => H a' b' (or_intror Hin))) as [Hwide Hin].
  - split; [assumption |]. intros t [<- | Ht]; [now left | right; now apply Hin].
  - specialize (H a b (or_introl eq_refl)). split; [now split |].
    intros t [<- | [<- | Ht]]; apply in_or_app; [left | left | right; now apply Hin]; apply in_range; lia.
Qed.

Lemma sizes_positive p l : (forall e, In e l -> 1 <= eval p (least_move e)) ->
  forall s, In s (flat_map (sizes p) l) -> 1 <= s.
Proof.
  intros H s Hs. apply in_flat_map in Hs as (e & He & Hs). specialize (H e He).
  destruct e as [t | a b]; cbn [sizes least_move] in *; [destruct Hs as [<- | []]; assumption |].
  apply in_range in Hs. lia.
Qed.

Lemma block_sound p n A i C pl first st st' :
  admitted D p -> states_fine D p -> Forall (admissible D) (instances D p n) -> start_fine D p ->
  (forall s, In s (flat_map (sizes p) (moves D)) -> 1 <= s) ->
  (forall a b, In (Moves a b) (moves D) -> eval p a <= eval p b) ->
  counts_options (rule_of D) = false \/ NoDup (moves_at D p) -> instances D p n = A ++ i :: C ->
  number pl = fst i -> length (snd i) = (N + loops pl)%nat -> cases_hold (snd i) (reached_when pl) ->
  all_hold (snd i) first -> facts st = [] ->
  block_check D (index (table D)) first pl st = Some st' ->
  let L := passes D p n in
  forall x, (length (values_of D A) <= x < length (values_of D (A ++ [i])))%nat ->
    matters p x ->
    obeys (rule_of D) (past_at D p) (moves_at D p) (fun k => nth k L O) x.
Proof.
  intros Hp Hstates Hadm Hfine Hpos Hnot_empty Hdifferent Hinst Hnumber Hlen Hcases Hholds Hst H L x Hx Hmatters.
  set (v := snd i) in *.
  assert (Hin : In i (instances D p n)) by (rewrite Hinst; apply in_or_app; right; now left).
  destruct (instances_of_parameters D p n i Hin) as (w & Hw). fold v in Hw.
  rewrite Hinst in Hadm. apply Forall_app in Hadm as [HadmA Hadm].
  inversion Hadm as [| ? ? Hadmi _]; subst.
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
  assert (HM : moves_now D v = map (eval p) (ends_of D)).
  { rewrite Hw. now apply (moves_extend D Hformed), Hp. }
  set (M := from_ends (moves D) (moves_now D v)).
  assert (Hsizes : M = flat_map (sizes p) (moves D)) by (unfold M; rewrite HM; apply from_ends_sizes).
  assert (Hpositive : forall s, In s M -> 1 <= s) by now rewrite Hsizes.
  assert (Hmoves : map Z.to_nat M = moves_at D p) by now rewrite Hsizes.
  destruct (wide_sizes p (moves D) Hnot_empty) as [Hwide Hends].
  fold (ends_of D) in Hwide, Hends. rewrite <- HM in Hwide, Hends. rewrite <- Hsizes in Hends.
  set (a := length (values_of D A)) in *. set (y := Z.of_nat x - Z.of_nat a).
  match goal with |- ?goal => set (Q := goal) end.
  eapply (each_case_sound (length v) v Q) in Heach; [| | constructor |].
  { destruct Heach as [_ HQ]. apply HQ; assumption. }
  2: { unfold facts_hold. rewrite Hst. constructor. }
  intros rows s2 s3 Hrows Hs2 Hb.
  set (k := (length (answers s2) + Z.to_nat (fold_right Z.max 0%Z M))%nat).
  set (before := before_instances p k). set (lead := values_of D before).
  set (origin := - Z.of_nat (length lead) - Z.of_nat a).
  assert (Hlead : values_of D (before ++ A) = lead ++ values_of D A) by apply flat_map_app.
  assert (HL' : lead ++ L = values_of D (before ++ A) ++ instance_values B i ++ values_of D C).
  { now rewrite Hlead, HL, <- app_assoc. }
  assert (Horigin : origin = - Z.of_nat (length (values_of D (before ++ A)))).
  { rewrite Hlead, app_length. unfold origin, a. lia. }
  destruct (alone_lies v _ (lead ++ L) origin i (before ++ A) (values_of D C) Hpoint Hadmi HL' Horigin)
    as (H1 & H2 & H3 & H4 & H5 & H6).
  assert (Hsteps : steps N (table D) (first_prev D p) (before ++ A ++ i :: C)).
  { pose proof (instances_follow D Hformed p n (proj1 Hp) Hstates) as Hsteps. rewrite Hinst in Hsteps.
    unfold before, before_instances, first_prev in *.
    destruct (start_again D) as [b |] eqn:Hb'; [| exact Hsteps].
    apply copies_follow; [apply Hp | assumption | exact Hsteps]. }
  rewrite app_assoc in Hsteps. apply steps_app in Hsteps as [Hsteps [Hstep _]].
  assert (Hlarge : start_again D <> None -> forall s, In s M ->
    s <= Z.of_nat (length lead)).
  { intros Hagain s Hs. unfold lead, before. destruct (start_again D) as [b |] eqn:Hb'; [| contradiction].
    rewrite (before_values p k b Hb'), copies_length.
    destruct (Hfine b (start_again_start D b Hb')) as [_ Hne].
    assert (1 <= length (block_values B p b))%nat by (destruct (block_values _ _ _); [contradiction | simpl; lia]).
    assert (s <= fold_right Z.max 0 M).
    { clear - Hs. induction M as [| t l IH]; [contradiction |].
      destruct Hs as [-> | Hs]; cbn [fold_right]; [lia | specialize (IH Hs); lia]. }
    unfold k. nia. }
  apply (chain_sound D _ (numbered D Hformed) (lead ++ L) origin (first_prev D p) v) in Hb;
    [| | reflexivity | assumption | assumption].
  - destruct Hb as [Hb Hfb]. split; [| assumption]. destruct (Hb (before ++ A))
      as (r & ch & j & A' & s & s' & Hleaf & Hr & Hs & Hpre & Hlength & Hsame & _).
    + split; [exact H1 |]. split; [exact H2 |]. split; [eexists; exact HL' |].
      split; [rewrite H3; discriminate |]. split; [| split; [exact Hsteps | now rewrite Hpoint]].
      apply Forall_app. split; [| assumption]. unfold before, before_instances.
      destruct (start_again D) as [b |] eqn:Hb'; [| constructor].
      apply Forall_forall. intros c Hc. apply repeat_spec in Hc. subst c.
      apply Hfine, start_again_start, Hb'.
    + unfold first_prev, before, before_instances.
      destruct (start_again D); [right | now left]. rewrite app_length, repeat_length. unfold k. lia.
    + rewrite H4 in *.
      apply (words_sound D (at_ D (lead ++ L) origin) origin (length v) r ch v eq_refl Hr) in Hleaf;
        [| assumption].
      destruct Hleaf as [_ Hleaf].
      assert (HQ : counts D origin (moves_now D v) y ->
        obeys_at D (at_ D (lead ++ L) origin) origin (moves_now D v) y).
      { apply (Hleaf (preceded_makes_up _ _ _ _ _ _ _ _ Hpre) Hlength); [now left | |].
        - intros z _ m c Hc. destruct m; discriminate.
        - rewrite (Hsame O (Nat.le_0_l _)), (Hsame _ (Nat.le_refl _)), H5, H6. unfold y. lia. }
      unfold Q, obeys. rewrite by_rule_moves by assumption. rewrite <- Hmoves.
      unfold lead, before in Hlarge.
      rewrite <- (rule_of_positions p L k M a x Hfine Hpositive Hlarge).
      fold before lead. fold origin y. unfold obeys_at in HQ. fold M in HQ. rewrite <- HQ.
      * rewrite at_inside, app_nth2 by (unfold y, origin; lia). f_equal. unfold y, origin. lia.
      * split; [exact Hwide |]. intros Hpiece t Ht. apply Hends in Ht. unfold matters in Hmatters.
        assert (Ht' : In (Z.to_nat t) (moves_at D p)) by (rewrite <- Hmoves; now apply in_map).
        specialize (Hmatters Hpiece _ Ht'). specialize (Hpositive t Ht). unfold y, origin. lia.
  - intros r ch s s' Hr Hs Hleaf.
    now apply (words_sound D (at_ D (lead ++ L) origin) origin (length v) r ch v eq_refl Hr) in Hleaf.
Qed.

End Blocks.
