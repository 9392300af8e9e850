(** Why a case that the checker of Cases.v accepts is true: wherever its constraints hold, the formulas
    stated are the least period and the least preperiod. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Steps Walk Checker Meaning Soundness Runs Tree Cycles
  Repeated Copies Endless Period Items Known Rewrite Writes Rewritten Flatten Once Single Lengths Least Rotation.
From Grundy Require Export Cases.
Import ListNotations.
Local Open Scope Z_scope.

(** The value of a formula at these parameters. *)
Definition formula_value (f : formula) (p : list Z) : nat :=
  Z.to_nat (numerator f p / denominator f).

(** The least period that is stated. *)
Definition period_value (c : case) (p : list Z) : nat :=
  match divided_by c with
  | None => formula_value (period_formula c) p
  | Some forms => over_gcd (period_formula c) forms p
  end.

(** Wherever the constraints hold, the formulas are the least period and preperiod. *)
Definition case_true (D : description) (a : alphabet) (c : case) : Prop :=
  forall q, length q = dimension c -> all_hold q (holding c) ->
  let p := firstn (parameters D) q in
  admitted D p ->
  least_period (game (read_as a (rule_of D)) D p) (period_value c p) /\
  least_preperiod (game (read_as a (rule_of D)) D p) (formula_value (preperiod_formula c) p).

Section Sound.

Variables (simplified : bool) (G : description) (proof : list answer).
Hypothesis accepted : accepts simplified G proof = true.

(** The description that periods are about. *)
Let D := written_of G.

Variable a : alphabet.
Hypothesis alphabets : is_read a (rule_of D) = true.

Definition lowered : nat -> nat := lower (match a with Outcome => true | Nim => false end).

Lemma lowered_zero : lowered O = O.
Proof. unfold lowered, lower. now destruct a. Qed.

(** The values of the game, from those of the description. *)
Lemma lowered_value p x : game (read_as a (rule_of D)) D p x = lowered (game (rule_of D) D p x).
Proof.
  unfold lowered, lower, game. destruct a; [now destruct (rule_of D) |].
  destruct (rule_of D) eqn:Hr; cbn [read_as]; [apply normal_mex | ..];
    (rewrite Nat.min_r; [reflexivity | apply value_outcome; discriminate]).
Qed.

Section Point.

Variables (n : nat) (rows : list constraint) (q : list Z).
Hypothesis Hq : length q = n.
Hypothesis rows_q : all_hold q rows.

Let p := firstn (parameters D) q.
Hypothesis Hp : admitted D p.

Variable loop : units.
Hypothesis Hloop : endless D = Some loop.

Let f := game (read_as a (rule_of D)) D p.

Lemma first_writes before body :
  (fine (units_runs (blocks D) p (preperiod D)) -> all_proper q before /\
     items_values q before = map lowered (values (units_runs (blocks D) p (preperiod D)))) ->
  (fine (units_runs (blocks D) p loop) -> all_proper q body /\
     items_values q body = map lowered (values (units_runs (blocks D) p loop))) ->
  writes f q (Lists before body [] false).
Proof.
  intros Hbefore Hbody.
  destruct (written_of_same G) as (Hrule & _ & HN & HC). fold D in Hrule, HN, HC.
  assert (Hadmitted : admitted G p).
  { unfold admitted in *. now rewrite <- HN, <- HC. }
  pose proof (accepted_endlessly simplified G proof p loop accepted Hadmitted Hloop) as Hvalue.
  unfold written_by in Hvalue. fold D in Hvalue. destruct Hvalue as (Ha1 & Ha2 & Hne & Hvalue).
  destruct (Hbefore Ha1) as [Pb Eb]. destruct (Hbody Ha2) as [Pl El].
  rewrite <- Hrule, <- (written_of_game G) in Hvalue. fold D in Hvalue.
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
  destruct (_ && _) eqn:Hcheck in H; [| discriminate].
  rewrite !andb_true_iff, Nat.eqb_eq, Nat.leb_le in Hcheck. destruct Hcheck as ((Hl & Hn) & Hover).
  destruct (parameters_are _ _ _ _) as [s1 |] eqn:H1; [cbn [then_] in H | discriminate].
  assert (Hknown : forall q, length q = n -> all_hold q rows ->
    (forall w, all_hold (q ++ w) rows) /\ known q rows s1 /\ map (eval q) l = firstn (parameters D) q).
  { intros q Hq Hrows.
    assert (Hhold : forall w, all_hold (q ++ w) rows).
    { intros w. rewrite <- Hq in Hover. now apply over_hold. }
    assert (Hk : known q rows (State (facts st) rest)) by (intros w _; now apply Hst).
    split; [exact Hhold | exact (parameters_sound n rows q Hq Hhold l _ s1 Hk H1 Hl Hn)]. }
  destruct (ending_of D) as [| loop | s] eqn:Hending; [discriminate | |].
  2:{ (* passes carry a state *)
    destruct (Nat.eqb_spec n (parameters D)) as [-> |]; [| discriminate].
    destruct (rotation _ _ _ _ _) as [[[[f forms] preperiod] last] |] eqn:Hrotation; [| discriminate].
    injection H as <- <-. split; [exact Hst | split; [reflexivity | split; [reflexivity |]]].
    intros q Hq Hrows p Hp. cbn [dimension holding] in *. destruct (Hknown q Hq Hrows) as (Hhold & Hs1 & _).
    unfold p in *. rewrite <- Hq, firstn_all in *.
    assert (Hs : carrying D = Some s) by (unfold carrying; now rewrite Hending).
    pose proof (written_of_carrying G s Hs) as Hsame. fold D in Hsame.
    assert (Hcheck : check D proof = true) by (rewrite Hsame in *; now rewrite <- (accepts_carrying simplified G s)).
    rewrite Hq in Hrotation.
    destruct (rotation_sound D proof s lowered (game (read_as a (rule_of D)) D q) q rows s1 f forms preperiod last
      Hcheck Hs Hp Hhold Hs1 lowered_zero (lowered_value q) Hrotation) as (Hzero & Hleast).
    unfold period_value, formula_value, numerator. cbn [divided_by period_formula preperiod_formula].
    rewrite Hzero. exact Hleast. }
  assert (Hloop : endless D = Some loop) by (unfold endless; now rewrite Hending).
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
  { intros q Hq Hrows. destruct (Hknown q Hq Hrows) as (Hhold & Hs1 & Hp).
    destruct (all_flat (blocks D) n (match a with Outcome => true | Nim => false end) q Hq) as [Hflat _].
    destruct (Hflat _ _ _ _ _ _ _ Hs1 H2) as [Hs2 Hb].
    destruct (Hflat _ _ _ _ _ _ _ Hs2 H3) as [Hs3 Hbody].
    specialize (Hb [] eq_refl (Hhold [])). specialize (Hbody [] eq_refl (Hhold [])).
    rewrite app_nil_r in *. rewrite Hp in *. split; [exact Hs3 |]. split; [exact Hs2 |].
    split; [reflexivity |]. split; [exact Hhold |]. now split. }
  assert (Hsteps : forall q, length q = n -> all_hold q rows ->
    admitted D (firstn (parameters D) q) ->
    right (game (read_as a (rule_of D)) D (firstn (parameters D) q)) q L /\ known q rows s4 /\
    all_proper q shown /\
    least_period (game (read_as a (rule_of D)) D (firstn (parameters D) q)) (length (items_values q shown))).
  { intros q Hq Hrows Hp. destruct (Hall q Hq Hrows) as (Hs3 & _ & Hpar & Hhold & Hb & Hbody).
    refine (steps_sound n rows q Hq Hhold _ _ _ _ _ _ _ _ _ Hs3 _ H4); [| discriminate].
    split; [| discriminate]. now apply (first_writes n q Hq Hp loop Hloop). }
  split; [| split; [reflexivity | split; [reflexivity |]]].
  - exact Hst.
  - intros q Hq Hrows p Hp. unfold period_value.
    cbn [dimension holding period_formula divided_by preperiod_formula] in *.
    destruct (Hsteps q Hq Hrows Hp) as ([HL Hleast] & _ & Hshown & Hperiod_least).
    destruct (Hall q Hq Hrows) as (_ & _ & Hpar & _).
    apply (is_length_sound n l period shown q Hq Hshown) in Hperiod as [Hd1 Hn1].
    apply (is_length_sound n l f (Rewrite.before L) q Hq (before_proper _ _ _ HL)) in Hpreperiod
      as [Hd2 Hn2].
    rewrite Hpar in *. fold p in Hn1, Hn2 |- *.
    rewrite (formula_of_length _ _ _ Hd1 Hn1), (formula_of_length _ _ _ Hd2 Hn2).
    split; [exact Hperiod_least | now apply Hleast].
Qed.

End Sound.
