(** The checker of what a certificate says of periods (packages/check/src/minimality/format.md): if it
    accepts, then in each case of the parameters the formulas stated are the least period and the least
    preperiod. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Steps Walk Meaning Soundness Runs Tree Cycles
  Repeated Copies Endless Period Items Known Rewrite Writes Rewritten Flatten Once Single Lengths Least.
From Grundy Require Export Cases.
Import ListNotations.
Local Open Scope Z_scope.

(** The value of a formula at these parameters. *)
Definition formula_value (f : formula) (p : list Z) : nat :=
  Z.to_nat (numerator f p / denominator f).

(** Wherever the constraints hold, the formulas are the least period and preperiod. *)
Definition case_true (D : description) (a : alphabet) (c : case) : Prop :=
  forall q, length q = dimension c -> all_hold q (holding c) ->
  let p := firstn (parameters D) q in
  admitted D p ->
  least_period (value a (moves_at D p)) (formula_value (period_formula c) p) /\
  least_preperiod (value a (moves_at D p)) (formula_value (preperiod_formula c) p).

Section Sound.

Variables (simplified : bool) (G : description) (proof : list answer).
Hypothesis accepted : accepts simplified G proof = true.

(** The description that periods are about. *)
Let D := written_of G.

Variable a : alphabet.
Hypothesis alphabets : match a, letters D with Nim, Outcome => false | _, _ => true end = true.

Definition lowered : nat -> nat := lower (match a with Outcome => true | Nim => false end).

Lemma lowered_zero : lowered O = O.
Proof. unfold lowered, lower. now destruct a. Qed.

(** The values of the game, from those of the description. *)
Lemma lowered_value moves x : value a moves x = lowered (value (letters D) moves x).
Proof.
  unfold lowered, lower. destruct a, (letters D); try discriminate; try reflexivity.
  - apply outcome_grundy.
  - pose proof (value_obeys Outcome moves x) as H. unfold obeys, rule in H. rewrite H. lia.
Qed.

Section Point.

Variables (n : nat) (rows : list constraint) (q : list Z).
Hypothesis Hq : length q = n.
Hypothesis rows_q : all_hold q rows.

Let p := firstn (parameters D) q.
Hypothesis Hp : admitted D p.

Variable loop : units.
Hypothesis Hloop : endless D = Some loop.

Let f := value a (moves_at D p).

Lemma first_writes before body :
  (fine (units_runs (blocks D) p (preperiod D)) -> all_proper q before /\
     items_values q before = map lowered (values (units_runs (blocks D) p (preperiod D)))) ->
  (fine (units_runs (blocks D) p loop) -> all_proper q body /\
     items_values q body = map lowered (values (units_runs (blocks D) p loop))) ->
  writes f q (Lists before body [] false).
Proof.
  intros Hbefore Hbody.
  destruct (written_of_same G) as (Hletters & Hmoves & HN & HC). fold D in Hletters, Hmoves, HN, HC.
  assert (Hadmitted : admitted G p).
  { unfold admitted in *. now rewrite <- HN, <- HC. }
  pose proof (accepted_endlessly simplified G proof p loop accepted Hadmitted Hloop) as Hvalue.
  unfold written_by in Hvalue. fold D in Hvalue. destruct Hvalue as (Ha1 & Ha2 & Hne & Hvalue).
  destruct (Hbefore Ha1) as [Pb Eb]. destruct (Hbody Ha2) as [Pl El].
  rewrite <- Hletters in Hvalue. unfold moves_at in Hvalue. rewrite <- Hmoves in Hvalue.
  fold (moves_at D p) in Hvalue.
  set (u := values (units_runs (blocks D) p (preperiod D))) in *.
  set (w := values (units_runs (blocks D) p loop)) in *.
  assert (Hw : (0 < length w)%nat) by (destruct w; [contradiction | simpl; lia]).
  assert (Hmap : forall k l, nth k (map lowered l) O = lowered (nth k l O)).
  { intros k l. rewrite <- lowered_zero at 1. apply map_nth. }
  constructor; cbn [Rewrite.before Rewrite.body rest]; try assumption; rewrite ?Eb, ?El.
  - constructor.
  - intros E. apply map_eq_nil in E. contradiction.
  - intros x Hx. rewrite map_length in Hx. unfold f. rewrite lowered_value, Hvalue,
      endlessly_first, Hmap by (rewrite app_length; lia). now rewrite app_nth1.
  - intros j. rewrite map_length. cbn [items_values flat_map length]. rewrite Z.add_0_l.
    unfold f. rewrite lowered_value, Hvalue. unfold cycle_value. rewrite Hmap, map_length. f_equal.
    pose proof (Nat.div_mod j (length w) ltac:(lia)) as Hj.
    pose proof (Nat.mod_upper_bound j (length w) ltac:(lia)) as Hb.
    rewrite <- Nat2Z.inj_mod, Nat2Z.id.
    set (r := (j mod length w)%nat) in *. set (m := (j / length w)%nat) in *.
    replace (length u + j)%nat with (length u + r + m * length w)%nat by lia.
    rewrite (repeats_more _ _ _ m (endlessly_repeats u w Hne)) by lia.
    rewrite endlessly_first by (rewrite app_length; lia). rewrite app_nth2 by lia. f_equal. lia.
  - simpl. lia.
Qed.

Hypothesis rows_hold : forall w, all_hold (q ++ w) rows.

Lemma steps_sound fuel : forall L shown st L' shown' period st',
  right f q L -> known q rows st ->
  (forall l, shown = Some l -> all_proper q l /\ least_period f (length (items_values q l))) ->
  steps n rows fuel L shown st = Some (L', shown', period, st') ->
  right f q L' /\ known q rows st' /\
  all_proper q shown' /\ least_period f (length (items_values q shown')).
Proof.
  induction fuel as [| e fuel IH]; intros L shown st L' shown' period st' HL Hst Hshown H;
    [discriminate |].
  cbn [steps] in H. destruct (answers st) as [| [] l]; try discriminate.
  assert (Hst0 : known q rows (State (facts st) l)) by exact Hst.
  pose proof HL as [[H1 H2 H3 H4 H5 H6 H7] _].
  destruct line; try discriminate;
    try (destruct (rewritten _ _ _ _ _) as [[M s] |] eqn:HM; [cbn [then_ fst snd] in H | discriminate];
         apply (rewritten_sound n rows f q Hq rows_hold) in HM; [| exact HL | exact Hst0];
         destruct HM as [HM Hs]; exact (IH _ _ _ _ _ _ _ HM Hs Hshown H)).
  - (* a cycle *)
    destruct (once_cycle (body L)) as [c |] eqn:Hc; [| discriminate].
    destruct (is_primitive c) eqn:Hprimitive; [| discriminate].
    refine (IH _ _ _ _ _ _ _ HL Hst0 _ H). intros m [= <-]. split; [exact H2 |].
    apply once_cycle_letters with (n := n) (p := q) in Hc as [Hne Hc]; [| exact Hq]. rewrite Hc in *.
    exact (least_of_primitive f c _ _ Hne H6 Hprimitive).
  - (* a pattern *)
    destruct (pattern_once _ _ _ _ _) as [s |] eqn:Hs; [cbn [then_] in H | discriminate].
    apply (pattern_once_sound n rows q (body L) p0 _ s Hq rows_hold H2 H4 Hst0) in Hs.
    destruct Hs as [Hs Hsingle]. refine (IH _ _ _ _ _ _ _ HL Hs _ H). intros m [= <-].
    split; [exact H2 |]. exact (least_of_single f _ _ _ H4 H6 Hsingle).
  - (* the period *)
    destruct shown as [m |]; [| discriminate]. injection H as <- <- <- <-.
    destruct (Hshown m eq_refl) as [G1 G2].
    split; [exact HL |]. split; [exact Hst0 |]. now split.
Qed.

Lemma parameters_sound l st st' : known q rows st -> parameters_are n rows l st = Some st' ->
  length l = parameters D -> (parameters D <= n)%nat ->
  known q rows st' /\ map (eval q) l = p.
Proof.
  intros Hst H Hl Hn. unfold parameters_are in H.
  apply (try_each_sound (known q rows) (fun k => nth k q 0 = eval q (nth k l zero))) in H.
  - destruct H as [Hst' H]. split; [exact Hst' |].
    apply (nth_ext _ _ 0 0); [rewrite map_length; unfold p; rewrite firstn_length; lia |].
    intros k Hk. rewrite map_length in Hk.
    pose proof (map_nth (eval q) l zero k) as E. rewrite eval_zero in E. rewrite E.
    rewrite <- (H k) by (apply in_seq; lia). unfold p.
    rewrite <- (firstn_skipn (parameters D) q) at 1.
    apply app_nth1. rewrite firstn_length. lia.
  - intros k s s' _ Hs Hk. cbv zeta in Hk.
    destruct (ask _ _ _ s) as [s1 |] eqn:H1; [cbn [then_] in Hk | discriminate].
    apply (ask_sound n q) in H1; [| exact Hs]. destruct H1 as [Hs1 H1].
    apply (ask_sound n q) in Hk; [| exact Hs1]. destruct Hk as [Hs' H2]. split; [exact Hs' |].
    specialize (H1 [] (rows_hold [])). specialize (H2 [] (rows_hold [])).
    rewrite app_nil_r in *. rewrite eval_times in H2. rewrite eval_sub, eval_variable in *. lia.
  - exact Hst.
Qed.

End Point.

(** The facts hold wherever the rows do. *)
Definition all_known (n : nat) (rows : list constraint) (st : state) : Prop :=
  forall q, length q = n -> all_hold q rows -> forall w, facts_hold (q ++ w) st.

Lemma formula_of_length f p k : 0 < denominator f -> numerator f p = denominator f * Z.of_nat k ->
  formula_value f p = k.
Proof.
  intros Hd H. unfold formula_value. rewrite H, Z.mul_comm, Z.div_mul by lia. apply Nat2Z.id.
Qed.

Lemma case_sound n rows st c st' : all_known n rows st -> case_check D a n rows st = Some (c, st') ->
  all_known n rows st' /\ dimension c = n /\ holding c = rows /\ case_true D a c.
Proof.
  intros Hst H. unfold case_check in H.
  destruct (answers st) as [| [] rest] eqn:Hanswers; try discriminate. destruct line; try discriminate.
  destruct (endless D) as [loop |] eqn:Hloop; [| discriminate].
  destruct (_ && _) eqn:Hcheck in H; [| discriminate].
  rewrite !andb_true_iff, Nat.eqb_eq, Nat.leb_le in Hcheck. destruct Hcheck as ((Hl & Hn) & Hover).
  destruct (parameters_are _ _ _ _) as [s1 |] eqn:H1; [cbn [then_] in H | discriminate].
  destruct (units_items _ _ _ (preperiod D) _ _ _ s1) as [[before s2] |] eqn:H2;
    [cbn [then_ fst snd] in H | discriminate].
  destruct (units_items _ _ _ loop _ _ _ s2) as [[body s3] |] eqn:H3;
    [cbn [then_ fst snd] in H | discriminate].
  destruct (steps _ _ _ _ _ s3) as [[[[L shown] period] s4] |] eqn:H4;
    [cbn [then_ fst snd] in H | discriminate].
  destruct (answers s4) as [| [] rest'] eqn:Hrest; try discriminate.
  destruct line; try discriminate.
  destruct (_ && _) eqn:Hend in H; [| discriminate]. injection H as <- <-.
  rewrite !andb_true_iff in Hend. destruct Hend as ((Hended & Hperiod) & Hpreperiod).
  cbn [dimension holding].
  assert (Hall : forall q, length q = n -> all_hold q rows ->
    known q rows s3 /\ known q rows s2 /\ map (eval q) l = firstn (parameters D) q /\
    (forall w, all_hold (q ++ w) rows) /\
    says (match a with Outcome => true | Nim => false end) q before
      (units_runs (blocks D) (firstn (parameters D) q) (preperiod D)) /\
    says (match a with Outcome => true | Nim => false end) q body
      (units_runs (blocks D) (firstn (parameters D) q) loop)).
  { intros q Hq Hrows.
    assert (Hhold : forall w, all_hold (q ++ w) rows).
    { intros w. rewrite <- Hq in Hover. now apply over_hold. }
    assert (Hk : known q rows (State (facts st) rest)) by (intros w _; now apply Hst).
    destruct (parameters_sound n rows q Hq Hhold l _ s1 Hk H1 Hl Hn) as [Hs1 Hp].
    destruct (all_flat (blocks D) n (match a with Outcome => true | Nim => false end) q Hq) as [Hflat _].
    destruct (Hflat _ _ _ _ _ _ _ Hs1 H2) as [Hs2 Hb].
    destruct (Hflat _ _ _ _ _ _ _ Hs2 H3) as [Hs3 Hbody].
    specialize (Hb [] eq_refl (Hhold [])). specialize (Hbody [] eq_refl (Hhold [])).
    rewrite app_nil_r in *. rewrite Hp in *. split; [exact Hs3 |]. split; [exact Hs2 |].
    split; [reflexivity |]. split; [exact Hhold |]. now split. }
  assert (Hsteps : forall q, length q = n -> all_hold q rows ->
    admitted D (firstn (parameters D) q) ->
    right (value a (moves_at D (firstn (parameters D) q))) q L /\ known q rows s4 /\
    all_proper q shown /\
    least_period (value a (moves_at D (firstn (parameters D) q))) (length (items_values q shown))).
  { intros q Hq Hrows Hp. destruct (Hall q Hq Hrows) as (Hs3 & _ & Hpar & Hhold & Hb & Hbody).
    refine (steps_sound n rows q Hq Hhold _ _ _ _ _ _ _ _ _ Hs3 _ H4); [| discriminate].
    split; [| discriminate]. now apply (first_writes n q Hq Hp loop Hloop). }
  split; [| split; [reflexivity | split; [reflexivity |]]].
  - exact Hst.
  - intros q Hq Hrows p Hp. cbn [dimension holding period_formula preperiod_formula] in *.
    destruct (Hsteps q Hq Hrows Hp) as ([HL Hleast] & _ & Hshown & Hperiod_least).
    destruct (Hall q Hq Hrows) as (_ & _ & Hpar & _).
    apply (is_length_sound n l period shown q Hq Hshown) in Hperiod as [Hd1 Hn1].
    apply (is_length_sound n l f (Rewrite.before L) q Hq (before_proper _ _ _ HL)) in Hpreperiod
      as [Hd2 Hn2].
    rewrite Hpar in *. fold p in Hn1, Hn2 |- *.
    rewrite (formula_of_length _ _ _ Hd1 Hn1), (formula_of_length _ _ _ Hd2 Hn2).
    split; [exact Hperiod_least | now apply Hleast].
Qed.

(** Each point where the rows hold lies in one of the cases. *)
Definition covers (n : nat) (rows : list constraint) (l : list case) : Prop :=
  forall q, length q = n -> all_hold q rows ->
  exists c w, In c l /\ length (q ++ w) = dimension c /\ all_hold (q ++ w) (holding c).

Lemma parts_sound n n' rows (go : list constraint -> state -> option (list case * state)) :
  (forall rows st l st', all_known n' rows st -> go rows st = Some (l, st') ->
     all_known n' rows st' /\ Forall (case_true D a) l /\ covers n' rows l) ->
  over n rows = true -> (n <= n')%nat ->
  forall l st cs st', all_known n rows st -> parts n' rows go l st = Some (cs, st') ->
  all_known n rows st' /\ Forall (case_true D a) cs /\
  forall q, length q = n' -> all_hold (firstn n q) rows -> Exists (holds q) l ->
    exists c w, In c cs /\ length (q ++ w) = dimension c /\ all_hold (q ++ w) (holding c).
Proof.
  intros Hgo Hover Hle.
  assert (Hfirst : forall q, length q = n' -> (all_hold q rows <-> all_hold (firstn n q) rows)).
  { intros q Hq. rewrite <- (firstn_skipn n q) at 1. apply over_hold. rewrite firstn_length.
    now rewrite Nat.min_l by lia. }
  assert (Hmore : forall c st, all_known n rows st -> all_known n' (rows ++ [c]) st).
  { intros c st Hst q Hq Hall w. apply Forall_app in Hall as [Hall _].
    rewrite <- (firstn_skipn n q), <- app_assoc. apply Hst.
    - rewrite firstn_length. lia.
    - exact (proj1 (Hfirst q Hq) Hall). }
  induction l as [| c l IH]; intros st cs st' Hst H.
  - injection H as <- <-. split; [exact Hst |]. split; [constructor |]. intros q _ _ Hex.
    inversion Hex.
  - cbn [parts] in H. destruct (enter _ _ _ st) as [[open s] |] eqn:Henter;
      [cbn [then_ fst snd] in H | discriminate].
    assert (Hs : facts s = facts st) by now apply (enter_facts _ _ _ _ _ _ Henter).
    assert (Hin : forall q, length q = n' -> all_hold (firstn n q) rows -> holds q c ->
      all_hold q (rows ++ [c])).
    { intros q Hq Hrows Hc. apply Forall_app. split; [now apply Hfirst |]. now repeat constructor. }
    destruct open.
    + destruct (go _ s) as [[found s1] |] eqn:Hfound; [cbn [then_ fst snd] in H | discriminate].
      destruct (parts _ _ _ l _) as [[others s2] |] eqn:Hothers;
        [cbn [then_ fst snd] in H | discriminate].
      injection H as <- <-. apply Hgo in Hfound.
      2:{ intros q Hq Hall w. unfold facts_hold. rewrite Hs. now apply (Hmore c st Hst q Hq Hall). }
      destruct Hfound as (_ & Htrue & Hcovers). apply IH in Hothers; [| exact Hst].
      destruct Hothers as (Hs2 & Htrue' & Hcovers'). split; [exact Hs2 |].
      split; [now apply Forall_app |]. intros q Hq Hrows Hex.
      inversion Hex as [? ? Hc | ? ? Hl]; subst.
      * destruct (Hcovers q eq_refl (Hin q eq_refl Hrows Hc)) as (d & w & H1 & H2).
        exists d, w. split; [apply in_or_app; now left | exact H2].
      * destruct (Hcovers' q eq_refl Hrows Hl) as (d & w & H1 & H2).
        exists d, w. split; [apply in_or_app; now right | exact H2].
    + apply IH in H; [| exact Hst]. destruct H as (Hst' & Htrue & Hcovers).
      split; [exact Hst' |]. split; [exact Htrue |]. intros q Hq Hrows Hex.
      inversion Hex as [? ? Hc | ? ? Hl]; subst; [exfalso | now apply Hcovers].
      now apply (enter_sound _ _ _ _ _ _ _ (Hin q eq_refl Hrows Hc)) in Henter.
Qed.

Lemma cases_sound fuel : forall n rows st l st', all_known n rows st ->
  cases_check D a fuel n rows st = Some (l, st') ->
  all_known n rows st' /\ Forall (case_true D a) l /\ covers n rows l.
Proof.
  induction fuel as [| e fuel IH]; intros n rows st l st' Hst H; [discriminate |].
  cbn [cases_check] in H.
  assert (Hone : option_map (fun it => ([fst it], snd it)) (case_check D a n rows st) = Some (l, st') ->
    all_known n rows st' /\ Forall (case_true D a) l /\ covers n rows l).
  { destruct (case_check _ _ _ _ _) as [[c s] |] eqn:Hc; [| discriminate]. intros [= <- <-].
    apply case_sound in Hc; [| exact Hst]. destruct Hc as (Hs & Hdim & Hholding & Htrue).
    split; [exact Hs |].
    split; [constructor; [exact Htrue | constructor] |]. intros q Hq Hrows. exists c, []. rewrite app_nil_r. split; [now left |]. now rewrite Hdim, Hholding. }
  destruct (answers st) as [| [] rest]; try (exact (Hone H)).
  - (* a cut *)
    destruct (within n f && over n rows) eqn:Hscope; [| discriminate].
    apply andb_true_iff in Hscope as [Hf Hover].
    apply (parts_sound n n rows _ (IH n) Hover (Nat.le_refl n)) in H; [| exact Hst].
    destruct H as (Hst' & Htrue & Hcovers). split; [exact Hst' |]. split; [exact Htrue |].
    intros q Hq Hrows. apply Hcovers; [exact Hq | now rewrite <- Hq, firstn_all |].
    destruct (Z_le_gt_dec 0 (eval q f)).
    + now constructor.
    + apply Exists_cons_tl. constructor. apply holds_opposite. lia.
  - (* residue classes *)
    destruct (_ && _) eqn:Hscope in H; [| discriminate].
    rewrite !andb_true_iff, negb_true_iff, Nat.eqb_neq in Hscope.
    destruct Hscope as ((Hf & Hm) & Hover).
    apply (parts_sound n (S n) rows _ (IH (S n)) Hover (Nat.le_succ_diag_r n)) in H; [| exact Hst].
    destruct H as (Hst' & Htrue & Hcovers). split; [exact Hst' |]. split; [exact Htrue |].
    intros q Hq Hrows. set (m := Z.of_nat modulus) in *. set (x := eval q f / m).
    destruct (Hcovers (q ++ [x])) as (c & w & H1 & H2 & H3).
    + rewrite app_length, Hq. simpl. lia.
    + rewrite <- Hq, firstn_app, firstn_all, Nat.sub_diag. cbn [firstn]. now rewrite app_nil_r.
    + pose proof (Z.mod_pos_bound (eval q f) m ltac:(lia)) as Hb.
      pose proof (Z.div_mod (eval q f) m ltac:(lia)) as Hd. fold x in Hd.
      apply Exists_exists. exists (Zero (sub (plus f (- Z.of_nat (Z.to_nat (eval q f mod m))))
        (times m (variable n)))). split.
      * apply (in_map (fun r => Zero (sub (plus f (- Z.of_nat r)) (times m (variable n))))).
        apply in_seq. lia.
      * cbn [holds]. rewrite eval_sub, eval_plus, eval_times, eval_variable.
        rewrite within_eval by now rewrite Hq. rewrite app_nth2 by lia.
        rewrite Hq, Nat.sub_diag. cbn [nth]. lia.
    + exists c, ([x] ++ w). rewrite app_assoc. now repeat split.
Qed.

End Sound.

(** What the theorem says of the values of this alphabet: in each case it is true, and for all
    parameters that satisfy the order conditions there is one. *)
Definition theorem_holds (D : description) (it : alphabet * list case) : Prop :=
  Forall (case_true D (fst it)) (snd it) /\
  forall p, admitted D p -> exists c w, In c (snd it) /\ length (p ++ w) = dimension c /\
    all_hold (p ++ w) (holding c).

Lemma theorem_holds_same D it : theorem_holds (written_of D) it -> theorem_holds D it.
Proof.
  destruct (written_of_same D) as (_ & Hmoves & HN & HC).
  unfold theorem_holds, case_true, admitted, moves_at. now rewrite Hmoves, HN, HC.
Qed.

Lemma theorem_sound simplified D proof l a cs rest : accepts simplified D proof = true ->
  theorem_check (written_of D) l = Some (a, cs, rest) -> theorem_holds D (a, cs).
Proof.
  intros Haccepted H. apply theorem_holds_same. unfold theorem_check in H. destruct l as [| [] l]; try discriminate.
  destruct (match a0, letters (written_of D) with Nim, Outcome => false | _, _ => true end) eqn:Halphabet;
    [| discriminate].
  destruct (enter _ _ _ _) as [[open s] |] eqn:Henter; [cbn [then_ fst snd] in H | discriminate].
  destruct open; [| discriminate].
  destruct (cases_check _ _ _ _ _ s) as [[l' s'] |] eqn:Hcases;
    [cbn [then_ fst snd] in H | discriminate].
  destruct (answers s') as [| [] rest']; try discriminate. injection H as <- <- _.
  apply (cases_sound simplified D proof Haccepted a0 Halphabet) in Hcases.
  - destruct Hcases as (_ & Htrue & Hcovers). split; [exact Htrue |]. cbn [snd].
    intros p [Hp Hall]. now apply Hcovers.
  - intros q _ _ w. unfold facts_hold. rewrite (enter_facts _ _ _ _ _ _ Henter). constructor.
Qed.

(** Whatever theorems are accepted behind an accepted proof, hold. *)
Theorem theorems_sound simplified D proof l found : accepts simplified D proof = true ->
  theorems D l = Some found -> Forall (theorem_holds D) found.
Proof.
  intros Haccepted. unfold theorems. generalize l at 1 as fuel. intros fuel. revert l found.
  induction fuel as [| e fuel IH]; intros l found H.
  - destruct l; [| discriminate]. injection H as <-. constructor.
  - destruct l as [| x l]; [injection H as <-; constructor |]. cbn [theorems_check] in H.
    destruct (theorem_check (written_of D) (x :: l)) as [[[a cs] rest] |] eqn:Hone; [| discriminate].
    cbn [then_ fst snd] in H.
    destruct (theorems_check fuel (written_of D) rest) as [others |] eqn:Hothers; [| discriminate].
    injection H as <-. constructor; [now apply (theorem_sound simplified D proof (x :: l) a cs rest) |
      now apply (IH rest)].
Qed.

(** * For a given description *)

Lemma nth_case simplified D proof l found t k a cs c : accepts simplified D proof = true ->
  theorems D l = Some found -> nth_error found t = Some (a, cs) -> nth_error cs k = Some c ->
  case_true D a c.
Proof.
  intros Haccepted H Ht Hk. apply (theorems_sound simplified D proof l found Haccepted) in H.
  apply nth_error_In in Ht. apply nth_error_In in Hk. rewrite Forall_forall in H.
  destruct (H _ Ht) as [Hall _]. rewrite Forall_forall in Hall. now apply Hall.
Qed.

Lemma nth_covered simplified D proof l found t a cs p : accepts simplified D proof = true ->
  theorems D l = Some found -> nth_error found t = Some (a, cs) -> admitted D p ->
  exists c w, In c cs /\ length (p ++ w) = dimension c /\ all_hold (p ++ w) (holding c).
Proof.
  intros Haccepted H Ht. apply (theorems_sound simplified D proof l found Haccepted) in H.
  apply nth_error_In in Ht. rewrite Forall_forall in H. destruct (H _ Ht) as [_ Hcovers].
  apply Hcovers.
Qed.

Lemma same_least a moves moves' P P' q q' : moves = moves' -> P = P' -> q = q' ->
  least_period (value a moves) P /\ least_preperiod (value a moves) q ->
  least_period (value a moves') P' /\ least_preperiod (value a moves') q'.
Proof. now intros -> -> ->. Qed.

(** That constraints hold at a point. *)
Ltac all_hold_here :=
  cbv [all_hold holding];
  repeat (apply Forall_cons; [cbv [holds eval constant coefficients dot app]; lia |]);
  apply Forall_nil.

(** That a formula has the value that is written out. *)
Ltac name_formula :=
  cbv [formula_value numerator denominator summands period_formula preperiod_formula fold_right fst snd
    monomial power];
  first [apply f_equal; rewrite Z.div_1_r; ring | apply f_equal, f_equal2; [ring | reflexivity]].

(** Case k of theorem t of those that were found, at the point q. *)
Ltac conclude_case D accepted proved t k q :=
  let H := fresh in
  pose proof (nth_case _ D _ _ _ t k _ _ _ accepted proved eq_refl eq_refl q eq_refl) as H;
  lazymatch type of H with
  | ?A -> _ => let X := fresh in assert (X : A) by all_hold_here; specialize (H X); clear X
  end;
  cbv zeta in H;
  lazymatch type of H with
  | context [firstn ?n ?l] => let p := eval cbv in (firstn n l) in change (firstn n l) with p in H
  end;
  lazymatch type of H with
  | ?A -> _ => let X := fresh in assert (X : A) by admit_parameters D; specialize (H X); clear X
  end;
  revert H; apply same_least; [name_moves D | name_formula | name_formula].
