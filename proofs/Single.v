(** Why a pattern that the checker accepts occurs once in each pass through an endless loop of items. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Past Arms Ranges Places Follows Steps Walk
  Phases Split Chain Runs Checker Meaning Soundness NotEmpty Blocks Tree Cycles Endless Items Known
  Powers Instances Marks Pattern Once Pass.
Import ListNotations.
Local Open Scope Z_scope.

(** Some letters stand at given distances back from one place in each pass, and from no other. *)
Definition single (b : list nat) : Prop :=
  exists (l : list (Z * nat)) s,
    (forall mark, In mark l -> cycle_value b (s - fst mark) = snd mark) /\
    forall g, (forall mark, In mark l -> cycle_value b (g - fst mark) = snd mark) ->
      exists j, g = s + j * Z.of_nat (length b).

Lemma need_facts p dimension rows f st st' : all_hold p rows -> facts_hold p st ->
  need dimension rows f st = Some st' -> facts_hold p st'.
Proof. intros H1 H2 H. now apply (need_sound _ p rows f st st' H1 H2) in H. Qed.

Lemma here_facts p dimension marks place rows ch st st' : all_hold p rows -> facts_hold p st ->
  here dimension marks place rows ch st = Some st' -> facts_hold p st'.
Proof.
  intros Hrows Hst H. unfold here in H. destruct (from_start _); [now injection H as <- |].
  destruct (answers st) as [| [] l]; try discriminate. destruct (_ =? _)%nat; [| discriminate].
  apply (try_each_facts p) in H; [exact H | | exact Hst]. intros (k, mark) s s' Hs Hm.
  cbn [mark_here] in Hm. destruct (look _ k) as [w |]; [| discriminate].
  unfold lands in Hm.
  destruct (need _ _ _ s) as [s1 |] eqn:H1; [cbn [then_] in Hm | discriminate].
  apply (need_facts p) in H1; try assumption.
  destruct (need _ _ _ s1) as [s2 |] eqn:H2; [cbn [then_] in Hm | discriminate].
  apply (need_facts p) in H2; try assumption.
  destruct (phase _ _ _ s2) as [[r s3] |] eqn:H3; [cbn [then_ fst snd] in Hm | discriminate].
  apply (phase_sound p) in H3; [| apply cycle_pos | assumption]. destruct H3 as [H3 _].
  destruct (_ =? _)%nat; [| discriminate]. injection Hm as <-. unfold facts_hold. now rewrite H3.
Qed.

Lemma anywhere_facts p variables pt block own offset rows ch st st' : facts_hold p st ->
  anywhere variables pt block own offset rows ch st = Some st' -> facts_hold p st'.
Proof.
  intros Hst H. unfold anywhere in H. destruct (from_start _); [now injection H as <- |].
  destruct (marks pt) as [| [back letter] l]; [discriminate |].
  apply (try_each_facts p) in H; [exact H | | exact Hst]. intros k s s' Hs Hk.
  destruct (look _ k) as [w |]; [| discriminate].
  destruct (has letter w); [| now injection Hk as <-].
  apply each_case_facts in Hk; [| discriminate]. unfold facts_hold. now rewrite Hk.
Qed.

(** The borders of a block depend on the values of its variables only. *)
Lemma alone_borders D p q b forms forms' : map (eval p) forms = map (eval q) forms' ->
  borders_at p (alone D (b, forms)) = borders_at q (alone D (b, forms')).
Proof.
  intros H. assert (Heval : forall f, eval p (substitute forms f) = eval q (substitute forms' f)).
  { intros f. now rewrite !eval_substitute, H. }
  assert (Hpush : forall ws ch ch', borders_at p ch = borders_at q ch' ->
    borders_at p (fold_left (push_word forms) ws ch) =
    borders_at q (fold_left (push_word forms') ws ch')).
  { induction ws as [| w ws IH]; intros ch ch' Hch; [exact Hch |]. cbn [fold_left]. apply IH.
    assert (Hlast : eval p (last (borders ch) zero) = eval q (last (borders ch') zero)).
    { assert (Hone : forall r l, eval r (last l zero) = last (map (eval r) l) 0).
      { intros r l. induction l as [| f [| g l] IHl]; try reflexivity. exact IHl. }
      rewrite !Hone. unfold borders_at in Hch. now rewrite Hch. }
    unfold borders_at in *. unfold push_word. cbn [borders]. rewrite !map_app, Hch.
    f_equal. cbn [map]. now rewrite !eval_sub, Hlast, Heval. }
  unfold alone. rewrite !push_is. cbn [fst snd]. apply Hpush.
  unfold borders_at. cbn [borders map]. f_equal.
  induction (words (blocks D) b) as [| w ws IH]; [now rewrite !eval_zero |].
  cbn [map fold_right]. now rewrite !eval_add, Heval, IH.
Qed.

Section Sound.

Variables (E : description) (q : list Z) (first I : list instance).

Local Notation B := (blocks E).

Hypothesis formed_E : well_formed E = true.
Hypothesis admitted_E : admitted E q.
Hypothesis states_E : states_fine E q.
Hypothesis not_followed : start_again E = None.
Hypothesis admissible_E : forall k, Forall (admissible E) (Meaning.instances E q k).
Hypothesis first_letters : values_of E first = [].
Hypothesis instances_E : forall m, exists k, Meaning.instances E q k = first ++ concat (repeat I m).

Let b := values_of E I.
Hypothesis not_empty : b <> [].

Let n := parameters E.
Let dimension : length q = n := proj1 admitted_E.

Variables (rows : list constraint) (pt : pattern).
Hypothesis rows_hold : forall w, all_hold (q ++ w) rows.

Local Notation number_of := (number_of E formed_E).
Local Notation A_length := (A_length E first I).
Local Notation alone_here := (alone_here E q first I formed_E admitted_E states_E not_followed admissible_E
  first_letters instances_E).
Local Notation chain_letters := (chain_letters E first I first_letters not_empty).

Hypothesis loops_over : forallb (within n) (at_loops pt) = true.
Hypothesis marks_over : forallb (fun mark => within n (fst mark)) (marks pt) = true.
Hypothesis first_zero : match marks pt with (back, _) :: _ => same back zero | [] => false end = true.

Let w0 := map (eval q) (at_loops pt).
Let v0 := q ++ w0.
Let own := length (words B (in_block pt)).
Let borders0 := borders_at v0 (alone E (in_block pt, map variable (seq 0 (length v0)))).

Let places := index (table E).

(** The instances are different ones, and the place is one of them if its conditions hold. *)
Hypothesis once_each : NoDup I.
Hypothesis reached : forall pl, In pl (table E) -> number pl = in_block pt ->
  block_has_words B (in_block pt) = true -> length v0 = (n + loops pl)%nat ->
  cases_hold v0 (reached_when pl) -> In (in_block pt, v0) I.

Lemma in_instances i : In i I -> exists k, In i (Meaning.instances E q k).
Proof.
  intros Hi. destruct (instances_E 1) as (k & Hk). exists k. rewrite Hk. cbn [repeat concat].
  rewrite app_nil_r. apply in_or_app. now right.
Qed.

Lemma v0_length : length v0 = (n + length (at_loops pt))%nat.
Proof. unfold v0, w0. rewrite app_length, map_length. lia. Qed.

Lemma mark_within mark v w : In mark (marks pt) -> v = q ++ w -> eval v (fst mark) = eval q (fst mark).
Proof.
  intros Hin ->. rewrite forallb_forall in marks_over. apply within_eval. rewrite dimension.
  now apply marks_over.
Qed.

Lemma variables_point v j : snd j = v -> at_point v (fst j, map variable (seq 0 (length v))) = j.
Proof. intros <-. unfold at_point. cbn [fst snd]. rewrite eval_variables. now destruct j. Qed.

Lemma place_sound st st' : known q rows st -> place_shown n rows pt E places st = Some st' ->
  known q rows st' /\
  (exists pl, nth_error (table E) (in_block pt) = Some pl /\ loops pl = length (at_loops pt)) /\
  exists X Y, I = X ++ (in_block pt, v0) :: Y /\
    forall mark, In mark (marks pt) ->
      cycle_value b (Z.of_nat (length (values_of E X)) + nth (own - in_word pt) borders0 0
        - eval q (fst mark)) = snd mark.
Proof.
  intros Hst H. unfold place_shown, places in H. rewrite look_index in H.
  destruct (nth_error (table E) (in_block pt)) as [pl |] eqn:Hpl; [| discriminate].
  destruct (nth_error (words B (in_block pt)) (in_word pt)) as [w |] eqn:Hw; [| discriminate].
  cbv zeta in H. destruct (_ && _) eqn:Hcheck in H; [| discriminate].
  apply andb_true_iff in Hcheck as [Hloops Hconditions]. apply Nat.eqb_eq in Hloops.
  set (new := map _ (seq 0 _)) in H.
  destruct (enter _ _ _ st) as [[open s] |] eqn:Henter; [cbn [then_ fst snd] in H | discriminate].
  destruct open; [| discriminate].
  destruct (try_each _ _ s) as [s1 |] eqn:Hneeds; [cbn [then_] in H | discriminate].
  destruct (need _ _ _ s1) as [s2 |] eqn:Hsize; [cbn [then_] in H | discriminate].
  destruct (each_case _ _ _ _ _ s2) as [s3 |] eqn:Heach; [cbn [then_] in H | discriminate].
  injection H as <-. split; [now apply known_facts |].
  assert (Hnumber : number pl = in_block pt) by now apply number_of.
  split; [now exists pl |].
  assert (Hall : all_hold v0 (rows ++ new)).
  { apply Forall_app. split; [apply rows_hold |]. unfold new. apply Forall_map.
    apply Forall_forall. intros j Hj. apply in_seq in Hj. apply holds_equal.
    rewrite eval_variable. unfold v0. rewrite app_nth2 by lia.
    rewrite dimension. replace (n + j - n)%nat with j by lia.
    rewrite within_eval.
    - unfold w0. rewrite <- (eval_zero q), (map_nth (eval q)). reflexivity.
    - rewrite dimension. rewrite forallb_forall in loops_over. apply loops_over.
      apply nth_In. lia. }
  assert (Hs : facts_hold v0 s).
  { unfold facts_hold. rewrite (enter_facts _ _ _ _ _ _ Henter). apply Hst, rows_hold. }
  apply (try_each_sound (facts_hold v0) (holds v0)) in Hneeds.
  2:{ intros c s' s'' _ Hs' Hneed.
      destruct (need _ _ _ s') as [s4 |] eqn:H4; [cbn [then_] in Hneed | discriminate].
      apply (need_sound _ v0) in H4 as [H4 Hs4]; try assumption. destruct c; cbn [form_of is_equation holds] in *.
      - injection Hneed as <-. now split.
      - apply (need_sound _ v0) in Hneed as [H5 Hs5]; try assumption. rewrite eval_times in H5.
        split; [exact Hs5 | lia]. }
  2:{ exact Hs. }
  destruct Hneeds as [Hs1 Hneeds]. apply (need_facts v0) in Hsize; try assumption.
  assert (Hcases : cases_hold v0 (reached_when pl)).
  { unfold cases_hold. apply Forall_forall. intros one_of Hin.
    rewrite forallb_forall in Hconditions. specialize (Hconditions one_of Hin).
    destruct one_of as [| c others]; [discriminate |]. constructor. apply (Hneeds c). apply in_concat.
    exists (c :: others). split; [exact Hin | now left]. }
  assert (Hreached : In (in_block pt, v0) I).
  { apply (reached pl); try assumption.
    - now apply nth_error_In in Hpl.
    - unfold block_has_words. destruct (words B (in_block pt)); [destruct (in_word pt); discriminate
        | reflexivity].
    - rewrite v0_length. lia. }
  apply in_split in Hreached as (X & Y & HI). exists X, Y. split; [exact HI |].
  rewrite <- v0_length in Heach.
  eapply (each_case_sound (length v0) v0 (forall mark, In mark (marks pt) ->
      cycle_value b (Z.of_nat (length (values_of E X)) + nth (own - in_word pt) borders0 0
        - eval q (fst mark)) = snd mark)) in Heach; try assumption.
  - destruct Heach as [_ Heach]. apply Heach; [constructor | exact Hcases].
  - intros rows' a c Hrows' Ha Hc.
    set (i := (in_block pt, v0)) in *.
    pose proof (variables_point v0 i eq_refl) as Hi. cbn [i fst] in Hi.
    destruct (alone_here X i Y HI v0 _ Hi (length (answers a))) as (Hpre & Hstart & Hlen & H0 & H1).
    fold b in Hpre.
    pose proof (A_length X i Y HI (length (answers a))) as Hlong.
    eapply (chain_sound E _ (numbered E formed_E)) in Hc; [| | reflexivity | exact Hrows' | exact Ha].
    + destruct Hc as [Hc Hfacts]. split; [| exact Hfacts].
      destruct (Hc _ Hpre (or_introl eq_refl)) as (r & ch & j & A' & s' & s'' & Hleaf & Hr & Hs' & Hpre' & Hle & Hsame &
        Hfar).
      assert (Hfrom : from_start ch = false).
      { destruct (from_start ch); [| reflexivity]. destruct (Hfar eq_refl) as [Hx | Hx];
          [cbn [i fst] in Hstart; congruence |].
        exact (False_ind _ (Nat.lt_irrefl _ (Nat.lt_le_trans _ _ _ Hlong Hx))). }
      cbn [i fst] in Hlen, H1, H0.
      pose proof (chain_letters X i Y HI v0 (length (answers a)) ch j A' Hpre') as Hletters.
      fold b in Hletters.
      rewrite (Hsame O (Nat.le_0_l _)) in Hletters. specialize (Hletters H1).
      eapply (here_sound (fun y => cycle_value b (y + Z.of_nat (length (values_of E X)))) ch
        (borders_at v0 ch)) with (p := v0) in Hleaf; try assumption; try reflexivity.
      destruct Hleaf as [_ Hleaf]. intros mark Hmark. specialize (Hleaf mark Hmark).
      rewrite nth_borders, Hsame in Hleaf by (rewrite Hlen; lia).
      rewrite (mark_within mark v0 w0 Hmark eq_refl) in Hleaf. rewrite <- Hleaf.
      f_equal. unfold borders0, own. lia.
    + intros r ch s' s'' Hr Hs'. now apply here_facts.
Qed.

Lemma blocks_sound l st st' : known q rows st ->
  try_each (block_shown n rows pt E places) l st = Some st' ->
  known q rows st' /\ forall pl, In pl l -> exists s s', known q rows s /\
    block_shown n rows pt E places pl s = Some s'.
Proof.
  intros Hst H. apply (try_each_sound (known q rows) (fun pl => exists s s',
    known q rows s /\ block_shown n rows pt E places pl s = Some s')) in H;
    [exact H | | exact Hst].
  intros pl s s' _ Hs Hb. split; [| now exists s, s']. unfold block_shown in Hb.
  destruct (words B (number pl)) as [| w1 ws1]; [injection Hb as <-; exact Hs |]. cbv zeta in Hb.
  destruct (forallb _ _) in Hb; [| discriminate].
  destruct (each_case _ _ _ _ _ _) as [s1 |] in Hb; [cbn [then_] in Hb | discriminate].
  injection Hb as <-. now apply known_facts.
Qed.

Theorem pattern_sound st st' : known q rows st ->
  then_ (place_shown n rows pt E places st) (try_each (block_shown n rows pt E places) (units_table E)) =
    Some st' ->
  known q rows st' /\ single b.
Proof.
  intros Hst H. destruct (place_shown n rows pt E places st) as [s |] eqn:Hs;
    [cbn [then_] in H | discriminate].
  apply place_sound in Hs; [| exact Hst].
  destruct Hs as (Hs & (pl0 & Hpl0 & Hloops0) & X0 & Y0 & HI0 & Hmarks).
  apply blocks_sound in H; [| exact Hs]. destruct H as [Hst' Hblocks].
  split; [exact Hst' |].
  set (s0 := Z.of_nat (length (values_of E X0)) + nth (own - in_word pt) borders0 0) in *.
  exists (map (fun mark => (eval q (fst mark), snd mark)) (marks pt)), s0. split.
  { intros mark Hmark. apply in_map_iff in Hmark as (m & <- & Hm). now apply Hmarks. }
  intros g Hg.
  assert (Hpos : 0 < Z.of_nat (length b)) by (destruct b; [contradiction | simpl; lia]).
  pose proof (Z.mod_pos_bound g _ Hpos) as Hr. pose proof (Z.div_mod g (Z.of_nat (length b))
    ltac:(lia)) as Hdiv.
  set (r := g mod Z.of_nat (length b)) in *.
  destruct (find_instance E I (Z.to_nat r)) as (X & i & Y & HI & Hin).
  { fold b. lia. }
  assert (HinI : In i I) by (rewrite HI; apply in_or_app; right; now left).
  destruct (in_instances i HinI) as (passed & Hini).
  destruct (instances_of_parameters E q passed i Hini) as (w & Hv).
  pose proof (units_follow E formed_E q passed (proj1 admitted_E) states_E) as Hsteps.
  destruct (step_in E _ _ _ i Hsteps Hini) as (prev & pl & Hunits & Hnumber & _ & Hlength & Hcases).
  assert (Hpl : In pl (table E)) by (apply in_or_app; now left).
  fold n in Hlength.
  set (v := snd i) in *.
  pose proof (variables_point v i eq_refl) as Hi.
  destruct (alone_here X i Y HI v _ Hi O) as (_ & _ & Hlen & H0 & H1).

  set (bs := borders_at v (alone E (fst i, map variable (seq 0 (length v))))) in *.
  assert (Hvalues : values_of E (X ++ [i]) = values_of E X ++ instance_values B i).
  { unfold values_of. rewrite flat_map_app. cbn [flat_map]. now rewrite app_nil_r. }
  rewrite Hvalues, app_length in Hin.
  set (x := r - Z.of_nat (length (values_of E X))).
  destruct (words B (fst i)) as [| w1 ws1] eqn:Hws.
  { unfold instance_values, block_values in Hin. rewrite Hws in Hin. simpl in Hin. lia. }
  rewrite <- Hws in *.
  assert (Hown : (0 < length (words B (fst i)))%nat) by (rewrite Hws; simpl; lia).
  destruct (find_word bs x O (length (words B (fst i)) - 1)) as (k & Hk & Hx); [lia | |].
  { replace (S (length (words B (fst i)) - 1)) with (length (words B (fst i))) by lia.
    rewrite H0, H1. unfold x. lia. }
  set (o := x - nth (S k) bs 0).
  destruct (Hblocks pl Hunits) as (a & a' & Ha & Hshown). unfold block_shown in Hshown.
  rewrite Hnumber in Hshown. rewrite Hws in Hshown at 1. cbv zeta in Hshown.
  destruct (forallb _ _) eqn:Hscoped in Hshown; [| discriminate].
  destruct (each_case _ _ _ _ _ a) as [a1 |] eqn:Heach; [| discriminate]. clear Hshown a'.
  rewrite <- Hlength in *. rewrite <- Hws in Heach.
  assert (Hp : v ++ [o] = q ++ w ++ [o]) by (rewrite Hv; now rewrite app_assoc).
  assert (Hover : forall w', all_hold (v ++ w') rows).
  { intros w'. rewrite Hv, <- app_assoc. apply rows_hold. }
  assert (Hplace : at_the_place bs v x n pt (fst i) (length (words B (fst i)))).
  { eapply (each_case_sound (S (length v)) (v ++ [o])
      (at_the_place bs v x n pt (fst i) (length (words B (fst i))))) in Heach.
    - destruct Heach as [_ Heach]. apply Heach; [constructor |].
      apply scoped_keep with (n := length v); [| reflexivity | exact Hcases].
      unfold scoped. rewrite forallb_forall in Hscoped. apply Forall_forall. intros one_of Hone.
      specialize (Hscoped one_of Hone). rewrite forallb_forall in Hscoped. now apply Forall_forall.
    - intros rows' c d Hrows' Hc Hd.
      assert (Hpoint : at_point (v ++ [o]) (fst i, map variable (seq 0 (length v))) = i).
      { unfold at_point. cbn [fst snd].
        pose proof (eval_seq [] v [o]) as Heval. cbn [app length] in Heval. rewrite Heval.
        unfold v. now destruct i. }
      destruct (alone_here X i Y HI (v ++ [o]) _ Hpoint (length (answers c)))
        as (Hpre & Hstart & _ & _ & H1'). fold b in Hpre.
      pose proof (A_length X i Y HI (length (answers c))) as Hlong.
      assert (Hborders : borders_at (v ++ [o]) (alone E (fst i, map variable (seq 0 (length v)))) =
        bs).
      { unfold bs. apply alone_borders.
        pose proof (eval_seq [] v [o]) as Heval. cbn [app length] in Heval. rewrite Heval.
        now rewrite eval_variables. }
      eapply (chain_sound E _ (numbered E formed_E)) in Hd;
        [| | exact (eq_trans (app_length v [o]) (Nat.add_1_r (length v))) | exact Hrows' | exact Hc].
      + destruct Hd as [Hd Hfacts]. split; [| exact Hfacts].
        destruct (Hd _ Hpre (or_introl eq_refl)) as (rs & ch & j & A' & s' & s'' & Hleaf & Hrs & Hs' & Hpre' & Hle &
          Hsame & Hfar).
        assert (Hfrom : from_start ch = false).
        { destruct (from_start ch); [| reflexivity]. destruct (Hfar eq_refl) as [Hfew | Hfew];
            [congruence |].
          exact (False_ind _ (Nat.lt_irrefl _ (Nat.lt_le_trans _ _ _ Hlong Hfew))). }
        pose proof (chain_letters X i Y HI (v ++ [o]) (length (answers c)) ch j A' Hpre') as Hletters.
        fold b in Hletters.
        rewrite (Hsame O (Nat.le_0_l _)) in Hletters. specialize (Hletters H1').
        assert (Hnth : forall m, (m <= length (words B (fst i)))%nat ->
          nth m (borders_at (v ++ [o]) ch) 0 = nth m bs 0).
        { intros m Hm. rewrite Hsame by lia. now rewrite Hborders. }
        destruct (anywhere_sound
          (fun y => cycle_value b (y + Z.of_nat (length (values_of E X)))) ch
          (borders_at (v ++ [o]) ch) v x n pt (fst i) (length (words B (fst i))) o rs s' s'' Hletters)
          as [_ Hat]; try assumption; try reflexivity.
        * destruct (Nat.eq_dec (fst i) (in_block pt)) as [Heq | Hne]; [left | now right].
          apply (numbered E formed_E) in Hpl. rewrite Hnumber, Heq in Hpl.
          assert (pl = pl0) by congruence. subst pl. lia.
        * lia.
        * intros back letter l Hl. now rewrite Hl in first_zero.
        * destruct Hat as (P1 & P2 & P3).
          -- exists k. split; [lia |]. rewrite !Hnth by lia. unfold o. lia.
          -- intros mark Hmark. rewrite (mark_within mark v w Hmark Hv).
             specialize (Hg (eval q (fst mark), snd mark)). cbn [fst snd] in Hg.
             rewrite <- Hg by (apply in_map_iff; now exists mark).
             rewrite <- (cycle_value_add b _ (g / Z.of_nat (length b)) not_empty). f_equal.
             unfold x. lia.
          -- split; [exact P1 |]. split; [exact P2 |]. rewrite P3. apply Hnth. lia.
      + intros rs ch s' s'' Hrs Hs'. now apply anywhere_facts.
    - apply Hover.
    - rewrite Hp. apply Ha. rewrite <- Hp. apply Hover. }
  destruct Hplace as (P1 & P2 & P3).
  assert (Hloops : length v = (n + length (at_loops pt))%nat).
  { apply (numbered E formed_E) in Hpl. rewrite Hnumber, P1 in Hpl.
    assert (pl = pl0) by congruence. subst pl. lia. }
  assert (Hvv : v = v0).
  { rewrite Hv in *. unfold v0. f_equal. rewrite app_length in Hloops.
    apply (nth_ext _ _ 0 0); [unfold w0; rewrite map_length; lia |]. intros m Hm.
    specialize (P2 m ltac:(lia)). rewrite app_nth2 in P2 by lia.
    rewrite dimension in P2. replace (n + m - n)%nat with m in P2 by lia. rewrite P2.
    rewrite within_eval.
    - pose proof (map_nth (eval q) (at_loops pt) zero m) as Hnth. now rewrite eval_zero in Hnth.
    - rewrite dimension. rewrite forallb_forall in loops_over. apply loops_over, nth_In. lia. }
  assert (Hii : i = (in_block pt, v0)).
  { rewrite <- P1, <- Hvv. unfold v. now destruct i. }
  assert (HX : X0 = X).
  { rewrite Hii in HI. rewrite HI0 in HI. apply (NoDup_before X0 X Y0 Y (in_block pt, v0)); [|
    exact HI].
    rewrite <- HI0. exact once_each. }
  exists (g / Z.of_nat (length b)). unfold s0. rewrite HX.
  assert (Hbs : bs = borders0).
  { unfold bs, borders0. now rewrite Hvv, P1. }
  rewrite P1, Hbs in P3. fold own in P3. unfold x in P3. lia.
Qed.

End Sound.

(** * Of items *)

Section Items.

Variables (n : nat) (rows : list constraint) (q : list Z) (items : list item) (pt : pattern).
Hypothesis dimension : length q = n.
Hypothesis items_proper : all_proper q items.

Let E := endless_of n items.
Hypothesis formed_E : well_formed E = true.

Variable us : units.
Hypothesis endless_E : endless E = Some us.

Local Notation B := (blocks E).

Let b := items_values q items.
Let I := units_instances B q us.

Lemma E_runs : parameters E = n /\ conditions E = [] /\ preperiod E = Block 0 /\ words B 0 = [] /\
  units_runs B q us = tree_runs q (tree_of items) /\ start E = None.
Proof.
  pose proof (endless_of_runs n items) as H. cbv zeta in H. fold E in H.
  destruct H as (_ & H2 & H3 & H4 & H5 & H0 & us' & H6 & H7).
  repeat (split; [assumption |]). split; [| assumption].
  rewrite endless_E in H6. injection H6 as <-. apply H7.
Qed.

Lemma pass_letters : values_of E I = b.
Proof.
  unfold values_of, I. rewrite <- (proj1 (values_of_instances B)).
  rewrite (proj1 (units_runs_values B)). destruct E_runs as (_ & _ & _ & _ & -> & _).
  apply tree_of_values.
Qed.

Lemma E_instances m : Meaning.instances E q m = (O, q) :: concat (repeat I m).
Proof.
  unfold Meaning.instances. destruct E_runs as (_ & _ & -> & _). now rewrite (ending_endless _ _ endless_E).
Qed.

Lemma E_admitted : admitted E q.
Proof.
  destruct E_runs as (H1 & H2 & _). split; [congruence |]. rewrite H2. constructor.
Qed.

Lemma E_admissible m : Forall (admissible E) (Meaning.instances E q m).
Proof.
  destruct E_runs as (_ & _ & H3 & H4 & H5 & _). apply (all_fine E q us m endless_E).
  - rewrite H3. cbn [units_runs]. unfold block_runs. rewrite H4. constructor.
  - rewrite H5. now apply tree_of_values.
Qed.

Lemma first_letters : instance_values B (O, q) = [].
Proof.
  unfold instance_values, block_values. cbn [fst snd].
  destruct E_runs as (_ & _ & _ & -> & _). reflexivity.
Qed.

Lemma pass_once : NoDup I.
Proof.
  destruct (formed E formed_E) as (Hnumbers & _).
  apply (proj1 (instances_once B (parameters E))
    us (EndlessBegins (last_block us) (last_block (preperiod E))) O []).
  assert (Hall : NoDup (numbers (table E))).
  { unfold numbers. rewrite Hnumbers. apply seq_NoDup. }
  unfold table, units_table in Hall. rewrite (ending_endless _ _ endless_E) in Hall. unfold numbers in Hall.
  rewrite !map_app in Hall. apply NoDup_app_parts in Hall as (Hall & _ & _).
  now apply NoDup_app_parts in Hall as (_ & Hall & _).
Qed.

Lemma item_place_reached pl v : In pl (table E) ->
  block_has_words B (number pl) = true -> length v = (n + loops pl)%nat -> firstn n v = q ->
  cases_hold v (reached_when pl) -> In (number pl, v) I.
Proof.
  intros Htable Hwords Hlength Hfirst Hcases.
  pose proof (proj1 (place_reached B (parameters E)) us) as Hplace.
  destruct E_runs as (Hn & _ & Hpre & H0 & _ & Hnone).
  destruct (formed E formed_E) as (_ & _ & _ & _ & _ & Hscoped & _).
  unfold table, units_table, start_table in Htable.
  rewrite Hnone, (ending_endless _ _ endless_E), Hpre, app_nil_r in Htable.
  apply in_app_or in Htable as [[<- | []] | Htable].
  { cbn [number] in Hwords. unfold block_has_words in Hwords. now rewrite H0 in Hwords. }
  specialize (Hplace _ _ _ pl v Htable Hwords). rewrite Nat.add_0_r, Hn, Hfirst in Hplace.
  apply Hplace; try assumption. rewrite <- Hn. now apply Hscoped.
Qed.

End Items.

Theorem pattern_once_sound n rows q items pt st st' : length q = n ->
  (forall w, all_hold (q ++ w) rows) -> all_proper q items -> items_values q items <> [] ->
  known q rows st -> pattern_once n rows items pt st = Some st' ->
  known q rows st' /\ single (items_values q items).
Proof.
  intros Hn Hrows Hproper Hne Hst H. unfold pattern_once, pattern_shown in H. cbv zeta in H.
  destruct (_ && _) eqn:Hcheck in H; [| discriminate]. rewrite !andb_true_iff in Hcheck.
  destruct Hcheck as (((H1 & H3) & H4) & H5).
  destruct (endless_of_runs n items) as (_ & _ & _ & _ & _ & _ & us & Hus & _).
  destruct (E_runs n q items us Hus) as (E1 & _ & _ & _ & _ & E2).
  assert (E3 : start_again (endless_of n items) = None) by (unfold start_again; now rewrite E2).
  pose proof (pass_letters n q items us Hus) as Hletters. rewrite <- Hletters in Hne |- *.
  apply (pattern_sound (endless_of n items) q [(O, q)] _ H1) with (rows := rows) (pt := pt) (st := st);
    rewrite ?E1; try assumption.
  - eapply E_admitted; eassumption.
  - exact (endless_states_fine _ q us Hus).
  - intros k. eapply E_admissible; eassumption.
  - unfold values_of. cbn [flat_map]. now rewrite (first_letters n q items us Hus).
  - intros m. exists m. now apply (E_instances n q items).
  - eapply pass_once; eassumption.
  - intros pl Hpl Hnumber Hwords Hlength Hcases. rewrite <- Hnumber in *.
    apply (item_place_reached n q items H1 us Hus); try assumption.
    rewrite <- Hn, firstn_app, firstn_all, Nat.sub_diag. cbn [firstn]. apply app_nil_r.
Qed.
