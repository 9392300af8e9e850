(** Why the checker of Covered.v is right: where it accepts, all positions of the split obey the rule. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Ranges Walk Phases Past Split Covered
  Targets Counted.
Import ListNotations.
Local Open Scope Z_scope.

Section Covered.

Variable D : description.

Local Notation decided := (decided D).
Local Notation settled := (settled D).
Local Notation at_position := (at_position D).
Local Notation covered := (covered D).

Variables (g : Z -> nat) (origin : Z).

Lemma place_of_sound it v k : place_of it v = Some k ->
  0 <= k /\ value_in (covered_cycle it) (first_phase it + k) = v /\
  forall j, 0 <= j < k -> value_in (covered_cycle it) (first_phase it + j) <> v.
Proof.
  unfold place_of. set (f := fun k => _). set (n := length _).
  destruct (List.find f (seq 0 n)) as [a |] eqn:Ha; [| discriminate]. intros [= <-].
  split; [lia |]. pose proof Ha as Hf. apply find_some in Hf as [Hin Hf].
  split; [now apply Nat.eqb_eq in Hf |]. intros j Hj Heq.
  assert (Hfirst : forall m s, List.find f (seq s m) = Some a -> forall i, (s <= i < a)%nat -> f i = false).
  { clear. induction m as [| m IH]; intros s H i Hi; [discriminate |]. cbn [seq List.find] in H.
    destruct (f s) eqn:Hs; [injection H as <-; lia |].
    destruct (Nat.eq_dec i s) as [-> | Hne]; [assumption | apply (IH (S s) H); lia]. }
  specialize (Hfirst n O Ha (Z.to_nat j) ltac:(lia)). unfold f in Hfirst.
  rewrite Z2Nat.id in Hfirst by lia. apply Nat.eqb_neq in Hfirst. contradiction.
Qed.

Lemma place_of_none it v : place_of it v = None ->
  forall j, value_in (covered_cycle it) (first_phase it + j) <> v.
Proof.
  unfold place_of. destruct (List.find _ _) eqn:Hfind; [discriminate |]. intros _ j Heq.
  set (w := covered_cycle it) in *. pose proof (cycle_pos w) as Hpos.
  pose proof (Z.mod_pos_bound j (count_of w) Hpos) as Hr.
  pose proof (Z.div_mod j (count_of w) ltac:(unfold count_of; lia)) as Hdiv.
  set (r := j mod count_of w) in *.
  pose proof (find_none _ _ Hfind (Z.to_nat r)) as H. cbn beta in H.
  rewrite Nat.eqb_neq, Z2Nat.id in H by lia. apply H.
  - apply in_seq. unfold count_of in Hr. lia.
  - rewrite <- Heq, <- (value_in_again w (first_phase it + r) (j / count_of w)).
    f_equal. unfold count_of in *. lia.
Qed.

Section AtRows.

Variables (p : list Z) (rows : list constraint) (dimension : nat).
Hypothesis Hrows : all_hold p rows.

Lemma existsb_In v l : existsb (Nat.eqb v) l = true <-> In v l.
Proof. exact (member_In v l). Qed.

Lemma needed_sound T l : forall places st rest st', facts_hold p st ->
  needed dimension rows T l places st = Some (rest, st') ->
  facts_hold p st' /\ forall v, In v l -> In v (single_values T) \/
    exists it j, In it (concat (coverings T)) /\ 0 <= j < eval p (how_many it) /\
      value_in (covered_cycle it) (first_phase it + j) = v.
Proof.
  induction l as [| v l IH]; intros places st rest st' Hst H; cbn [needed] in H.
  - injection H as _ <-. split; [assumption | intros v []].
  - destruct (existsb (Nat.eqb v) (single_values T)) eqn:Hsingle.
    + destruct (IH _ _ _ _ Hst H) as [Hst' Hall]. split; [assumption |].
      intros u [<- | Hu]; [left; now apply existsb_In | now apply Hall].
    + destruct places as [| r [| k places]]; try discriminate.
      apply then_some in H as (all & Hall & H). apply then_some in H as (it & Hit & H).
      apply then_some in H as (place & Hplace & H). apply then_some in H as (s1 & Hneed & H).
      apply (need_sound dimension p) in Hneed; try assumption. destruct Hneed as [Hmany Hs1].
      rewrite eval_plus in Hmany. destruct (IH _ _ _ _ Hs1 H) as [Hst' Hrest].
      split; [assumption |]. intros u [<- | Hu]; [right | now apply Hrest].
      apply place_of_sound in Hplace as (H0 & Hv & _). exists it, place.
      split; [| split; [lia | assumption]]. apply in_concat. exists all.
      split; [now apply nth_error_In in Hall | now apply find_some in Hit].
Qed.

Lemma missing_sound T v st st' : facts_hold p st -> missing dimension rows T v st = Some st' ->
  facts_hold p st' /\ ~ In v (single_values T) /\
  forall it j, In it (concat (coverings T)) -> 0 <= j < eval p (how_many it) ->
    value_in (covered_cycle it) (first_phase it + j) <> v.
Proof.
  intros Hst H. unfold missing in H.
  destruct (existsb (Nat.eqb v) (single_values T)) eqn:Hsingle; [discriminate |].
  apply (try_each_sound (facts_hold p) (fun it => forall j, 0 <= j < eval p (how_many it) ->
    value_in (covered_cycle it) (first_phase it + j) <> v)) in H; [| | assumption].
  - destruct H as [Hst' H]. split; [assumption |].
    split; [rewrite <- existsb_In; congruence |]. intros it j Hit. now apply H.
  - intros it s s' _ Hs Hit. destruct (place_of it v) as [place |] eqn:Hplace.
    + apply (need_sound dimension p) in Hit; try assumption. destruct Hit as [Hmany Hs'].
      rewrite eval_plus, eval_times in Hmany. split; [assumption |]. intros j Hj.
      apply place_of_sound in Hplace as (_ & _ & Hbefore). apply Hbefore. lia.
    + injection Hit as <-. split; [assumption |]. intros j _. now apply place_of_none.
Qed.

End AtRows.

(** What the rule makes of options that are as demanded. *)
Lemma demanded_sound r own has l v (options : list nat) : demanded r own has = Some (l, v) ->
  (forall u, In u l -> In u options) -> (forall u, v = Some u -> ~ In u options) ->
  (if has then options <> [] else options = []) -> by_rule r options = own.
Proof.
  intros H Hthere Hmissing Hhas.
  assert (Hlost : by_lost own = Some (l, v) -> Nat.b2n (existsb is_lost options) = own).
  { intros Hl. pose proof (some_lost options) as Hsome.
    destruct own as [| [| own]]; [| | discriminate]; injection Hl as <- <-.
    - destruct (existsb is_lost options); [| reflexivity].
      exfalso. apply (Hmissing O eq_refl). now apply Hsome.
    - rewrite (proj2 Hsome); [reflexivity | apply Hthere; now left]. }
  destruct r; try discriminate; cbn [demanded by_rule] in *.
  - injection H as <- <-. symmetry. apply mex_unique; [now apply Hmissing |].
    intros w Hw. apply Hthere, in_seq. lia.
  - now apply Hlost.
  - destruct has.
    + destruct options; [contradiction |]. rewrite orb_false_r. now apply Hlost.
    + subst options. destruct (Nat.eqb_spec own 1); [now subst own | discriminate].
Qed.

Section AtPoint.

Variables (p : list Z) (rows : list constraint) (ch : stretch) (x : form).

Let ws := chain_words ch.
Let B := borders_at p ch.
Let X := eval p x.
Let past := outside_word D.
Let len := length ws.

Hypothesis Hrows : all_hold p rows.
Hypothesis Hup : makes_up D g origin ws B (from_start ch).

Local Notation in_word := (in_word p ch).
Local Notation named_for := (named_for p ch x).

Variables (dimension : nat) (s : sweep).

Lemma decided_sound places w st st' : facts_hold p st ->
  decided dimension rows (view_of ch) past x s places st = Some st' ->
  nth_error ws (tested s) = Some w -> in_word (tested s) X ->
  Forall2 named_for (landing s) (moves_now D p) ->
  facts_hold p st' /\ (wide (moves D) (moves_now D p) -> obeys_at D g origin (moves_now D p) X).
Proof.
  intros Hst H Hw Hin Hnamed. unfold Covered.decided in H. rewrite look_word in H. fold ws in H.
  rewrite Hw in H. cbn [then_] in H.
  apply then_some in H as ([own s1] & Hown & H). apply then_some in H as ([T s2] & HT & H).
  cbn [fst snd] in *.
  apply (phase_value p) in Hown; [| assumption]. destruct Hown as [Hs1 Hown].
  assert (Hst2 : facts_hold p s2)
    by (unfold facts_hold; now rewrite (targets_facts _ _ _ _ _ _ _ _ _ HT), Hs1).
  assert (Hobeys : by_rule (rule_of D) (map (fun m => g (X - m))
      (filter (fun m => is_position D origin (X - m)) (from_ends (moves D) (moves_now D p)))) =
      value_in w own ->
    obeys_at D g origin (moves_now D p) X).
  { intros Hrule. unfold obeys_at. rewrite Hrule. pose proof Hup as (_ & Hwords & _).
    destruct (Hwords _ _ Hw) as [_ Hg].
    assert (Htested : (tested s < len)%nat) by (apply nth_error_Some; congruence).
    destruct Hin as [Hin1 Hin2]. fold B in Hin1, Hin2. fold ws len in Hin2.
    rewrite (Hg X) by (specialize (Hin2 Htested); lia).
    specialize (Hown 0). rewrite eval_sub, !Z.add_0_r in Hown.
    rewrite begins_at_in in Hown by (try exact (borders_length D g origin p ch Hup); assumption).
    exact Hown. }
  destruct (counted (rule_of D)) as [[of t] |] eqn:Hcounted.
  { split; [now apply (by_number_facts p rows of Hrows) in H |]. intros Hwide. apply Hobeys.
    destruct (targets_counts D g origin p rows ch x of Hrows Hup _ _ _ _ _ HT Hnamed Hwide) as [Hnot Hcount].
    apply (by_number_sound p rows of Hrows _ _ _ _ _ _ _ (map (fun m => g (X - m))
      (filter (fun m => is_position D origin (X - m)) (from_ends (moves D) (moves_now D p)))) (conj Hst2 H))
      in Hnot as [_ Hown_is].
    rewrite Hown_is by (rewrite count_options; exact Hcount).
    destruct (rule_of D); try discriminate; injection Hcounted as <- <-; reflexivity. }
  unfold by_values in H.
  apply then_some in H as ([l v] & Hdemanded & H). apply then_some in H as ([rest s3] & Hneeded & H).
  cbn [fst snd] in *.
  destruct (needed_sound p rows dimension Hrows T l places s2 rest s3 Hst2 Hneeded) as [Hst3 Hthere].
  assert (Hmissing : facts_hold p st' /\ forall u, v = Some u -> ~ In u (single_values T) /\
    forall it j, In it (concat (coverings T)) -> 0 <= j < eval p (how_many it) ->
      value_in (covered_cycle it) (first_phase it + j) <> u).
  { destruct rest; [| destruct v; discriminate]. destruct v as [v |].
    - apply (missing_sound p rows dimension Hrows T v s3 st' Hst3) in H as (Hst' & Hmissing).
      split; [assumption |]. now intros u [= <-].
    - injection H as <-. split; [assumption | discriminate]. }
  destruct Hmissing as [Hst' Hmissing]. split; [assumption |]. intros Hwide.
  apply Hobeys.
  pose proof (fun u => options_values D g origin p rows ch x _ _ T _ u Hrows Hup HT Hnamed Hwide) as Hoptions.
  pose proof (has_option_sound D g origin p rows ch x Hup _ _ _ _ _ HT Hnamed Hwide) as Hhas.
  fold X in Hoptions, Hhas. fold (ends_of D) (moves_now D p) in Hhas. set (options := map _ _) in *.
  apply (demanded_sound _ _ _ _ _ _ Hdemanded).
  - intros u Hu. now apply Hoptions, Hthere.
  - intros u -> Hu. destruct (Hmissing u eq_refl) as [Hsingle Hcovered].
    apply Hoptions in Hu as [Hs | (it & j & Hit & Hj & Hv)]; [contradiction | now apply (Hcovered it j)].
  - destruct (has_option T).
    + destruct Hhas as (m & Hm & Hp). intros Hnil.
      assert (Hu : In (g (X - m)) options) by (apply in_map_iff; exists m; rewrite filter_In; tauto).
      rewrite Hnil in Hu. contradiction.
    + unfold options. rewrite (filter_ext_in _ (fun _ => false)) by exact Hhas.
      assert (Hnone : forall all : list Z, filter (fun _ => false) all = []) by (now induction all).
      now rewrite Hnone.
Qed.

End AtPoint.

(** ** Facts *)

Lemma decided_facts p dimension rows ch past x s places st st' : all_hold p rows -> facts_hold p st ->
  decided dimension rows ch past x s places st = Some st' -> facts_hold p st'.
Proof.
  intros Hrows Hst H. unfold Covered.decided in H.
  apply then_some in H as (w & _ & H). apply then_some in H as ([own s1] & Hown & H).
  apply then_some in H as ([T s2] & HT & H). cbn [fst snd] in *.
  assert (Hs2 : facts_hold p s2).
  { unfold facts_hold. rewrite (targets_facts _ _ _ _ _ _ _ _ _ HT).
    now rewrite (phase_facts _ _ _ _ _ _ Hown). }
  destruct (counted (rule_of D)) as [[of t] |]; [now apply (by_number_facts p rows of Hrows) in H |].
  unfold by_values in H. apply then_some in H as ([l v] & _ & H).
  apply then_some in H as ([rest s3] & Hneeded & H). cbn [fst snd] in *.
  apply (needed_sound p rows dimension Hrows) in Hneeded as [Hs3 _]; [| assumption].
  destruct rest; [| destruct v; discriminate]. destruct v as [v |].
  - now apply (missing_sound p rows dimension Hrows) in H.
  - now injection H as <-.
Qed.

(** ** Along a split *)

(** The position X obeys the rule, if it is in the word under test, and targets are in those named. *)
Definition obeys_there (p : list Z) (ch : stretch) (s : sweep) (x : form) : Prop :=
  makes_up D g origin (chain_words ch) (borders_at p ch) (from_start ch) ->
  forall w, nth_error (chain_words ch) (tested s) = Some w -> in_word p ch (tested s) (eval p x) ->
  Forall2 (named_for p ch x) (landing s) (moves_now D p) -> wide (moves D) (moves_now D p) ->
  obeys_at D g origin (moves_now D p) (eval p x).

Lemma settled_same dimension p q ch : settled dimension (view_of ch) = true -> length p = dimension ->
  borders_at (p ++ [q]) ch = borders_at p ch /\ moves_now D (p ++ [q]) = moves_now D p.
Proof.
  unfold Covered.settled. rewrite andb_true_iff, !forallb_forall. intros [Hb Hm] Hp. subst dimension.
  split; apply map_ext_in; intros f Hf; apply within_eval; auto.
Qed.

Lemma obeys_there_same p q ch s x : borders_at (p ++ [q]) ch = borders_at p ch ->
  moves_now D (p ++ [q]) = moves_now D p -> eval (p ++ [q]) x = eval p x ->
  obeys_there (p ++ [q]) ch s x -> obeys_there p ch s x.
Proof.
  unfold obeys_there, named_for, in_word. intros HB HM Hx H. rewrite HB, HM, Hx in H. exact H.
Qed.

Lemma at_position_sound ch s x fuel : forall dimension rows st st',
  at_position fuel dimension rows (view_of ch) s x st = Some st' ->
  forall p, length p = dimension -> all_hold p rows -> facts_hold p st ->
  facts_hold p st' /\ obeys_there p ch s x.
Proof.
  induction fuel as [| a0 fuel IH]; intros dimension rows st st' H p Hp Hrows Hst; [discriminate |].
  cbn [Covered.at_position] in H. destruct (answers st) as [| [] rest]; try discriminate.
  - apply and_comm.
    apply (cut_sound dimension p (obeys_there p ch s x)) in H; try assumption.
    intros rows' a b Hrows' Ha Hb. apply and_comm. now apply (IH _ _ _ _ Hb p).
  - destruct (settled dimension (view_of ch) && within dimension x) eqn:Hscope; [| discriminate].
    apply andb_true_iff in Hscope as [Hsettled Hx]. subst dimension. apply and_comm.
    apply (residues_sound p (obeys_there p ch s x)) in H; try assumption.
    intros q rows' a b Hrows' Ha Hb.
    destruct (IH _ _ _ _ Hb (p ++ [q])) as [Hb' Hq]; try assumption;
      [rewrite app_length; simpl; lia |].
    split; [| assumption]. destruct (settled_same (length p) p q ch Hsettled eq_refl) as [HB HM].
    apply (obeys_there_same p q); try assumption. now apply within_eval.
  - split; [now apply (decided_facts p) in H |]. intros Hup w Hw Hin Hnamed.
    apply (decided_sound p rows ch x Hrows Hup dimension s places w) in H; try assumption.
    now destruct H.
Qed.

Lemma Forall2_nth {A C} (P : A -> C -> Prop) l : forall m, length l = length m ->
  (forall n a c, nth_error l n = Some a -> nth_error m n = Some c -> P a c) -> Forall2 P l m.
Proof.
  induction l as [| a l IH]; intros [| c m] Hlen H; try discriminate; constructor.
  - now apply (H O).
  - apply IH; [now injection Hlen |]. intros n a' c' Ha Hc. now apply (H (S n)).
Qed.

Lemma covered_sound p dimension rows ch s end_ st st' :
  length p = dimension -> all_hold p rows -> facts_hold p st ->
  covered dimension rows (view_of ch) s end_ st = Some st' ->
  let ws := chain_words ch in let B := borders_at p ch in let M := moves_now D p in
  facts_hold p st' /\
  (makes_up D g origin ws B (from_start ch) -> forall w, nth_error ws (tested s) = Some w ->
   named D ws (from_start ch) (landing s) ->
   forall x, eval p (position s) <= x < eval p end_ -> nth (S (tested s)) B 0 <= x < nth (tested s) B 0 ->
   behind_starts ws B M (landing s) x -> before_ends B M (landing s) (eval p end_) ->
   wide (moves D) M -> obeys_at D g origin M x).
Proof.
  intros Hp Hrows Hst H ws B M. unfold Covered.covered in H. destruct (_ && _) eqn:Hscope in H; [| discriminate].
  rewrite !andb_true_iff, !forallb_forall in Hscope.
  destruct Hscope as ((((Hsettled & Hposition) & Hend) & Hr) & Hf). cbv zeta in H.
  split.
  { apply each_case_facts in H; [| discriminate]. unfold facts_hold. now rewrite H. }
  intros Hup w Hw Hnamed x Hx Hin Hbehind Hends Hwide. subst dimension.
  destruct (settled_same (length p) p x ch Hsettled eq_refl) as [HB HM].
  assert (Hvariable : eval (p ++ [x]) (variable (length p)) = x) by (rewrite eval_variable, app_nth2, Nat.sub_diag by lia; reflexivity).
  assert (Hrows' : all_hold (p ++ [x]) rows).
  { unfold all_hold in *. rewrite Forall_forall in *. intros c Hc. specialize (Hrows c Hc).
    specialize (Hr c Hc). destruct c; simpl in *; now rewrite within_eval. }
  assert (Hst' : facts_hold (p ++ [x]) st).
  { unfold facts_hold in *. rewrite Forall_forall in *. intros f Hfin.
    rewrite within_eval by now apply Hf. now apply Hst. }
  apply (each_case_sound (S (length p)) (p ++ [x]) (obeys_there (p ++ [x]) ch s (variable (length p)))) in H;
    try assumption.
  - destruct H as [_ H]. unfold obeys_there, named_for, in_word in H. rewrite HB, HM, Hvariable in H.
    apply (H ltac:(repeat constructor; [apply holds_at_least | apply holds_below];
                   rewrite Hvariable, within_eval by assumption; lia) (Forall_nil _) Hup w Hw);
      [split; [exact (proj2 Hin) | intros _; exact (proj1 Hin)] | | assumption].
    destruct Hnamed as [Hlen Hall]. apply Forall2_nth.
    + unfold moves_now. rewrite map_length. exact Hlen.
    + intros n k m Hk Hm. destruct (Hall k (nth_error_In _ _ Hk)) as [Hle Hfrom].
      assert (Hnth : nth n M 0 = m) by (apply nth_error_nth; exact Hm).
      specialize (Hbehind n k Hk). specialize (Hends n k Hk). rewrite Hnth in Hbehind, Hends.
      split; [split; assumption |]. split; [fold B; lia | exact Hbehind].
  - intros rows' a b Ha1 Ha2 Hb. apply and_comm.
    apply (at_position_sound _ _ _ _ _ _ _ _ Hb); try assumption. rewrite app_length. simpl. lia.
Qed.

End Covered.
