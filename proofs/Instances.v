(** Which instances of blocks a list of units is made of: each once, and all whose places can be reached. *)

From Coq Require Import List ZArith Bool Lia FinFun.
From Grundy Require Import Affine Language Arms ArmsBack Places Follows Meaning.
Import ListNotations.
Local Open Scope Z_scope.

Section Instances.

Variables (B : list (list word)) (N : nat).

Definition numbers (l : list place) : list nat := map number l.

Lemma NoDup_app_parts {A} (l1 l2 : list A) : NoDup (l1 ++ l2) ->
  NoDup l1 /\ NoDup l2 /\ forall a, In a l1 -> ~ In a l2.
Proof.
  induction l1 as [| a l1 IH]; cbn [app]; intros H.
  - split; [constructor |]. split; [exact H | easy].
  - apply NoDup_cons_iff in H as [Ha H]. destruct (IH H) as (H1 & H2 & H3).
    split; [constructor; [| exact H1]; intros Hin; apply Ha, in_or_app; now left |].
    split; [exact H2 |]. intros b [<- | Hb]; [| now apply H3].
    intros Hin. apply Ha, in_or_app. now right.
Qed.

Lemma NoDup_append {A} (l1 l2 : list A) : NoDup l1 -> NoDup l2 -> (forall a, In a l1 -> ~ In a l2) ->
  NoDup (l1 ++ l2).
Proof.
  induction 1 as [| a l1 Ha _ IH]; intros H2 H3; [exact H2 |]. cbn [app]. constructor.
  - intros Hin. apply in_app_or in Hin as [Hin | Hin]; [now apply Ha |].
    now apply (H3 a (or_introl eq_refl)).
  - apply IH; [exact H2 |]. intros b Hb. apply H3. now right.
Qed.

(** Instances of blocks are numbered as their places. *)
Lemma instances_numbered :
  (forall us r depth outer v i, In i (units_instances B v us) ->
     In (fst i) (numbers (units_places B N r depth outer us))) /\
  (forall u b depth outer v i, In i (part_instances B v u) ->
     In (fst i) (numbers (part_places B N b depth outer u))) /\
  (forall a r depth outer failed v i, In i (arms_instances B v a) ->
     In (fst i) (numbers (arms_places B N r depth outer failed a))).
Proof.
  apply shape_ind.
  - intros b r depth outer v i [<- | []]. now left.
  - intros b rest Hr r depth outer v i [<- | Hin]; [now left |]. right. now apply (Hr _ _ _ v).
  - intros b u Hu rest Hr r depth outer v i [<- | Hin]; [now left |]. right.
    unfold numbers. rewrite map_app. apply in_or_app. apply in_app_or in Hin as [Hin | Hin].
    + left. now apply (Hu _ _ _ v).
    + right. now apply (Hr _ _ _ v).
  - intros from upto body Hb b depth outer v i Hin. cbn [part_instances] in Hin.
    destruct (part_has_words _ _); [| contradiction]. apply in_flat_map in Hin as (x & _ & Hin).
    now apply (Hb _ _ _ (v ++ [x])).
  - intros a Ha b depth outer v i Hin. cbn [part_instances] in Hin.
    destruct (part_has_words _ _); [| contradiction]. now apply (Ha _ _ _ _ v).
  - intros b depth outer failed v i [].
  - intros body Hb b depth outer failed v i Hin. now apply (Hb _ _ _ v).
  - intros t body Hb rest Hr b depth outer failed v i Hin. cbn [arms_instances] in Hin.
    cbn [arms_places]. unfold numbers. rewrite map_app. apply in_or_app.
    destruct (test_holds v t); [left | right]; [now apply (Hb _ _ _ v) | now apply (Hr _ _ _ _ v)].
Qed.

Lemma range_NoDup from upto : NoDup (range from upto).
Proof.
  unfold range. apply Injective_map_NoDup; [| apply seq_NoDup].
  intros a b H. lia.
Qed.

Lemma instances_once :
  (forall us r depth outer v, NoDup (numbers (units_places B N r depth outer us)) ->
     NoDup (units_instances B v us)) /\
  (forall u b depth outer v, NoDup (numbers (part_places B N b depth outer u)) ->
     NoDup (part_instances B v u)) /\
  (forall a b depth outer failed v, NoDup (numbers (arms_places B N b depth outer failed a)) ->
     NoDup (arms_instances B v a)).
Proof.
  destruct instances_numbered as (Nu & Np & Na). apply shape_ind.
  - intros b r depth outer v _. repeat constructor. easy.
  - intros b rest Hr r depth outer v H. apply NoDup_cons_iff in H as [Hb H].
    cbn [units_instances]. constructor; [| now apply (Hr _ _ _ v) in H].
    intros Hin. now apply Hb, (Nu rest (After b) depth outer v (b, v)).
  - intros b u Hu rest Hr r depth outer v H. cbn [units_places numbers map] in H.
    rewrite map_app in H. apply NoDup_cons_iff in H as [Hb H].
    apply NoDup_app_parts in H as (H1 & H2 & H3). cbn [units_instances]. constructor.
    + intros Hin. apply Hb. apply in_or_app. apply in_app_or in Hin as [Hin | Hin].
      * left. now apply (Np u b depth outer v (b, v)).
      * right. now apply (Nu rest (behind B u b) depth outer v (b, v)).
    + apply NoDup_append; [now apply (Hu _ _ _ v) in H1 | now apply (Hr _ _ _ v) in H2 |].
      intros i Hi Hin. apply (H3 (fst i)).
      * now apply (Np u b depth outer v).
      * now apply (Nu rest (behind B u b) depth outer v).
  - intros from upto body Hb b depth outer v H. cbn [part_instances].
    destruct (part_has_words _ _); [| constructor]. cbn [part_places] in H.
    pose proof (range_NoDup (eval v from) (eval v upto)) as Hrange.
    induction Hrange as [| x l Hx _ IH]; [constructor |]. cbn [flat_map].
    apply NoDup_append; [now apply (Hb _ _ _ (v ++ [x])) in H | exact IH |].
    intros i Hi Hin. apply in_flat_map in Hin as (y & Hy & Hin).
    apply (proj1 (instances_extend (Description Mex 0 [] [] None B (Block 0) Piece))) in Hi as (w & Hw).
    apply (proj1 (instances_extend (Description Mex 0 [] [] None B (Block 0) Piece))) in Hin
      as (w' & Hw').
    rewrite Hw, <- !app_assoc in Hw'. apply app_inv_head in Hw'. injection Hw' as <- _.
    now apply Hx.
  - intros a Ha b depth outer v H. cbn [part_instances].
    destruct (part_has_words _ _); [| constructor]. now apply (Ha _ _ _ _ v) in H.
  - intros b depth outer failed v _. constructor.
  - intros body Hb b depth outer failed v H. now apply (Hb _ _ _ v) in H.
  - intros t body Hb rest Hr b depth outer failed v H. cbn [arms_places] in H.
    unfold numbers in H. rewrite map_app in H. apply NoDup_app_parts in H as (H1 & H2 & _).
    cbn [arms_instances].
    destruct (test_holds v t); [now apply (Hb _ _ _ v) in H1 | now apply (Hr _ _ _ _ v) in H2].
Qed.

(** Conditions further in are more. *)
Lemma places_conditions :
  (forall us r depth outer pl, In pl (units_places B N r depth outer us) ->
     (exists more, reached_when pl = outer ++ more) /\ (depth <= loops pl)%nat) /\
  (forall u b depth outer pl, In pl (part_places B N b depth outer u) ->
     (exists more, reached_when pl = outer ++ more) /\ (depth <= loops pl)%nat) /\
  (forall a r depth outer failed pl, In pl (arms_places B N r depth outer failed a) ->
     (exists more, reached_when pl = outer ++ more) /\ (depth <= loops pl)%nat).
Proof.
  apply shape_ind.
  - intros b r depth outer pl [<- | []]. split; [exists []; now rewrite app_nil_r | apply le_n].
  - intros b rest Hr r depth outer pl [<- | Hin];
      [split; [exists []; now rewrite app_nil_r | apply le_n] | exact (Hr _ _ _ _ Hin)].
  - intros b u Hu rest Hr r depth outer pl [<- | Hin];
      [split; [exists []; now rewrite app_nil_r | apply le_n] |].
    apply in_app_or in Hin as [Hin | Hin]; [exact (Hu _ _ _ _ Hin) | exact (Hr _ _ _ _ Hin)].
  - intros from upto body Hb b depth outer pl Hin. cbn [part_places] in Hin.
    apply Hb in Hin as [(more & E) Hle]. rewrite <- app_assoc in E. split; [eexists; exact E | lia].
  - intros a Ha b depth outer pl Hin. exact (Ha _ _ _ _ _ Hin).
  - intros r depth outer failed pl [].
  - intros body Hb r depth outer failed pl Hin. apply Hb in Hin as [(more & E) Hle].
    rewrite <- app_assoc in E. split; [eexists; exact E | lia].
  - intros t body Hb rest Hr r depth outer failed pl Hin. cbn [arms_places] in Hin.
    apply in_app_or in Hin as [Hin | Hin]; [| exact (Hr _ _ _ _ _ Hin)].
    apply Hb in Hin as [(more & E) Hle]. rewrite <- app_assoc in E. split; [eexists; exact E | lia].
Qed.

(** Units without words have no place of a block with words. *)
Lemma no_words_no_places :
  (forall us, units_have_words B us = false -> forall depth outer r pl,
     In pl (units_places B N r depth outer us) -> block_has_words B (number pl) = true -> False) /\
  (forall u, part_has_words B u = false -> forall b depth outer pl,
     In pl (part_places B N b depth outer u) -> block_has_words B (number pl) = true -> False) /\
  (forall a, arms_have_words B a = false -> forall b depth outer failed pl,
     In pl (arms_places B N b depth outer failed a) ->
     block_has_words B (number pl) = true -> False).
Proof.
  apply shape_ind.
  - intros b H depth outer r pl [<- | []] Hw. cbn [units_have_words number] in *. congruence.
  - intros b rest Hr H depth outer r pl Hin Hw. cbn [units_have_words] in H.
    apply orb_false_iff in H as [H1 H2]. destruct Hin as [<- | Hin]; [cbn [number] in Hw; congruence |].
    now apply (Hr H2) in Hin.
  - intros b u Hu rest Hr H depth outer r pl Hin Hw. cbn [units_have_words] in H.
    rewrite !orb_false_iff in H. destruct H as ((H1 & H2) & H3).
    destruct Hin as [<- | Hin]; [cbn [number] in Hw; congruence |].
    apply in_app_or in Hin as [Hin | Hin]; [now apply (Hu H2) in Hin | now apply (Hr H3) in Hin].
  - intros from upto body Hb H b depth outer pl Hin Hw. now apply (Hb H) in Hin.
  - intros a Ha H b depth outer pl Hin Hw. now apply (Ha H) in Hin.
  - intros _ b depth outer failed pl [].
  - intros body Hb H b depth outer failed pl Hin Hw. now apply (Hb H) in Hin.
  - intros t body Hb rest Hr H b depth outer failed pl Hin Hw. cbn [arms_have_words] in H.
    apply orb_false_iff in H as [H1 H2]. cbn [arms_places] in Hin.
    apply in_app_or in Hin as [Hin | Hin]; [now apply (Hb H1) in Hin | now apply (Hr H2) in Hin].
Qed.

Lemma firstn_succ k (l : list Z) : (k < length l)%nat -> firstn (S k) l = firstn k l ++ [nth k l 0].
Proof.
  revert l. induction k as [| k IH]; intros [| a l] H; cbn [length] in H; try lia; [reflexivity |].
  cbn [firstn nth app]. now rewrite <- IH by lia.
Qed.

(** A place whose conditions hold is reached. *)
Lemma place_reached :
  (forall us r depth outer pl v,
     In pl (units_places B N r depth outer us) -> block_has_words B (number pl) = true ->
     units_scoped (N + depth) us = true ->
     length v = (N + loops pl)%nat -> cases_hold v (reached_when pl) ->
     In (number pl, v) (units_instances B (firstn (N + depth) v) us)) /\
  (forall u b depth outer pl v,
     In pl (part_places B N b depth outer u) -> block_has_words B (number pl) = true ->
     part_scoped (N + depth) u = true ->
     length v = (N + loops pl)%nat -> cases_hold v (reached_when pl) ->
     In (number pl, v) (part_instances B (firstn (N + depth) v) u)) /\
  (forall a r depth outer failed pl v,
     In pl (arms_places B N r depth outer failed a) -> block_has_words B (number pl) = true ->
     arms_scoped (N + depth) a = true ->
     length v = (N + loops pl)%nat -> cases_hold v (reached_when pl) -> Forall apart failed ->
     cases_hold v failed /\ In (number pl, v) (arms_instances B (firstn (N + depth) v) a)).
Proof.
  destruct places_conditions as (Cu & _). apply shape_ind.
  - intros b r depth outer pl v [<- | []] _ _ Hv _. left. cbn [number loops] in *.
    now rewrite firstn_all2 by lia.
  - intros b rest Hr r depth outer pl v [<- | Hin] Hw Hs Hv Hc.
    + left. cbn [number loops] in *. now rewrite firstn_all2 by lia.
    + right. now apply (Hr _ _ _ _ _ Hin).
  - intros b u Hu rest Hr r depth outer pl v [<- | Hin] Hw Hs Hv Hc.
    + left. cbn [number loops] in *. now rewrite firstn_all2 by lia.
    + right. cbn [units_scoped] in Hs. apply andb_true_iff in Hs as [S1 S2]. apply in_or_app.
      apply in_app_or in Hin as [Hin | Hin]; [left | right].
      * now apply (Hu _ _ _ _ _ Hin).
      * now apply (Hr _ _ _ _ _ Hin).
  - intros from upto body Hb b depth outer pl v Hin Hw Hs Hv Hc. cbn [part_places] in Hin.
    destruct (Cu body _ _ _ _ Hin) as [(more & E) Hle].
    cbn [part_scoped] in Hs. rewrite !andb_true_iff in Hs. destruct Hs as ((S1 & S2) & S3).
    rewrite <- Nat.add_succ_r in S3. pose proof (Hb _ _ _ _ _ Hin Hw S3 Hv Hc) as Hi.
    set (w := firstn (N + depth) v) in *.
    assert (Hfirst : firstn (N + S depth) v = w ++ [nth (N + depth) v 0]).
    { unfold w. rewrite Nat.add_succ_r. apply firstn_succ. lia. }
    rewrite Hfirst in Hi.
    assert (Hlen : length w = (N + depth)%nat) by (unfold w; rewrite firstn_length; lia).
    assert (Hsplit : v = w ++ skipn (N + depth) v) by (symmetry; apply firstn_skipn).
    assert (Hwords : part_has_words B (Loop from upto body) = true).
    { destruct (part_has_words B (Loop from upto body)) eqn:Hnone; [reflexivity | exfalso].
      clear - Hin Hw Hnone. change (units_have_words B body = false) in Hnone.
      revert Hin Hw. generalize (S depth) (outer ++
        [[at_least (variable (N + depth)) from]; [at_least upto (variable (N + depth))]])
        (BodyBegins (N + depth) from (last_block body) b).
      intros d o r. now apply (proj1 (no_words_no_places)). }
    cbn [part_instances]. rewrite Hwords. apply in_flat_map.
    exists (nth (N + depth) v 0). split; [| exact Hi].
    rewrite E, <- app_assoc in Hc. apply Forall_app in Hc as [_ Hc].
    apply Forall_cons_iff in Hc as [H1 Hc]. apply Forall_cons_iff in Hc as [H2 _].
    assert (Hone : forall c, Exists (holds v) [c] -> holds v c).
    { intros c Hx. inversion Hx as [? ? Hy | ? ? Hy]; subst; [exact Hy | inversion Hy]. }
    apply Hone in H1. apply Hone in H2. rewrite holds_at_least, eval_variable in H1, H2.
    rewrite Hsplit in H1 at 1. rewrite Hsplit in H2 at 2.
    rewrite within_eval in H1, H2 by now rewrite Hlen.
    unfold range. apply in_map_iff. exists (Z.to_nat (nth (N + depth) v 0 - eval w from)).
    split; [lia |]. apply in_seq. lia.
  - intros a Ha b depth outer pl v Hin Hw Hs Hv Hc. cbn [part_places] in Hin.
    assert (Hwords : part_has_words B (Branch a) = true).
    { destruct (part_has_words B (Branch a)) eqn:Hnone; [reflexivity | exfalso].
      exact (proj2 (proj2 no_words_no_places) a Hnone _ _ _ _ _ Hin Hw). }
    cbn [part_instances]. rewrite Hwords.
    exact (proj2 (Ha _ _ _ _ _ _ Hin Hw Hs Hv Hc (Forall_nil _))).
  - intros r depth outer failed pl v [].
  - intros body Hb r depth outer failed pl v Hin Hw Hs Hv Hc _. cbn [arms_places] in Hin.
    split; [| exact (Hb _ _ _ _ _ Hin Hw Hs Hv Hc)].
    destruct (Cu body _ _ _ _ Hin) as [(more & E) _]. rewrite E, <- app_assoc in Hc.
    apply Forall_app in Hc as [_ Hc]. now apply Forall_app in Hc.
  - intros t body Hb rest Hr r depth outer failed pl v Hin Hw Hs Hv Hc Hapart.
    cbn [arms_scoped] in Hs. rewrite !andb_true_iff in Hs. destruct Hs as ((S1 & S2) & S3).
    assert (Htest : (depth <= loops pl)%nat -> test_holds (firstn (N + depth) v) t = test_holds v t).
    { intros Hle. unfold test_holds.
      pose proof (within_eval (firstn (N + depth) v) (skipn (N + depth) v) (difference t)) as He.
      rewrite firstn_skipn in He. rewrite He; [reflexivity |]. now rewrite firstn_length, Nat.min_l by lia. }
    cbn [arms_places] in Hin. apply in_app_or in Hin as [Hin | Hin].
    + destruct (Cu body _ _ _ _ Hin) as [(more & E) Hle]. pose proof Hc as Hall.
      rewrite E, <- app_assoc in Hc. apply Forall_app in Hc as [_ Hc].
      apply Forall_app in Hc as [Hc _]. apply taken_cases_hold_back in Hc as [Hown Hfailed].
      split; [exact Hfailed |]. cbn [arms_instances]. rewrite Htest, (cases_of_test v t Hown) by exact Hle.
      exact (Hb _ _ _ _ _ Hin Hw S2 Hv Hall).
    + destruct (fail_apart (negated t) failed Hapart) as [Hapart' Hback].
      destruct (proj2 (proj2 places_conditions) rest _ _ _ _ _ Hin) as [_ Hle].
      destruct (Hr _ _ _ _ _ _ Hin Hw S3 Hv Hc Hapart') as [Hfailed Hi].
      apply Hback in Hfailed as [Hfailed Hnot]. split; [exact Hfailed |]. cbn [arms_instances].
      rewrite Htest by exact Hle. now rewrite (negated_fails v t Hnot).
Qed.

End Instances.
