(** Why a description with an endless loop written as copies of a cycle has the same sequence; and
    the
    checker of certificates that may be about such a description. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Language Refutation Follows Walk Chain Checker Meaning
  Soundness Runs Tree Cycles Copies.
Import ListNotations.
Local Open Scope Z_scope.

(** Both are powers of one list, which is not empty unless the first one is. *)
Definition powers (b b' : list nat) : Prop :=
  exists u m m', b = concat (repeat u m) /\ b' = concat (repeat u (S m')).

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

Lemma powers_same l : powers l l.
Proof. exists l, 1%nat, O. simpl. now rewrite app_nil_r. Qed.

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

(** Endless copies of powers of one list are the same sequence. *)
Lemma repeat_repeat {A} (u : list A) m n :
  concat (repeat (concat (repeat u m)) n) = concat (repeat u (n * m)).
Proof.
  induction n as [| n IH]; [reflexivity |]. cbn [repeat concat Nat.mul].
  now rewrite repeat_app, concat_app, IH.
Qed.

Lemma nth_copies {A} (u : list A) (d : A) x m n : u <> [] -> (x < m)%nat -> (x < n)%nat ->
  nth x (concat (repeat u m)) d = nth x (concat (repeat u n)) d.
Proof.
  intros Hu. revert m n. assert (Hle : forall m n, (x < m <= n)%nat ->
    nth x (concat (repeat u m)) d = nth x (concat (repeat u n)) d).
  { intros m n [Hm Hn]. replace n with (m + (n - m))%nat by lia.
    rewrite repeat_app, concat_app. symmetry. apply app_nth1.
    enough (Hlen : (m <= length (concat (repeat u m)))%nat) by lia.
    clear - Hu. induction m as [| m IH]; [lia |]. cbn [repeat concat]. rewrite app_length.
    destruct u; [contradiction |]. simpl length at 1. lia. }
  intros m n Hm Hn. destruct (Nat.le_ge_cases m n).
  - apply Hle. lia.
  - symmetry. apply Hle. lia.
Qed.

Lemma powers_described before b b' x : powers b b' -> b <> [] -> 
  nth x (before ++ concat (repeat b (S x))) O = nth x (before ++ concat (repeat b' (S x))) O.
Proof.
  intros (u & m & m' & -> & ->) Hb. destruct (Nat.lt_ge_cases x (length before)) as [Hlt | Hge].
  - now rewrite !app_nth1.
  - rewrite !app_nth2 by assumption. rewrite !repeat_repeat.
    destruct m as [| m]; [contradiction |].
    apply nth_copies; [| nia | nia]. intros ->. apply Hb.
    clear. induction (S m) as [| k IH]; [reflexivity | exact IH].
Qed.

Lemma passes_described D p body x : endless D = Some body ->
  described D p x = nth x (units_values (blocks D) p (preperiod D) ++
    concat (repeat (units_values (blocks D) p body) (S x))) O.
Proof. intros H. unfold described, passes. now rewrite H. Qed.

Lemma all_fine D p body n : endless D = Some body ->
  fine (units_runs (blocks D) p (preperiod D)) -> fine (units_runs (blocks D) p body) ->
  Forall (admissible D) (instances D p n).
Proof.
  intros Hbody H1 H2. unfold instances. rewrite Hbody. destruct (admissible_fine D) as [H _].
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

Theorem of_endless_stands D E : well_formed D = true -> of_endless D = Some E -> stands_for E D.
Proof.
  intros Hformed H p body Hp Hbody Hlengths Hnot_empty. unfold of_endless in H. rewrite Hbody in H.
  pose proof Hp as [Hcount Hconditions]. rewrite <- Hcount in H.
  set (T := large p (moves D)). destruct (large_enough p (moves D)) as [HT Hmoves].
  fold T in HT, Hmoves. set (q := p ++ [T]).
  set (tree us := lift (length p) (plain (units_tree (blocks D) us))).
  cbv zeta in H. change (lift (length p) (plain (units_tree (blocks D) body))) with (tree body) in
    H.
  change (lift (length p) (plain (units_tree (blocks D) (preperiod D)))) with (tree (preperiod D))
    in H.
  destruct (of_cycles (moves D) (length p) (tree body)) as [copies lengths] eqn:Hcopies.
  set (all := lengths) in *. assert (HE : with_trees D (S (length p))
    (conditions D ++ AtLeastZero (plus (variable (length p)) (-1)) ::
       flat_map (fun l => map (at_least l) (moves D)) all) (tree (preperiod D)) copies = E).
  { unfold all. destruct lengths; [discriminate | now injection H as H]. }
  clear H.
  pose proof (Hlengths 1%nat) as Hadm. unfold instances in Hadm. rewrite Hbody in Hadm.
  cbn [repeat concat] in Hadm. rewrite app_nil_r in Hadm. apply Forall_app in Hadm as [Ha1 Ha2].
  apply admissible_fine in Ha1. apply admissible_fine in Ha2.
  assert (Htree : forall us, fine (units_runs (blocks D) p us) ->
    fine (tree_runs q (tree us)) /\
    values (tree_runs q (tree us)) = units_values (blocks D) p us).
  { intros us Hfine. unfold tree, q.
    rewrite (proj1 (lift_runs p T) _ []), app_nil_r.
    rewrite (proj1 (units_runs_values (blocks D))).
    rewrite <- (proj1 (units_tree_runs (blocks D))) in Hfine |- *.
    now apply (proj1 plain_keeps). }
  destruct (Htree _ Ha1) as [Hf1 Hv1]. destruct (Htree _ Ha2) as [Hf2 Hv2].
  pose proof (proj1 (of_cycles_powers (moves D) p T HT) _ Hf2) as Hpowers.
  pose proof (proj1 (of_cycles_lengths (moves D) p T HT) (tree body)) as Hlong.
  rewrite Hcopies in Hpowers, Hlong. cbn [fst snd] in Hpowers, Hlong.
  destruct Hpowers as [Hf3 Hpowers]. fold q in Hf3, Hpowers, Hlong. rewrite Hv2 in Hpowers.
  pose proof (with_trees_runs D (S (length p))
    (conditions D ++ AtLeastZero (plus (variable (length p)) (-1)) ::
       flat_map (fun l => map (at_least l) (moves D)) all) (tree (preperiod D)) copies) as Hruns.
  assert (Hshape : letters E = letters D /\ moves E = moves D /\ parameters E = S (length p) /\
    conditions E = conditions D ++ AtLeastZero (plus (variable (length p)) (-1)) ::
       flat_map (fun l => map (at_least l) (moves D)) all).
  { rewrite <- HE. unfold with_trees. destruct (build _ _ _ _) as [us l1].
    now destruct (build _ _ _ _). }
  rewrite HE in Hruns. destruct Hruns as (b & Hb & Hruns). destruct (Hruns q) as [Hr1 Hr2].
  destruct Hshape as (Hletters & HmovesE & HN & HC).
  assert (Hsame : map (eval q) (moves D) = map (eval p) (moves D)).
  { unfold q. now apply (moves_extend D Hformed). }
  exists q, b. rewrite Hletters, HmovesE. split; [split |].
  - unfold q. rewrite app_length, HN. simpl. lia.
  - rewrite HC. unfold all_hold. apply Forall_app. split.
    + unfold q. now apply (conditions_extend D Hformed).
    + constructor.
      * cbn [holds]. rewrite eval_plus, eval_variable. unfold q. rewrite eval_last. lia.
      * apply Forall_flat_map. apply Forall_forall. intros f Hf. rewrite Forall_map.
        apply Forall_forall. intros s Hs. apply holds_at_least.
        specialize (Hlong f Hf). specialize (Hmoves s Hs).
        assert (Heval : eval q s = eval p s).
        { now apply (proj1 (@map_ext_in_iff _ _ (eval q) (eval p) (moves D)) Hsame). }
        lia.
  - split; [reflexivity |]. split; [reflexivity |]. split; [exact Hsame |].
    split; [| split; [exact Hb | split]].
    + intros n. apply (all_fine E q b n Hb); [now rewrite Hr1 | now rewrite Hr2].
    + rewrite (proj1 (units_runs_values (blocks E))), Hr2.
      destruct Hpowers as (u & m & m' & Hm & ->). intros Hempty. apply Hnot_empty.
      rewrite Hm. cbn [repeat concat] in Hempty. apply app_eq_nil in Hempty as [-> _].
      clear. induction m as [| k IH]; [reflexivity | exact IH].
    + intros x. rewrite (passes_described D p body x Hbody), (passes_described E q b x Hb).
      rewrite !(proj1 (units_runs_values (blocks E))), Hr1, Hr2, Hv1.
      symmetry. now apply powers_described.
Qed.

Theorem shown_of_stands simplified D : well_formed D = true ->
  stands_for (shown_of simplified D) D.
Proof.
  intros Hformed. unfold shown_of. destruct simplified; [| apply stands_for_itself].
  destruct (of_endless D) as [E |] eqn:HE; [| apply stands_for_itself].
  now apply of_endless_stands.
Qed.

(** * The checker of certificates, of simplified ones as well *)

Definition accepts (simplified : bool) (D : description) : list answer -> bool :=
  check_as D (shown_of simplified D).

Lemma accepted_stands simplified D l : accepts simplified D l = true ->
  stands_for (shown_of simplified D) D.
Proof. intros H. apply shown_of_stands. exact (proj1 (accepted_formed _ _ _ H)). Qed.

(** For all parameters that satisfy the order conditions, and all positions, the described value is
    the value of the game. *)
Theorem accepted_is_value simplified D l : accepts simplified D l = true ->
  forall p x, admitted D p -> endless D <> None ->
  described D p x = value (letters D) (moves_at D p) x.
Proof.
  intros H p x. apply (described_is_value D _ l H). exact (accepted_stands simplified D l H).
Qed.

(** What a given description D says of the game. *)
Ltac conclude D accepted :=
  rewrite (accepted_is_value _ D _ accepted);
  [ apply f_equal2; [name_moves D | reflexivity] | admit_parameters D | discriminate ].
