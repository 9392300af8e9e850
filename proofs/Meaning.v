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
  (forall body, endless D = Some body -> units_scoped N body = true) /\
  (forall s, carrying D = Some s -> states_formed D s = true).
Proof.
  unfold well_formed in Hformed. rewrite !andb_true_iff, !forallb_forall in Hformed.
  destruct Hformed as (((((H1 & H2) & H3) & H0) & H4) & H5).
  destruct (list_eq_dec _ _ _) as [Heq | _] in H1; [| discriminate].
  unfold endless, carrying. destruct (ending_of D); repeat split; try assumption; intros ? [= <-]; assumption.
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

(** What is shown of states where the variables have these values. *)
Definition states_kept (v : list Z) : Prop := forall s, carrying D = Some s ->
  let bounded f := eval v (least s) <= eval v f <= eval v (greatest s) in
  bounded (initial s) /\
  forall way, In way (pass_ways s) -> cases_hold v (bounds N s ++ fst (fst way)) -> bounded (snd way).

Lemma lengths_sound v l st st' : lengths_check D l st = Some st' -> all_hold v (conditions D) ->
  facts_hold v st ->
  facts_hold v st' /\
  (forall pl, In pl l -> cases_hold v (reached_when pl) ->
     Forall (fun w => 0 <= eval v (size w)) (words B (number pl))).
Proof.
  intros H Hrows Hfacts. unfold lengths_check in H.
  apply (try_each_sound (facts_hold v) (fun pl => cases_hold v (reached_when pl) ->
    Forall (fun w => 0 <= eval v (size w)) (words B (number pl)))) in H; [exact H | | assumption].
  intros pl a b _ Ha Hb.
  destruct (words (blocks D) (number pl)) as [| w ws]; [now injection Hb as <- |].
  apply (each_case_sound (most_variables D) v
    (Forall (fun w => 0 <= eval v (size w)) (w :: ws))) in Hb; try assumption.
  - destruct Hb as [Hfb Hq]. split; [assumption |]. intros Hc.
    apply Hq; [constructor | assumption].
  - intros rows c d Hr Hc Hd.
    apply (try_each_sound (facts_hold v) (fun w => 0 <= eval v (size w))) in Hd; try assumption.
    + destruct Hd as [Hfd Hall]. split; [| assumption]. now apply Forall_forall.
    + intros w' e f _ He Hf. apply and_comm. now apply (need_sound _ v rows _ e f) in Hf.
Qed.

Lemma states_sound v st st' : states_check D st = Some st' -> all_hold v (conditions D) ->
  facts_hold v st -> facts_hold v st' /\ states_kept v.
Proof.
  unfold states_check, states_kept. intros H Hrows Hfacts.
  destruct (carrying D) as [s |]; [| injection H as <-; split; [assumption | discriminate]].
  assert (Hbounded : forall f, shows v (eval v (least s) <= eval v f <= eval v (greatest s)) (bounded D s f)).
  { intros f rows a c Hr Ha Hc. unfold bounded, then_ in Hc.
    destruct (need _ _ _ a) as [d |] eqn:Hd; [| discriminate].
    apply (need_sound _ v) in Hd; try assumption. destruct Hd as [Hleast Hfd].
    apply (need_sound _ v) in Hc; try assumption. destruct Hc as [Hgreatest Hfc].
    rewrite eval_sub in Hleast, Hgreatest. split; [lia | assumption]. }
  unfold then_ in H. destruct (bounded D s (initial s) (conditions D) st) as [s1 |] eqn:Hfirst;
    [| discriminate].
  apply (Hbounded (initial s)) in Hfirst; try assumption. destruct Hfirst as [Hfirst Hs1].
  apply (try_each_sound (facts_hold v) (fun way => cases_hold v (bounds N s ++ fst (fst way)) ->
    eval v (least s) <= eval v (snd way) <= eval v (greatest s))) in H; [| | assumption].
  - destruct H as [Hst' Hways]. split; [assumption |]. intros s' [= <-]. now split.
  - intros way a c _ Ha Hc.
    apply (each_case_sound _ v _ _ (Hbounded (snd way))) in Hc; try assumption.
    destruct Hc as [Hfc Hq]. split; [assumption |]. intros Hcases.
    apply Hq; [constructor | assumption].
Qed.

Lemma meaning_sound v st st' : meaning D st = Some st' -> all_hold v (conditions D) ->
  facts_hold v st ->
  facts_hold v st' /\
  (forall e, In e (moves D) -> 1 <= eval v (least_move e)) /\
  (forall pl, In pl (table D) -> cases_hold v (reached_when pl) ->
     Forall (fun w => 0 <= eval v (size w)) (words B (number pl))) /\
  (forall b, start D = Some b -> 1 <= eval v (fold_right add zero (map size (words B b)))) /\
  states_kept v.
Proof.
  intros H Hrows Hfacts. unfold meaning, then_ in H.
  destruct (enter _ _ _ st) as [[open s1] |] eqn:Henter; [| discriminate].
  cbn [fst snd] in H. destruct open; [| discriminate].
  assert (Hs1 : facts_hold v s1).
  { unfold facts_hold. now rewrite (enter_facts _ _ _ _ _ _ Henter). }
  destruct (try_each _ (map least_move (moves D)) s1) as [s2 |] eqn:Hmoves; [| discriminate].
  destruct (lengths_check D (units_table D) s2) as [s3 |] eqn:Hsizes; [| discriminate].
  destruct (states_check D s3) as [s4 |] eqn:Hstates; [| discriminate].
  destruct (lengths_check D (start_table D) s4) as [s5 |] eqn:Hstart; [| discriminate].
  apply (try_each_sound (facts_hold v) (fun s => 1 <= eval v s)) in Hmoves; [| | assumption].
  - destruct Hmoves as [Hs2 Hmoves].
    apply (lengths_sound v) in Hsizes as [Hs3 Hsizes]; try assumption.
    apply (states_sound v) in Hstates as [Hs4 Hstates]; try assumption.
    apply (lengths_sound v) in Hstart as [Hs5 Hstart]; try assumption.
    assert (Hlast : facts_hold v st' /\
      (forall b, start D = Some b -> 1 <= eval v (fold_right add zero (map size (words B b))))).
    { unfold start_check in H. destruct (start D) as [b |];
        [| injection H as <-; split; [assumption | discriminate]].
      apply (need_sound _ v) in H; try assumption. rewrite eval_plus in H. destruct H as [H Hst'].
      split; [assumption |]. intros b' [= <-]. lia. }
    split; [apply Hlast |]. split; [intros e He; apply (Hmoves _ (in_map least_move _ _ He)) |].
    split; [| split; [apply Hlast | assumption]].
    intros pl Hin. apply in_app_or in Hin as [Hin | Hin]; [now apply Hsizes | now apply Hstart].
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
  match ending_of D with
  | Piece => []
  | Endless body => concat (repeat (units_instances B p body) n)
  | Carrying s => flat_map (fun k => arms_instances B (pass_at s p k) (passing s)) (seq 0 n)
  end.

Lemma instances_values p n : passes D p n = values_of D (instances p n).
Proof.
  unfold passes, values_of, instances. rewrite flat_map_app.
  f_equal; [apply values_of_instances |]. destruct (ending_of D) as [| body | s]; [reflexivity | |].
  - induction n as [| n IH]; [reflexivity |]. cbn [repeat concat].
    rewrite flat_map_app, IH. f_equal. apply values_of_instances.
  - rewrite flat_map_flat_map. apply flat_map_ext. intros k. apply values_of_instances.
Qed.

(** ** States *)

(** The states of all passes are within their bounds. *)
Definition states_fine (p : list Z) : Prop := forall s, carrying D = Some s ->
  forall k, cases_hold (pass_at s p k) (bounds N s).

Lemma endless_carries_nothing body : endless D = Some body -> carrying D = None.
Proof. unfold endless, carrying. now destruct (ending_of D). Qed.

Lemma endless_states_fine p body : endless D = Some body -> states_fine p.
Proof. intros H s Hs. rewrite (endless_carries_nothing body H) in Hs. discriminate. Qed.

Lemma pass_at_extends s p k : exists x, pass_at s p k = p ++ [x].
Proof. destruct k; eexists; reflexivity. Qed.

Lemma states_within s : states_formed D s = true ->
  within N (initial s) = true /\ within N (least s) = true /\ within N (greatest s) = true /\
  arms_scoped (S N) (passing s) = true /\ state_ways N s = true.
Proof.
  unfold states_formed. rewrite !andb_true_iff. cbn [forallb]. rewrite !andb_true_iff. tauto.
Qed.

Lemma bounds_hold s p x : carrying D = Some s -> length p = N ->
  (cases_hold (p ++ [x]) (bounds N s) <-> eval p (least s) <= x <= eval p (greatest s)).
Proof.
  intros Hs Hp. destruct formed as (_ & _ & _ & _ & _ & _ & Hformed_s).
  destruct (states_within s (Hformed_s s Hs)) as (_ & Hl & Hg & _). rewrite <- Hp in *.
  assert (Hone : forall c, Exists (holds (p ++ [x])) [c] <-> holds (p ++ [x]) c).
  { intros c. rewrite Exists_cons, Exists_nil. tauto. }
  unfold cases_hold, bounds. rewrite !Forall_cons_iff, !Hone, !holds_at_least, !eval_variable.
  rewrite !within_eval, app_nth2, Nat.sub_diag by (assumption || lia). cbn [nth].
  intuition.
Qed.

Lemma states_are_fine p : length p = N -> states_kept p -> (forall x, states_kept (p ++ [x])) ->
  states_fine p.
Proof.
  intros Hp Hkept Hall s Hs k. destruct formed as (_ & _ & _ & _ & _ & _ & Hformed_s).
  destruct (states_within s (Hformed_s s Hs)) as (_ & Hl & Hg & _ & Hways).
  apply andb_true_iff in Hways as [Hways _]. rewrite <- Hp in Hl, Hg.
  induction k as [| k IH]; cbn [pass_at]; apply (bounds_hold s p _ Hs Hp).
  - now apply Hkept.
  - destruct (pass_at_extends s p k) as (x & Hx). rewrite Hx in *.
    destruct (pass_ways_complete (p ++ [x]) (passing s) [] (next_states s) Hways (Forall_nil _))
      as (way & Hin & Hc & _ & <-).
    destruct (Hall x s Hs) as [_ Hnext].
    rewrite <- (within_eval p [x] (least s)), <- (within_eval p [x] (greatest s)) by assumption.
    apply Hnext; [exact Hin |]. now apply Forall_app.
Qed.

Lemma keep_nil n : keep n [].
Proof. intros v w _. split; constructor. Qed.

Lemma passes_follow s p n prev : carrying D = Some s -> length p = N -> states_fine p ->
  prev = Some (last_block (preperiod D), p) ->
  let l := flat_map (fun k => arms_instances B (pass_at s p k) (passing s)) (seq 0 n) in
  steps N (units_table D) prev l /\
  ends prev l =
    match n with
    | O => prev
    | S k =>
        Some (match taken (pass_at s p k) (passing s) with Some last => last | None => last_block (preperiod D) end,
              pass_at s p k)
    end.
Proof.
  intros Hs Hp Hfine Hprev. destruct formed as (_ & _ & _ & _ & _ & _ & Hformed_s).
  destruct (states_within s (Hformed_s s Hs)) as (_ & Hl & Hg & Hscoped & Hways).
  induction n as [| n IH]; intros l; [now split |]. cbv zeta in IH.
  destruct IH as [IHsteps IHends]. subst l.
  rewrite seq_S, flat_map_app. cbn [flat_map]. rewrite app_nil_r, steps_app, ends_app, Nat.add_0_l.
  set (earlier_ones := flat_map _ (seq 0 n)) in *.
  destruct (pass_at_extends s p n) as (x & Hx).
  assert (Hlength : length (pass_at s p n) = (N + 1)%nat) by (rewrite Hx, app_length; simpl; lia).
  destruct follows as (_ & _ & Harms).
  destruct (Harms (passing s) (PassBegins N s (last_block (preperiod D))) 1%nat (bounds N s) []
    (pass_at s p n) (ends prev earlier_ones)) as [Hsteps Hends].
  - intros pl Hpl. apply in_or_app. right. now rewrite (ending_carrying _ _ Hs).
  - now rewrite Nat.add_1_r.
  - rewrite Nat.add_1_r. now apply keep_bounds.
  - constructor.
  - exists p, x. split; [exact Hx |]. split; [exact Hp |]. rewrite IHends.
    destruct n as [| n]; cbn [pass_at] in Hx; apply app_inj_tail in Hx as [_ <-].
    + left. now split.
    + right. destruct (pass_at_extends s p n) as (y & Hy). exists y. cbv zeta. rewrite <- Hy.
      split; [assumption |]. split; [now apply Hfine |]. now split.
  - exact Hlength.
  - now apply Hfine.
  - constructor.
  - split; [now split |]. apply (eq_trans Hends).
    apply andb_true_iff in Hways as [Hways _].
    assert (Htaken : taken (pass_at s p n) (passing s) <> None).
    { clear - Hways. revert Hways. generalize (next_states s).
      induction (passing s) as [| body | t body rest IH]; intros [| f l] H; try discriminate.
      cbn [taken]. destruct (test_holds _ t); [discriminate | now apply (IH l)]. }
    now destruct (taken _ _).
Qed.

Lemma units_follow p n : length p = N -> states_fine p ->
  steps N (units_table D) (first_prev p) (instances p n).
Proof.
  intros Hp Hfine. destruct formed as (_ & _ & _ & _ & Hpre & Hbody & _).
  destruct follows as (Hunits & _).
  assert (Hnil : cases_hold p []) by constructor.
  destruct (Hunits (preperiod D) (first_reached D) O [] p (first_prev p)) as [Hsteps Hends];
    rewrite ?Nat.add_0_r; try assumption; try apply keep_nil; try reflexivity.
  { intros x Hx. apply in_or_app. now left. }
  { unfold first_reached, first_prev. now destruct (start_again D). }
  unfold instances. rewrite steps_app. split; [assumption |]. rewrite Hends.
  destruct (ending_of D) as [| body | s] eqn:Hbodies; [exact I | |].
  2: { apply passes_follow; try assumption; [unfold carrying; now rewrite Hbodies | reflexivity]. }
  assert (Hpasses : forall prev, (prev = Some (last_block (preperiod D), p) \/
      prev = Some (last_block body, p)) ->
    steps N (units_table D) prev (concat (repeat (units_instances B p body) n))).
  { induction n as [| n IH]; intros prev Hprev; [exact I |]. cbn [repeat concat].
    rewrite steps_app.
    destruct (Hunits body (EndlessBegins (last_block body) (last_block (preperiod D))) O [] p prev)
      as [Hsteps' Hends']; rewrite ?Nat.add_0_r; try assumption; try apply keep_nil.
    - intros x Hx. apply in_or_app. right. now rewrite Hbodies.
    - apply Hbody. unfold endless. now rewrite Hbodies.
    - split; [assumption |]. rewrite Hends'. apply IH. now right. }
  apply Hpasses. now left.
Qed.

Lemma instances_follow p n : length p = N -> states_fine p ->
  steps N (table D) (first_prev p) (instances p n).
Proof.
  intros Hp Hfine. pose proof (units_follow p n Hp Hfine) as H. revert H. generalize (first_prev p) as prev.
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
  - destruct (ending_of D) as [| body | s]; [contradiction | |].
    + apply in_concat in Hin as (l & Hl & Hin). apply repeat_spec in Hl. subst l.
      now apply instances_extend in Hin.
    + apply in_flat_map in Hin as (k & _ & Hin). destruct (pass_at_extends s p k) as (x & Hx).
      rewrite Hx in Hin. apply instances_extend in Hin as (w & Hw).
      exists ([x] ++ w). now rewrite Hw, app_assoc.
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
Lemma step_in places prev l i : steps N places prev l -> In i l -> exists before,
  step N places before i.
Proof.
  revert prev. induction l as [| j l IH]; intros prev Hsteps Hin; [contradiction |].
  destruct Hsteps as [Hj Hl]. destruct Hin as [<- | Hin]; [now exists prev |].
  now apply (IH (Some j)).
Qed.

Variables (first_state : state) (Hfirst : facts first_state = []).
Variables (second : state) (Hmeaning : meaning D first_state = Some second).

Lemma first_holds v : facts_hold v first_state.
Proof. unfold facts_hold. rewrite Hfirst. constructor. Qed.

Lemma first_states_fine p : admitted D p -> states_fine p.
Proof.
  intros Hp. apply states_are_fine; [apply Hp | |].
  - apply (meaning_sound p _ _ Hmeaning (proj2 Hp) (first_holds _)).
  - intros x. apply (meaning_sound _ _ _ Hmeaning (conditions_extend p [x] Hp) (first_holds _)).
Qed.

Lemma all_admissible p n i : admitted D p -> In i (instances p n) -> admissible D i.
Proof.
  intros Hp Hin.
  destruct (instances_of_parameters p n i Hin) as (w & Hw).
  destruct (step_in (table D) (first_prev p) _ i (instances_follow p n (proj1 Hp) (first_states_fine p Hp)) Hin)
    as (prev & pl & Hpl & Hnumber & _ & _ & Hcases).
  pose proof (conditions_extend p w Hp) as Hc. rewrite <- Hw in Hc.
  destruct (meaning_sound (snd i) _ _ Hmeaning Hc (first_holds _)) as (_ & _ & Hsizes & _).
  unfold admissible. rewrite <- Hnumber. now apply Hsizes.
Qed.

Lemma start_is_fine p : admitted D p -> start_fine p.
Proof.
  intros [_ Hc] b Hb.
  destruct (meaning_sound p _ _ Hmeaning Hc (first_holds _)) as (_ & _ & Hsizes & Hstart & _).
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
