(** Why a description with a shorter endless loop has the same sequence; and the checker of certificates
    that may be about such a description. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Language Refutation Follows Walk Chain Checker Meaning
  Soundness Runs Tree Cycles Repeated Root Turn Copies.
Import ListNotations.
Local Open Scope Z_scope.

Lemma find_copies t l c : List.find (is_copies t) l = Some c ->
  c <> [] /\ phase_behind c 0 t = Some 0.
Proof.
  intros H. apply find_some in H as [_ H]. unfold is_copies in H.
  destruct c as [| a c]; [discriminate |]. split; [discriminate |].
  destruct (phase_behind _ _ _) as [k |]; [| discriminate]. apply Z.eqb_eq in H. now subst k.
Qed.

Lemma cycle_of_copies t c : cycle_of t = Some c -> c <> [] /\ phase_behind c 0 t = Some 0.
Proof.
  unfold cycle_of. destruct (letters_of _ _).
  - apply find_copies.
  - destruct (first_longer t); [| discriminate].
    destruct (_ <? _)%nat; [discriminate |]. apply find_copies.
Qed.

Section Powers.

Variables (moves : list form) (p : list Z) (T : Z).
Hypothesis T_pos : 1 <= T.

Let q := p ++ [T].

Lemma eval_last : nth (length p) q 0 = T.
Proof. unfold q. now rewrite app_nth2, Nat.sub_diag by lia. Qed.

Lemma word_of_copies_run c : c <> [] ->
  word_run q (word_of_copies (length p) c) = (c, Z.of_nat (length c) * T).
Proof.
  intros Hc. unfold word_run, word_of_copies, cycle. cbn [first others size].
  rewrite eval_times, eval_variable, eval_last. f_equal. now destruct c.
Qed.

Lemma of_cycles_powers :
  (forall t, fine (tree_runs q t) ->
     let t' := fst (of_cycles moves (length p) t) in
     fine (tree_runs q t') /\ powers (values (tree_runs q t)) (values (tree_runs q t'))) /\
  (forall a, fine (branches_runs q a) ->
     let a' := fst (of_cycles_each moves (length p) a) in
     fine (branches_runs q a') /\
     powers (values (branches_runs q a)) (values (branches_runs q a'))).
Proof.
  assert (Hcopies : forall t c, cycle_of t = Some c -> fine (tree_runs q t) ->
    let t' := fst (if is_long moves t then (t, [])
                   else (Run (word_of_copies (length p) c) Done,
                         [size (word_of_copies (length p) c)])) in
    fine (tree_runs q t') /\ powers (values (tree_runs q t)) (values (tree_runs q t'))).
  { intros t c Hc Hfine. destruct (is_long moves t); [split; [exact Hfine | apply powers_same] |].
    apply cycle_of_copies in Hc as [Hne Hphase]. cbn [fst tree_runs].
    rewrite word_of_copies_run by assumption. split.
    - constructor; [cbn [snd]; nia | constructor].
    - apply (proj1 (phase_behind_goes_on c Hne) _ _ _ q) in Hphase; [| assumption].
      apply (goes_on_copies c Hne) in Hphase. eexists c, _, (pred (Z.to_nat T)).
      split; [exact Hphase |]. rewrite Nat.succ_pred by lia.
      rewrite (copies_of_cycle c Hne), Z2Nat.id by lia. cbn. apply app_nil_r. }
  apply tree_ind_both.
  - intros H. rewrite of_cycles_step. destruct (cycle_of Done) as [c |] eqn:Hc; [now apply (Hcopies
    _ c) |].
    split; [exact H | apply powers_same].
  - intros w rest _ H. rewrite of_cycles_step.
    destruct (cycle_of (Run w rest)) as [c |] eqn:Hc; [now apply (Hcopies _ c) |].
    split; [exact H | apply powers_same].
  - intros from upto body _ rest _ H. rewrite of_cycles_step.
    destruct (cycle_of (Again from upto body rest)) as [c |] eqn:Hc; [now apply (Hcopies _ c) |].
    split; [exact H | apply powers_same].
  - intros a Ha rest _ H. rewrite of_cycles_step.
    destruct (cycle_of (Either a rest)) as [c |] eqn:Hc; [now apply (Hcopies _ c) |].
    destruct rest; try (split; [exact H | apply powers_same]).
    cbn [tree_runs] in H. rewrite app_nil_r in H. specialize (Ha H).
    destruct (of_cycles_each _ _ a) as [b l]. cbn [fst tree_runs] in *. rewrite !app_nil_r.
      exact Ha.
  - intros H. split; [exact H | apply powers_same].
  - intros body Hb H. rewrite of_cycles_each_step. cbn [branches_runs] in *. specialize (Hb H).
    destruct (of_cycles _ _ body) as [t l]. exact Hb.
  - intros t body Hb rest Hr H. rewrite of_cycles_each_step. cbn [branches_runs] in *.
    destruct (of_cycles _ _ body) as [b l1]. destruct (of_cycles_each _ _ rest) as [r l2].
    cbn [fst branches_runs] in *. destruct (test_holds q t); auto.
Qed.

(** The lengths are multiples of the new variable. *)
Lemma of_cycles_lengths :
  (forall t f, In f (snd (of_cycles moves (length p) t)) -> T <= eval q f) /\
  (forall a f, In f (snd (of_cycles_each moves (length p) a)) -> T <= eval q f).
Proof.
  assert (Hcopies : forall t c f, cycle_of t = Some c ->
    In f (snd (if is_long moves t then (t, [])
               else (Run (word_of_copies (length p) c) Done,
                     [size (word_of_copies (length p) c)]))) -> T <= eval q f).
  { intros t c f Hc Hin. destruct (is_long moves t); [contradiction |].
    apply cycle_of_copies in Hc as [Hne _]. cbn [snd] in Hin. destruct Hin as [<- | []].
    cbn [word_of_copies size]. rewrite eval_times, eval_variable, eval_last.
    destruct c as [| a c]; [contradiction |]. simpl length. nia. }
  apply tree_ind_both.
  - intros f. rewrite of_cycles_step. destruct (cycle_of Done) as [c |] eqn:Hc; [now apply (Hcopies
    _ c) |].
    contradiction.
  - intros w rest _ f. rewrite of_cycles_step.
    destruct (cycle_of (Run w rest)) as [c |] eqn:Hc; [now apply (Hcopies _ c) | contradiction].
  - intros from upto body _ rest _ f. rewrite of_cycles_step.
    destruct (cycle_of (Again from upto body rest)) as [c |] eqn:Hc;
      [now apply (Hcopies _ c) | contradiction].
  - intros a Ha rest _ f. rewrite of_cycles_step.
    destruct (cycle_of (Either a rest)) as [c |] eqn:Hc; [now apply (Hcopies _ c) |].
    destruct rest; try contradiction.
    specialize (Ha f). now destruct (of_cycles_each _ _ a).
  - intros f [].
  - intros body Hb f. rewrite of_cycles_each_step. specialize (Hb f).
    now destruct (of_cycles _ _ body).
  - intros t body Hb rest Hr f. rewrite of_cycles_each_step. specialize (Hb f). specialize (Hr f).
    destruct (of_cycles _ _ body) as [b l1]. destruct (of_cycles_each _ _ rest) as [r l2].
    cbn [snd] in *. intros Hin. apply in_app_or in Hin as [Hin | Hin]; auto.
Qed.

End Powers.

Lemma passes_described D p body x : endless D = Some body ->
  described D p x = nth x (units_values (blocks D) p (preperiod D) ++
    concat (repeat (units_values (blocks D) p body) (S x))) O.
Proof. intros H. unfold described, passes. now rewrite (ending_endless _ _ H). Qed.

Lemma all_fine D p body n : endless D = Some body ->
  fine (units_runs (blocks D) p (preperiod D)) -> fine (units_runs (blocks D) p body) ->
  Forall (admissible D) (instances D p n).
Proof.
  intros Hbody H1 H2. unfold instances. rewrite (ending_endless _ _ Hbody). destruct (admissible_fine D) as [H _].
  apply Forall_app. split; [now apply H |]. induction n as [| n IH]; [constructor |].
  cbn [repeat concat]. apply Forall_app. split; [now apply H | exact IH].
Qed.

(** A number that is at least 1 and at least each move. *)
Definition large (p : list Z) (l : list form) : Z :=
  fold_right (fun s k => Z.max (eval p s) k) 1 l.

Lemma large_enough p l : 1 <= large p l /\ forall s, In s l -> eval p s <= large p l.
Proof.
  induction l as [| s l [IH1 IH2]]; cbn [large fold_right]; [split; [lia | contradiction] |].
  fold (large p l). split; [lia |]. intros t [<- | Ht]; [lia |]. specialize (IH2 t Ht). lia.
Qed.

(** What a description writes before its endless loop, which has this body, and in it. *)
Definition written_by (D : description) (p : list Z) (body : units) : written :=
  (units_runs (blocks D) p (preperiod D), units_runs (blocks D) p body).

Lemma described_endlessly D p body x : endless D = Some body ->
  described D p x = endlessly (values (fst (written_by D p body)))
                      (values (snd (written_by D p body))) x.
Proof.
  intros Hbody. rewrite (passes_described D p body x Hbody). unfold endlessly, written_by.
  now rewrite !(proj1 (units_runs_values (blocks D))).
Qed.

(** The lengths of the words of the start. *)
Definition start_sizes (D : description) (p : list Z) : option (list Z) :=
  option_map (map (fun w => eval p (size w))) (start_words D).

Lemma same_words_values p q ws : map (fun w => eval q (size w)) ws = map (fun w => eval p (size w)) ws ->
  flat_map (word_values q) ws = flat_map (word_values p) ws.
Proof.
  induction ws as [| w ws IH]; [reflexivity |]. intros [= H Hrest]. cbn [flat_map].
  rewrite (IH Hrest). f_equal. unfold word_values. now rewrite H.
Qed.

(** If the words of the start have the same lengths, what stands before position 0 is the same. *)
Lemma same_start D E p q : start_words E = start_words D -> start_sizes D q = start_sizes D p ->
  past_at E q = past_at D p /\ (start_fine D p -> start_fine E q).
Proof.
  unfold start_sizes, start_words, past_at, start_fine, admissible. intros Hwords Hsizes.
  destruct (start E) as [e |], (start D) as [d |]; try discriminate; [| now split].
  cbn [option_map] in *. injection Hwords as Hwords. injection Hsizes as Hsizes.
  assert (Hvalues : block_values (blocks E) q e = block_values (blocks D) p d).
  { unfold block_values. rewrite Hwords. now apply same_words_values. }
  split; [now rewrite Hvalues |]. intros H b [= <-]. destruct (H d eq_refl) as [Hadm Hne].
  cbn [fst snd] in *. rewrite Hvalues, Hwords. split; [| assumption].
  revert Hadm Hsizes. clear. induction (words (blocks D) d) as [| w ws IH]; intros Hadm Hsizes;
    [constructor |].
  injection Hsizes as Hw Hws. apply Forall_cons_iff in Hadm as [H1 H2]. constructor; [lia | auto].
Qed.

(** The lengths of the start are over the parameters. *)
Lemma start_sizes_extend D p w : well_formed D = true -> length p = parameters D ->
  start_sizes D (p ++ w) = start_sizes D p.
Proof.
  intros Hformed Hp. destruct (formed D Hformed) as (_ & _ & _ & Hstart & _).
  unfold start_formed in Hstart. unfold start_sizes, start_words.
  destruct (start D) as [b |]; [| reflexivity]. cbn [option_map]. f_equal.
  apply andb_true_iff in Hstart as [Hstart _]. rewrite forallb_forall in Hstart.
  apply map_ext_in. intros u Hu. apply within_eval. rewrite Hp. now apply Hstart.
Qed.

(** Descriptions that write the same sequence for the same moves and the same start stand for each other. *)
Lemma stands_as_written D E : rule_of E = rule_of D -> moves E = moves D ->
  start_words E = start_words D ->
  (forall p body, admitted D p -> endless D = Some body -> exists q b, admitted E q /\
     map (eval q) (ends_of D) = map (eval p) (ends_of D) /\ start_sizes D q = start_sizes D p /\
     endless E = Some b /\
     as_well (written_by D p body) (written_by E q b)) ->
  stands_for E D.
Proof.
  intros Hrule Hmoves Hwords H p body Hp Hbody Hlengths Hstart Hnot_empty.
  destruct (H p body Hp Hbody) as (q & b & Hq & Hsame & Hsizes & Hb & Hwell).
  destruct (same_start D E p q Hwords Hsizes) as [Hpast Hfine].
  pose proof (Hlengths 1%nat) as Hadm. unfold instances in Hadm. rewrite (ending_endless _ _ Hbody) in Hadm.
  cbn [repeat concat] in Hadm. rewrite app_nil_r in Hadm. apply Forall_app in Hadm as [Ha1 Ha2].
  apply admissible_fine in Ha1. apply admissible_fine in Ha2.
  rewrite (proj1 (units_runs_values (blocks D))) in Hnot_empty.
  destruct (Hwell Ha1 Ha2 Hnot_empty) as (F1 & F2 & Hne & Hendlessly).
  exists q, b. do 5 (split; [assumption |]). split; [now apply Hfine |].
  split; [| split; [assumption | split]].
  - intros n. now apply (all_fine E q b n Hb).
  - now rewrite (proj1 (units_runs_values (blocks E))).
  - intros x. now rewrite (described_endlessly D p body), (described_endlessly E q b).
Qed.

Lemma written_with_trees D count c before body :
  let E := with_trees D count c before body in
  rule_of E = rule_of D /\ moves E = moves D /\ parameters E = count /\ conditions E = c /\
  exists b, endless E = Some b /\ forall v,
    written_by E v b = (tree_runs v before, tree_runs v body).
Proof.
  intros E. destruct (with_trees_runs D count c before body) as (b & Hb & Hruns).
  fold E in Hb, Hruns.
  assert (Hshape : rule_of E = rule_of D /\ moves E = moves D /\ parameters E = count /\
    conditions E = c).
  { unfold E, with_trees. destruct (build _ _ _ _) as [us l1]. now destruct (build _ _ _ _). }
  destruct Hshape as (H1 & H2 & H3 & H4). repeat (split; [assumption |]). exists b.
  split; [assumption |]. intros v. destruct (Hruns v) as [R1 R2]. unfold written_by.
  now rewrite R1, R2.
Qed.

Lemma once_written_sound D it p body : once_written D = Some it -> length p = parameters D ->
  endless D = Some body ->
  as_well (written_by D p body) (tree_runs p (first_part it), tree_runs p (one_body it)).
Proof.
  intros H Hp Hbody. unfold once_written in H. rewrite Hbody, <- Hp in H.
  apply once_sound in H. now rewrite !(proj1 (units_tree_runs (blocks D))) in H.
Qed.

(** With the same parameters. *)
Lemma rewritten_as_well D it : once_written D = Some it ->
  let E := with_trees D (parameters D) (conditions D) (first_part it) (one_body it) in
  forall p body, admitted D p -> endless D = Some body -> exists b, admitted E p /\
    endless E = Some b /\ as_well (written_by D p body) (written_by E p b).
Proof.
  intros Honce E p body Hp Hbody.
  destruct (written_with_trees D (parameters D) (conditions D) (first_part it) (one_body it))
    as (_ & _ & HN & HC & b & Hb & Hwritten). fold E in HN, HC, Hb, Hwritten.
  exists b. unfold admitted. rewrite HN, HC, Hwritten. split; [exact Hp |].
  split; [exact Hb |]. exact (once_written_sound D it p body Honce (proj1 Hp) Hbody).
Qed.

Theorem of_endless_stands D E : well_formed D = true -> of_endless D = Some E -> stands_for E D.
Proof.
  intros Hformed H. unfold of_endless in H. apply then_some in H as (it & Honce & H).
  set (n := parameters D) in *. set (greatest := map greatest_move (moves D)) in *.
  destruct (of_cycles greatest n (lift n (one_body it))) as [copies lengths] eqn:Hcopies.
  destruct lengths as [| l0 ls].
  - destruct (changed it); [injection H as <- | discriminate].
    destruct (written_with_trees D n (conditions D) (first_part it) (one_body it))
      as (Hrule & Hmoves & _).
    apply stands_as_written; [exact Hrule | exact Hmoves | apply with_trees_start |].
    intros p body Hp Hbody.
    destruct (rewritten_as_well D it Honce p body Hp Hbody) as (b & Hq & Hb & Hwell).
    now exists p, b.
  - set (lengths := l0 :: ls) in *. injection H as <-. set (c := conditions D ++ _ :: _).
    destruct (written_with_trees D (S n) c (lift n (first_part it)) copies)
      as (Hrule & Hmoves & HN & HC & b & Hb & Hwritten).
    apply stands_as_written; [exact Hrule | exact Hmoves | apply with_trees_start |].
    intros p body Hp Hbody.
    pose proof Hp as [Hcount Hconditions]. fold n in Hcount.
    destruct (large_enough p greatest) as [HT Hmost]. set (T := large p greatest) in *.
    set (q := p ++ [T]).
    assert (Hlift : forall t, tree_runs q (lift n t) = tree_runs p t).
    { intros t. unfold q. rewrite <- Hcount, (proj1 (lift_runs p T) t []). now rewrite app_nil_r. }
    pose proof (proj1 (of_cycles_powers greatest p T HT) (lift n (one_body it))) as Hpowers.
    pose proof (proj1 (of_cycles_lengths greatest p T HT) (lift n (one_body it))) as Hlong.
    rewrite Hcount, Hcopies in Hpowers, Hlong. cbn [fst snd] in Hpowers, Hlong.
    fold q in Hpowers, Hlong. rewrite Hlift in Hpowers.
    assert (Hsame : map (eval q) (ends_of D) = map (eval p) (ends_of D)).
    { unfold q. now apply (moves_extend D Hformed). }
    exists q, b. split; [split | split; [exact Hsame |
      split; [now apply start_sizes_extend | split; [exact Hb |]]]].
    + unfold q. rewrite app_length, HN, Hcount. simpl. lia.
    + rewrite HC. unfold c, all_hold. apply Forall_app. split.
      * unfold q. now apply (conditions_extend D Hformed).
      * constructor.
        -- cbn [holds]. rewrite eval_plus, eval_variable. unfold q. rewrite <- Hcount, eval_last.
           lia.
        -- change (Forall (holds q) (flat_map (fun l => map (at_least l) greatest) lengths)).
           apply Forall_flat_map. apply Forall_forall. intros f Hf. rewrite Forall_map.
           apply Forall_forall. intros s Hs. apply holds_at_least.
           specialize (Hlong f Hf). specialize (Hmost s Hs).
           assert (Heval : eval q s = eval p s).
           { unfold greatest in Hs. apply in_map_iff in Hs as (e & <- & He).
             now apply (same_entry D p q Hsame e (ends_incl _ _ He)). }
           lia.
    + rewrite Hwritten, Hlift.
      eapply as_well_trans; [exact (once_written_sound D it p body Honce Hcount Hbody) |].
      apply powers_as_well. intros F _. now apply Hpowers.
Qed.

Theorem shown_of_stands simplified D : well_formed D = true ->
  stands_for (shown_of simplified D) D.
Proof.
  intros Hformed. unfold shown_of. destruct simplified; [| apply stands_for_itself].
  destruct (of_endless D) as [E |] eqn:HE; [| apply stands_for_itself].
  now apply of_endless_stands.
Qed.

(** The description that periods are about. *)
Lemma written_of_same D : rule_of (written_of D) = rule_of D /\ moves (written_of D) = moves D /\
  parameters (written_of D) = parameters D /\ conditions (written_of D) = conditions D.
Proof.
  unfold written_of, with_less_before. destruct (once_written D) as [it |]; [| now repeat split].
  cbn [then_]. destruct (begins_earlier it); [| now repeat split].
  destruct (written_with_trees D (parameters D) (conditions D) (first_part it) (one_body it))
    as (H1 & H2 & H3 & H4 & _). now repeat split.
Qed.

Lemma written_of_start D : start_words (written_of D) = start_words D.
Proof.
  unfold written_of, with_less_before. destruct (once_written D) as [it |]; [| reflexivity].
  cbn [then_]. destruct (begins_earlier it); [apply with_trees_start | reflexivity].
Qed.

Lemma written_of_game D r p : game r (written_of D) p = game r D p.
Proof.
  destruct (written_of_same D) as (_ & Hmoves & _).
  destruct (same_start D (written_of D) p p (written_of_start D) eq_refl) as [Hpast _].
  unfold game, moves_at. now rewrite Hmoves, Hpast.
Qed.

Theorem written_of_as_well D p body : admitted D p -> endless D = Some body ->
  exists b, endless (written_of D) = Some b /\
    as_well (written_by D p body) (written_by (written_of D) p b).
Proof.
  intros Hp Hbody. unfold written_of. destruct (with_less_before D) as [E |] eqn:HE.
  - unfold with_less_before in HE. apply then_some in HE as (it & Honce & HE).
    destruct (begins_earlier it); [injection HE as <- | discriminate].
    destruct (rewritten_as_well D it Honce p body Hp Hbody) as (b & _ & Hb & Hwell). now exists b.
  - exists body. split; [exact Hbody | apply as_well_same].
Qed.

Lemma written_of_endless D : endless D = None -> endless (written_of D) = None.
Proof.
  intros H. unfold written_of, with_less_before, once_written. now rewrite H.
Qed.

Lemma of_endless_none D : endless D = None -> of_endless D = None.
Proof. intros H. unfold of_endless, once_written. now rewrite H. Qed.

(** * The checker of certificates, of simplified ones as well *)

Definition accepts (simplified : bool) (D : description) : list answer -> bool :=
  check_as D (shown_of simplified D).

Lemma accepted_stands simplified D l : accepts simplified D l = true ->
  stands_for (shown_of simplified D) D.
Proof. intros H. apply shown_of_stands. exact (proj1 (accepted_formed _ _ _ H)). Qed.

(** Where passes carry a state, the words are proved as they stand. *)
Lemma written_of_carrying D s : carrying (written_of D) = Some s -> written_of D = D.
Proof.
  unfold written_of. destruct (with_less_before D) as [E |] eqn:HE; [| reflexivity]. intros H. exfalso.
  unfold with_less_before in HE. apply then_some in HE as (it & _ & HE).
  destruct (begins_earlier it); [injection HE as <- | discriminate].
  destruct (written_with_trees D (parameters D) (conditions D) (first_part it) (one_body it))
    as (_ & _ & _ & _ & b & Hb & _).
  now rewrite (endless_carries_nothing _ _ Hb) in H.
Qed.

Lemma accepts_carrying simplified D s l : carrying D = Some s -> accepts simplified D l = check D l.
Proof.
  intros Hs. unfold accepts, shown_of. rewrite of_endless_none; [now destruct simplified |].
  unfold endless. now rewrite (ending_carrying _ _ Hs).
Qed.

(** For all parameters that satisfy the order conditions, and all positions, the described value is
    the value of the game. *)
Theorem accepted_is_value simplified D l : accepts simplified D l = true ->
  forall p x, admitted D p -> is_piece D = false ->
  described D p x = game (rule_of D) D p x.
Proof.
  intros H p x Hp Hpiece. destruct (endless D) as [body |] eqn:Hbody.
  - apply (described_is_value D _ l H p x (accepted_stands simplified D l H) Hp). congruence.
  - assert (Hs : exists s, carrying D = Some s).
    { unfold is_piece, endless, carrying in *. destruct (ending_of D); try discriminate. eauto. }
    destruct Hs as (s & Hs). apply (carrying_is_value D l s p); try assumption.
    now rewrite <- (accepts_carrying simplified D s).
Qed.

(** The sequence of the game, as it is written of the description that periods are about. *)
Theorem accepted_endlessly simplified D l p body : accepts simplified D l = true -> admitted D p ->
  endless (written_of D) = Some body ->
  let (before, pass) := written_by (written_of D) p body in
  fine before /\ fine pass /\ values pass <> [] /\
  forall x, game (rule_of D) D p x = endlessly (values before) (values pass) x.
Proof.
  intros H Hp Hbody. destruct (endless D) as [loop |] eqn:Hloop;
    [| rewrite written_of_endless in Hbody by assumption; discriminate].
  destruct (written_of_as_well D p loop Hp Hloop) as (b & Hb & Hwell).
  assert (b = body) by congruence. subst b.
  pose proof (lengths_not_negative D _ l H p 1 Hp) as Hadm. unfold instances in Hadm.
  rewrite (ending_endless _ _ Hloop) in Hadm. cbn [repeat concat] in Hadm. rewrite app_nil_r in Hadm.
  apply Forall_app in Hadm as [Ha1 Ha2]. apply admissible_fine in Ha1. apply admissible_fine in Ha2.
  pose proof (loop_not_empty D _ l H p loop Hp Hloop) as Hne.
  rewrite (proj1 (units_runs_values (blocks D))) in Hne.
  destruct (Hwell Ha1 Ha2 Hne) as (F1 & F2 & F3 & E). unfold written_by at 1.
  repeat (split; [assumption |]). intros x.
  rewrite <- (accepted_is_value simplified D l H p x Hp)
    by (unfold is_piece; now rewrite (ending_endless _ _ Hloop)).
  rewrite (described_endlessly D p loop x Hloop). symmetry. apply E.
Qed.

(** What a given description D says of the game. *)
Ltac conclude D accepted :=
  rewrite (accepted_is_value _ D _ accepted);
  [ unfold game; apply f_equal2; [name_moves D | reflexivity] | admit_parameters D | reflexivity ].
