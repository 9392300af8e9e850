(** What the first part of a proof shows: the sequence of instances stands as the table of places
    says, moves are at least 1, lengths at least 0. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Past Places Follows Walk Split Sweep Chain
  Checker.
Import ListNotations.
Local Open Scope Z_scope.

Section Meaning.

Variable D : description.

Local Notation B := (blocks D).
Local Notation N := (parameters D).

Hypothesis Hformed : well_formed D = true.

Lemma formed :
  map number (table D) = seq 0 (length B) /\
  (forall c, In c (conditions D) -> within N (form_of c) = true) /\
  (forall s, In s (ends_of D) -> within N s = true) /\
  start_formed D = true /\
  units_scoped N (preperiod D) = true /\
  (forall body, endless D = Some body -> units_scoped N body = true).
Proof.
  unfold well_formed in Hformed. rewrite !andb_true_iff, !forallb_forall in Hformed.
  destruct Hformed as (((((H1 & H2) & H3) & H0) & H4) & H5).
  destruct (list_eq_dec _ _ _) as [Heq | _] in H1; [| discriminate].
  repeat split; try assumption. intros body Hb. now rewrite Hb in H5.
Qed.

Lemma numbered pl : In pl (table D) -> nth_error (table D) (number pl) = Some pl.
Proof.
  intros Hin. apply In_nth_error in Hin as (k & Hk).
  destruct formed as (Hnumbers & _).
  assert (Hk' : nth_error (map number (table D)) k = Some (number pl)) by now apply map_nth_error.
  rewrite Hnumbers in Hk'. pose proof (nth_error_nth _ _ O Hk') as Hnth.
  assert (Hlt : (k < length (seq 0 (length B)))%nat).
  { apply nth_error_Some. congruence. }
  rewrite seq_length in Hlt. rewrite seq_nth in Hnth by assumption. simpl in Hnth. now subst k.
Qed.

(** * What the first part shows *)

Lemma meaning_sound v st st' : meaning D st = Some st' -> all_hold v (conditions D) ->
  facts_hold v st ->
  facts_hold v st' /\
  (forall e, In e (moves D) -> 1 <= eval v (least_move e)) /\
  (forall pl, In pl (table D) -> cases_hold v (reached_when pl) ->
     Forall (fun w => 0 <= eval v (size w)) (words B (number pl))) /\
  (forall b, start D = Some b -> 1 <= eval v (fold_right add zero (map size (words B b)))).
Proof.
  intros H Hrows Hfacts. unfold meaning, then_ in H.
  destruct (enter _ _ _ st) as [[open s1] |] eqn:Henter; [| discriminate].
  cbn [fst snd] in H. destruct open; [| discriminate].
  assert (Hs1 : facts_hold v s1).
  { unfold facts_hold. now rewrite (enter_facts _ _ _ _ _ _ Henter). }
  destruct (try_each _ (map least_move (moves D)) s1) as [s2 |] eqn:Hmoves; [| discriminate].
  destruct (try_each _ (table D) s2) as [s3 |] eqn:Hsizes; [| discriminate].
  apply (try_each_sound (facts_hold v) (fun s => 1 <= eval v s)) in Hmoves; [| | assumption].
  - destruct Hmoves as [Hs2 Hmoves].
    pose proof (fun e He => Hmoves (least_move e) (in_map least_move (moves D) e He)) as Hleast.
    clear Hmoves. rename Hleast into Hmoves. cbn beta in Hmoves.
    apply (try_each_sound (facts_hold v) (fun pl => cases_hold v (reached_when pl) ->
      Forall (fun w => 0 <= eval v (size w)) (words B (number pl)))) in Hsizes; [| | assumption].
    { destruct Hsizes as [Hs3 Hsizes]. unfold start_check in H.
      destruct (start D) as [b |]; [| injection H as <-; repeat split; try assumption; discriminate].
      apply (need_sound _ v) in H; try assumption. rewrite eval_plus in H. destruct H as [H Hs4].
      repeat split; try assumption. intros b' [= <-]. lia. }
    intros pl a b _ Ha Hb.
    destruct (words (blocks D) (number pl)) as [| w ws]; [now injection Hb as <- |].
    apply (each_case_sound (most_variables D) v
      (Forall (fun w => 0 <= eval v (size w)) (w :: ws))) in Hb; try assumption.
    + destruct Hb as [Hfb Hq]. split; [assumption |]. intros Hc.
      apply Hq; [constructor | assumption].
    + intros rows c d Hr Hc Hd.
      apply (try_each_sound (facts_hold v) (fun w => 0 <= eval v (size w))) in Hd; try assumption.
      * destruct Hd as [Hfd Hall]. split; [| assumption]. now apply Forall_forall.
      * intros w' e f _ He Hf. apply and_comm. now apply (need_sound _ v rows _ e f) in Hf.
  - intros s a b _ Ha Hb. apply (need_sound _ v) in Hb; try assumption.
    destruct Hb as [Hle Hfb]. rewrite eval_plus in Hle. split; [assumption | lia].
Qed.

(** * The sequence of instances *)

Let follows := all_follow B N (units_table D).

(** What stands before the first instance, if it is followed. *)
Definition first_prev (p : list Z) : option instance := option_map (fun b => (b, p)) (start_again D).

(** The instances before the endless loop and in n passes through it. *)
Definition instances (p : list Z) (n : nat) : list instance :=
  units_instances B p (preperiod D) ++
  match endless D with
  | Some body => concat (repeat (units_instances B p body) n)
  | None => []
  end.

Lemma instances_values p n : passes D p n = values_of D (instances p n).
Proof.
  unfold passes, values_of, instances. rewrite flat_map_app.
  f_equal; [apply values_of_instances |]. destruct (endless D) as [body |]; [| reflexivity].
  induction n as [| n IH]; [reflexivity |]. cbn [repeat concat].
  rewrite flat_map_app, IH. f_equal. apply values_of_instances.
Qed.

Lemma keep_nil n : keep n [].
Proof. intros v w _. split; constructor. Qed.

Lemma units_follow p n : length p = N -> steps N (units_table D) (first_prev p) (instances p n).
Proof.
  intros Hp. destruct formed as (_ & _ & _ & _ & Hpre & Hbody).
  destruct follows as (Hunits & _).
  assert (Hnil : cases_hold p []) by constructor.
  destruct (Hunits (preperiod D) (first_reached D) O [] p (first_prev p)) as [Hsteps Hends];
    rewrite ?Nat.add_0_r; try assumption; try apply keep_nil; try reflexivity.
  { intros x Hx. apply in_or_app. now left. }
  { unfold first_reached, first_prev. now destruct (start_again D). }
  unfold instances. rewrite steps_app. split; [assumption |]. rewrite Hends.
  destruct (endless D) as [body |] eqn:Hbodies; [| exact I].
  assert (Hpasses : forall prev, (prev = Some (last_block (preperiod D), p) \/
      prev = Some (last_block body, p)) ->
    steps N (units_table D) prev (concat (repeat (units_instances B p body) n))).
  { induction n as [| n IH]; intros prev Hprev; [exact I |]. cbn [repeat concat].
    rewrite steps_app.
    destruct (Hunits body (EndlessBegins (last_block body) (last_block (preperiod D))) O [] p prev)
      as [Hsteps' Hends']; rewrite ?Nat.add_0_r; try assumption; try apply keep_nil.
    - intros x Hx. apply in_or_app. right. now rewrite Hbodies.
    - now apply Hbody.
    - split; [assumption |]. rewrite Hends'. apply IH. now right. }
  apply Hpasses. now left.
Qed.

Lemma instances_follow p n : length p = N -> steps N (table D) (first_prev p) (instances p n).
Proof.
  intros Hp. pose proof (units_follow p n Hp) as H. revert H. generalize (first_prev p) as prev.
  generalize (instances p n) as l. induction l as [| i l IH]; intros prev H; [exact I |].
  destruct H as [(pl & Hin & Hpl) H]. split; [| now apply IH].
  exists pl. split; [apply in_or_app; now left | exact Hpl].
Qed.

(** * The start *)

(** Its words have lengths, and it has a value. *)
Definition start_fine (p : list Z) : Prop := forall b, start D = Some b ->
  admissible D (b, p) /\ block_values B p b <> [].

Lemma start_again_start b : start_again D = Some b -> start D = Some b.
Proof. unfold start_again. destruct (start D), (outside_word D); congruence. Qed.

Lemma start_in b : start D = Some b -> In (Place b (After b) O []) (table D).
Proof. intros H. apply in_or_app. right. unfold start_table. rewrite H. now left. Qed.

(** As many copies of it as one likes stand before the sequence. *)
Lemma copies_follow p b k l : length p = N -> start_again D = Some b ->
  steps N (table D) (Some (b, p)) l ->
  steps N (table D) (Some (b, p)) (repeat (b, p) k ++ l).
Proof.
  intros Hp Hb Hl. induction k as [| k IH]; [assumption |]. cbn [repeat app]. split; [| assumption].
  exists (Place b (After b) O []). split; [now apply start_in, start_again_start |].
  repeat split; [simpl; lia | constructor].
Qed.

Lemma sizes_values v ws : Forall (fun w => 0 <= eval v (size w)) ws ->
  eval v (fold_right add zero (map size ws)) = Z.of_nat (length (flat_map (word_values v) ws)).
Proof.
  induction 1 as [| w ws Hw _ IH]; [apply eval_zero |]. cbn [map fold_right flat_map].
  rewrite eval_add, IH, app_length. pose proof (word_values_length v w Hw). lia.
Qed.

(** Instances only add variables to those around. *)
Lemma instances_extend :
  (forall us v i, In i (units_instances B v us) -> exists w, snd i = v ++ w) /\
  (forall u v i, In i (part_instances B v u) -> exists w, snd i = v ++ w) /\
  (forall a v i, In i (arms_instances B v a) -> exists w, snd i = v ++ w).
Proof.
  apply shape_ind.
  - intros b v i [<- | []]. exists []. now rewrite app_nil_r.
  - intros b rest Hr v i [<- | Hin]; [exists []; now rewrite app_nil_r | now apply Hr].
  - intros b u Hu rest Hr v i [<- | Hin]; [exists []; now rewrite app_nil_r |].
    apply in_app_or in Hin as [Hin | Hin]; [now apply Hu | now apply Hr].
  - intros from upto body Hb v i Hin. cbn [part_instances] in Hin.
    destruct (part_has_words _ _); [| contradiction].
    apply in_flat_map in Hin as (x & _ & Hin). apply Hb in Hin as (w & Hw).
    exists ([x] ++ w). now rewrite Hw, app_assoc.
  - intros a Ha v i Hin. cbn [part_instances] in Hin.
    destruct (part_has_words _ _); [| contradiction]. now apply Ha.
  - intros v i [].
  - intros body Hb v i Hin. now apply Hb.
  - intros t body Hb rest Hr v i Hin. cbn [arms_instances] in Hin.
    destruct (test_holds v t); auto.
Qed.

Lemma instances_of_parameters p n i : In i (instances p n) -> exists w, snd i = p ++ w.
Proof.
  unfold instances. intros Hin. apply in_app_or in Hin as [Hin | Hin].
  - now apply instances_extend in Hin.
  - destruct (endless D) as [body |]; [| contradiction].
    apply in_concat in Hin as (l & Hl & Hin). apply repeat_spec in Hl. subst l.
    now apply instances_extend in Hin.
Qed.

Lemma conditions_extend p w : admitted D p -> all_hold (p ++ w) (conditions D).
Proof.
  intros [Hp Hall]. destruct formed as (_ & Hscoped & _).
  unfold all_hold in *. rewrite Forall_forall in *. intros c Hc.
  specialize (Hscoped c Hc). specialize (Hall c Hc). rewrite <- Hp in Hscoped.
  destruct c; simpl in *; now rewrite within_eval.
Qed.

Lemma moves_extend p w : length p = N -> map (eval (p ++ w)) (ends_of D) = map (eval p) (ends_of D).
Proof.
  intros Hp. destruct formed as (_ & _ & Hscoped & _). apply map_ext_in. intros s Hs.
  apply within_eval. rewrite Hp. now apply Hscoped.
Qed.

(** Each instance of the sequence stands at its place. *)
Lemma step_in prev l i : steps N (table D) prev l -> In i l -> exists before,
  step N (table D) before i.
Proof.
  revert prev. induction l as [| j l IH]; intros prev Hsteps Hin; [contradiction |].
  destruct Hsteps as [Hj Hl]. destruct Hin as [<- | Hin]; [now exists prev |].
  now apply (IH (Some j)).
Qed.

Variables (first_state : state) (Hfirst : facts first_state = []).
Variables (second : state) (Hmeaning : meaning D first_state = Some second).

Lemma first_holds v : facts_hold v first_state.
Proof. unfold facts_hold. rewrite Hfirst. constructor. Qed.

Lemma all_admissible p n i : admitted D p -> In i (instances p n) -> admissible D i.
Proof.
  intros Hp Hin.
  destruct (instances_of_parameters p n i Hin) as (w & Hw).
  destruct (step_in (first_prev p) _ i (instances_follow p n (proj1 Hp)) Hin)
    as (prev & pl & Hpl & Hnumber & _ & _ & Hcases).
  pose proof (conditions_extend p w Hp) as Hc. rewrite <- Hw in Hc.
  destruct (meaning_sound (snd i) _ _ Hmeaning Hc (first_holds _)) as (_ & _ & Hsizes & _).
  unfold admissible. rewrite <- Hnumber. now apply Hsizes.
Qed.

Lemma start_is_fine p : admitted D p -> start_fine p.
Proof.
  intros [_ Hc] b Hb.
  destruct (meaning_sound p _ _ Hmeaning Hc (first_holds _)) as (_ & _ & Hsizes & Hstart).
  specialize (Hsizes _ (start_in b Hb) ltac:(constructor)). cbn [number] in Hsizes.
  specialize (Hstart b Hb). rewrite (sizes_values _ _ Hsizes) in Hstart.
  split; [exact Hsizes |]. unfold block_values. intros H. rewrite H in Hstart. simpl in Hstart. lia.
Qed.

Lemma moves_positive p e : admitted D p -> In e (moves D) -> 1 <= eval p (least_move e).
Proof.
  intros [_ Hc] Hs.
  now destruct (meaning_sound p _ _ Hmeaning Hc (first_holds _)) as (_ & Hmoves & _); apply Hmoves.
Qed.

End Meaning.
