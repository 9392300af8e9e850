(** How many options there are of each kind is what Covered.v says.

    What a range covers of one word is [word_counts]; all that moves lead to is [targets_counts].  That there
    is an option with some value follows: their number is not 0. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Ranges Number Walk Phases Past Split
  Covered Targets.
Import ListNotations.
Local Open Scope Z_scope.

(** * Letters of a cycle *)

Section Letters.

Variables (of : nat -> bool) (it : covering).

Let c := count_of (covered_cycle it).
Let often := how_often of it c.

Lemma cycle_positive : 0 < c.
Proof. apply cycle_pos. Qed.

(** All turns have the same number of letters that count. *)
Lemma how_often_turns q r : 0 <= q -> 0 <= r ->
  how_often of it (c * q + r) = q * often + how_often of it r.
Proof.
  intros Hq Hr. unfold often, how_often.
  apply (number_again _ c); try assumption; [apply cycle_positive |].
  intros j. f_equal. rewrite Z.add_assoc, <- (value_in_again (covered_cycle it) (first_phase it + j) 1).
  f_equal. unfold c, count_of. ring.
Qed.

Lemma how_often_split k : 0 <= k -> exists q r, 0 <= q /\ 0 <= r < c /\ k = c * q + r /\
  how_often of it k = q * often + how_often of it r /\
  exists others, often = how_often of it r + others /\ 0 <= how_often of it r <= r /\ 0 <= others <= c - r.
Proof.
  intros Hk. pose proof cycle_positive as Hc. exists (k / c), (k mod c).
  pose proof (Z.mod_pos_bound k c Hc) as Hr. pose proof (Z.div_mod k c ltac:(lia)) as Hdiv.
  pose proof (Z.div_pos k c Hk Hc) as Hq.
  split; [assumption |]. split; [assumption |]. split; [assumption |].
  split; [rewrite Hdiv at 1; apply how_often_turns; lia |].
  set (r := k mod c) in *. unfold often, how_often. set (f := fun j => of _).
  exists (number f r (c - 1)). pose proof (number_app f 0 r (c - 1) ltac:(lia) ltac:(lia)).
  pose proof (number_at_least_none f 0 (r - 1)). pose proof (number_at_least_none f r (c - 1)).
  pose proof (number_at_most_all f 0 (r - 1) ltac:(lia)).
  pose proof (number_at_most_all f r (c - 1) ltac:(lia)).
  lia.
Qed.

Lemma how_often_never k : often = 0 -> 0 <= k -> how_often of it k = 0.
Proof.
  intros H Hk. destruct (how_often_split k Hk) as (q & r & _ & _ & _ & -> & others & Ho & Hr & Hothers).
  rewrite H in *. lia.
Qed.

Lemma how_often_always k : often = c -> 0 <= k -> how_often of it k = k.
Proof.
  intros H Hk. destruct (how_often_split k Hk) as (q & r & _ & _ & Hd & -> & others & Ho & Hr & Hothers).
  rewrite H in *. lia.
Qed.

End Letters.

Lemma phase_bounds rows f m st k st' : 0 < m -> phase rows f m st = Some (k, st') -> 0 <= k < m.
Proof.
  unfold phase. intros Hm H. destruct (if divides m f then _ else _) as [[[h d] s] |]; [| discriminate].
  destruct (_ && _) in H; [| discriminate]. injection H as <- _. now apply Z.mod_pos_bound.
Qed.

(** * The sum *)

Section Sum.

Variables (p : list Z) (rows : list constraint) (of : nat -> bool).
Hypothesis Hrows : all_hold p rows.

(** How many covered letters count, of all that is covered. *)
Definition all_often (l : list covering) : Z :=
  fold_right (fun it sum => how_often of it (eval p (how_many it)) + sum) 0 l.

Lemma how_often_least it k : 0 <= how_often of it k.
Proof. apply number_at_least_none. Qed.

Lemma all_often_least l : 0 <= all_often l.
Proof.
  induction l as [| it l IH]; [reflexivity |]. cbn [all_often fold_right]. fold (all_often l).
  pose proof (how_often_least it (eval p (how_many it))). lia.
Qed.

(** Of which letters there are some. *)
Lemma all_often_some l : 0 < all_often l <-> exists it j, In it l /\ 0 <= j < eval p (how_many it) /\
  of (value_in (covered_cycle it) (first_phase it + j)) = true.
Proof.
  induction l as [| it l IH]; [cbn; split; [lia | intros (it & j & [] & _)] |].
  cbn [all_often fold_right]. fold (all_often l).
  assert (Hone : 0 < how_often of it (eval p (how_many it)) <-> exists j, 0 <= j < eval p (how_many it) /\
    of (value_in (covered_cycle it) (first_phase it + j)) = true).
  { unfold how_often. rewrite number_some.
    split; intros (j & Hj & Hof); exists j; (split; [lia | assumption]). }
  pose proof (all_often_least l) as Hrest.
  pose proof (how_often_least it (eval p (how_many it))) as Hfirst.
  split.
  - intros H. destruct (Z_lt_le_dec 0 (how_often of it (eval p (how_many it)))) as [Hhere | Hhere].
    + apply Hone in Hhere as (j & Hj). exists it, j. split; [now left | assumption].
    + destruct (proj1 IH ltac:(lia)) as (it' & j & Hin & Hj). exists it', j. split; [now right | assumption].
  - intros (it' & j & [<- | Hin] & Hj).
    + pose proof (proj2 Hone (ex_intro _ j Hj)). lia.
    + pose proof (proj2 IH (ex_intro _ it' (ex_intro _ j (conj Hin Hj)))). lia.
Qed.

Definition not_negative (it : covering) : Prop := 0 <= eval p (how_many it).

Lemma all_often_app l l' : all_often (l ++ l') = all_often l + all_often l'.
Proof.
  induction l as [| it l IH]; [reflexivity |]. cbn [app all_often fold_right].
  fold (all_often (l ++ l')) (all_often l). lia.
Qed.

Lemma number_in_sound scale it st f st' : not_negative it -> number_in rows of scale it st = Some (f, st') ->
  facts st' = facts st /\ eval p f = scale * how_often of it (eval p (how_many it)).
Proof.
  intros Hmany H. unfold number_in in H. set (c := count_of (covered_cycle it)) in *.
  pose proof (cycle_positive it) as Hc. fold c in Hc. unfold not_negative in Hmany.
  destruct (Z.eqb_spec (how_often of it c) 0) as [Hnever | _].
  { injection H as <- <-. split; [reflexivity |]. rewrite eval_zero, how_often_never by assumption. ring. }
  destruct (Z.eqb_spec (how_often of it c) c) as [Halways | _].
  { injection H as <- <-. split; [reflexivity |]. now rewrite eval_times, how_often_always by assumption. }
  destruct (Z.eqb_spec (scale mod c) 0) as [Hscale | _]; [| discriminate].
  apply then_some in H as ([rest s1] & Hphase & H). injection H as <- <-. cbn [fst snd].
  pose proof (phase_bounds _ _ _ _ _ _ Hc Hphase) as Hrest.
  apply (phase_sound p) in Hphase; [| assumption | assumption]. destruct Hphase as [Hs1 (q & Hq)].
  split; [assumption |]. rewrite eval_plus, eval_times, eval_plus, Hq.
  replace (rest + c * q) with (c * q + rest) by ring.
  rewrite how_often_turns by nia. fold c.
  assert (Hturns : scale = c * (scale / c)) by (pose proof (Z.div_mod scale c ltac:(lia)); lia).
  set (turns := scale / c) in *. clearbody turns. rewrite Hturns. ring.
Qed.

Lemma total_of_sound scale l : Forall not_negative l -> forall st f st',
  total_of rows of scale l st = Some (f, st') -> facts st' = facts st /\ eval p f = scale * all_often l.
Proof.
  induction 1 as [| it l Hit Hl IH]; intros st f st' H; cbn [total_of] in H.
  - injection H as <- <-. split; [reflexivity |]. rewrite eval_zero. cbn. ring.
  - apply then_some in H as ([here s1] & Hhere & H). apply then_some in H as ([more s2] & Hmore & H).
    cbn [fst snd] in *. injection H as <- <-. apply number_in_sound in Hhere as [Hs1 Hhere]; [| assumption].
    apply IH in Hmore as [Hs2 Hmore]. split; [congruence |].
    rewrite eval_add, Hhere, Hmore. cbn [all_often fold_right]. fold (all_often l). ring.
Qed.

Lemma total_of_facts scale l : forall st f st', total_of rows of scale l st = Some (f, st') ->
  facts st' = facts st.
Proof.
  induction l as [| it l IH]; intros st f st' H; cbn [total_of] in H; [now injection H as _ <- |].
  apply then_some in H as ([here s1] & Hhere & H). apply then_some in H as ([more s2] & Hmore & H).
  cbn [fst snd] in *. injection H as _ <-. rewrite (IH _ _ _ Hmore). clear - Hhere. unfold number_in in Hhere.
  destruct (_ =? 0); [now injection Hhere as _ <- |].
  destruct (_ =? _); [now injection Hhere as _ <- |]. destruct (_ =? 0); [| discriminate].
  apply then_some in Hhere as ([rest s2] & Hphase & H). injection H as _ <-. now apply phase_facts in Hphase.
Qed.

(** ** What is asked *)

Variable dimension : nat.

Lemma all_needed forms st st' : facts_hold p st -> try_each (need dimension rows) forms st = Some st' ->
  facts_hold p st' /\ forall f, In f forms -> 0 <= eval p f.
Proof.
  intros Hst H. apply (try_each_sound (facts_hold p) (fun f => 0 <= eval p f)) in H; [exact H | | assumption].
  intros f a b _ Ha Hb. apply and_comm. now apply (need_sound dimension p rows f a b).
Qed.

Lemma ways_to_be_sound compared bound wanted total scale n forms : 0 < scale ->
  eval p total = scale * Z.of_nat n -> In forms (ways_to_be compared (Z.of_N bound) wanted total scale) ->
  (forall f, In f forms -> 0 <= eval p f) -> asked (Is compared bound) n = wanted.
Proof.
  intros Hscale Htotal Hin Hall.
  assert (Hleast : forall k, In (plus total (- (scale * k))) forms -> k <= Z.of_nat n).
  { intros k Hk. apply Hall in Hk. rewrite eval_plus in Hk. nia. }
  assert (Hmost : forall k, In (plus (times (-1) total) (scale * k)) forms -> Z.of_nat n <= k).
  { intros k Hk. apply Hall in Hk. rewrite eval_plus, eval_times in Hk. nia. }
  clear Hall Htotal. pose proof (nat_N_Z n) as Hn.
  destruct compared, wanted; cbn [ways_to_be In asked] in *;
    repeat match goal with H : _ \/ _ |- _ => destruct H as [H | H] | H : False |- _ => destruct H end;
    subst forms; cbn [In] in *;
    try pose proof (Hleast _ (or_introl eq_refl)); try pose proof (Hmost _ (or_introl eq_refl));
    try pose proof (Hmost _ (or_intror (or_introl eq_refl))); clear Hleast Hmost;
    rewrite ?negb_true_iff, ?negb_false_iff, ?N.leb_le, ?N.leb_gt, ?N.eqb_eq, ?N.eqb_neq; lia.
Qed.

Lemma parity_is_sound is_odd total scale st st' n : 0 < scale -> facts_hold p st ->
  parity_is rows is_odd total scale st = Some st' ->
  facts_hold p st' /\ (eval p total = scale * Z.of_nat n -> Nat.odd n = is_odd).
Proof.
  intros Hscale Hst H. unfold parity_is in H.
  apply then_some in H as ([rest s1] & Hphase & H). cbn [fst snd] in H.
  destruct (Z.eqb_spec rest (if is_odd then scale else 0)) as [Hrest |]; [| discriminate].
  injection H as <-. apply (phase_sound p) in Hphase; [| lia | assumption].
  destruct Hphase as [Hs1 (q & Hq)]. split; [unfold facts_hold; now rewrite Hs1 |]. intros Hn.
  assert (Hnq : Z.of_nat n = (if is_odd then 1 else 0) + 2 * q).
  { apply (Z.mul_reg_l _ _ scale); [lia |]. rewrite <- Hn, Hq, Hrest. destruct is_odd; ring. }
  destruct (Nat.odd n) eqn:Hparity.
  - apply Nat.odd_spec in Hparity as (m & Hm). destruct is_odd; [reflexivity | lia].
  - rewrite <- Nat.negb_even, negb_false_iff in Hparity. apply Nat.even_spec in Hparity as (m & Hm).
    destruct is_odd; [lia | reflexivity].
Qed.

Lemma one_of_sound all ways st st' : facts_hold p st -> one_of dimension rows all ways st = Some st' ->
  facts_hold p st' /\ exists forms, In forms all /\ forall f, In f forms -> 0 <= eval p f.
Proof.
  intros Hst H. unfold one_of in H. destruct all as [| forms [| other all]]; [discriminate | |].
  - destruct ways; [| discriminate]. apply all_needed in H as [Hst' H]; [| assumption].
    split; [assumption |]. exists forms. split; [now left | assumption].
  - destruct ways as [| way [|]]; try discriminate. apply then_some in H as (each & Heach & H).
    apply all_needed in H as [Hst' H]; [| assumption]. split; [assumption |].
    exists each. split; [now apply nth_error_In in Heach | assumption].
Qed.

Lemma is_asked_sound t wanted total scale ways st st' n : 0 < scale -> facts_hold p st ->
  is_asked dimension rows t wanted total scale ways st = Some st' ->
  facts_hold p st' /\ (eval p total = scale * Z.of_nat n -> asked t n = wanted).
Proof.
  intros Hscale Hst H. destruct t; cbn [is_asked] in H.
  - destruct ways; [| discriminate]. now apply (parity_is_sound _ _ scale st).
  - destruct ways; [| discriminate].
    apply (parity_is_sound _ _ scale st st' n) in H as [Hst' H]; try assumption.
    split; [assumption |]. intros Hn. specialize (H Hn). cbn [asked].
    now rewrite <- Nat.negb_odd, H, negb_involutive.
  - apply one_of_sound in H as (Hst' & forms & Hin & Hall); [| assumption]. split; [assumption |].
    intros Hn. now apply (ways_to_be_sound _ _ _ total scale n forms).
  - apply one_of_sound in H as (Hst' & forms & Hin & _); [| assumption]. split; [assumption |].
    intros _. destruct wanted; [destruct Hin | reflexivity].
Qed.

Lemma by_number_facts t own T ways st st' : facts_hold p st ->
  by_number dimension rows of t own T ways st = Some st' -> facts_hold p st'.
Proof.
  intros Hst H. unfold by_number in H.
  destruct (Z.ltb_spec 0 (scale_of of (concat (coverings T)))) as [Hscale |]; [| discriminate].
  apply then_some in H as (wanted & _ & H). apply then_some in H as ([total s1] & Htotal & H).
  apply (is_asked_sound _ _ _ _ _ _ _ O Hscale) in H; [tauto |].
  unfold facts_hold. cbn [snd]. now rewrite (total_of_facts _ _ _ _ _ Htotal).
Qed.

(** The value is that of positions with so many options that count. *)
Lemma by_number_sound t own T ways st st' (options : list nat) :
  (facts_hold p st /\ by_number dimension rows of t own T ways st = Some st') ->
  Forall not_negative (concat (coverings T)) ->
  facts_hold p st' /\
  (Z.of_nat (count of options) = Z.of_nat (count of (single_values T)) + all_often (concat (coverings T)) ->
   own = Nat.b2n (asked t (count of options))).
Proof.
  intros [Hst H] Hnot. unfold by_number in H.
  set (scale := scale_of of (concat (coverings T))) in *.
  destruct (Z.ltb_spec 0 scale) as [Hscale |]; [| discriminate].
  apply then_some in H as (wanted & Hwanted & H). apply then_some in H as ([total s1] & Htotal & H).
  cbn [fst snd] in H. apply total_of_sound in Htotal as [Hs1 Htotal]; [| assumption].
  apply (is_asked_sound _ _ _ _ _ _ _ (count of options) Hscale) in H as [Hst' H];
    [| unfold facts_hold; now rewrite Hs1].
  split; [assumption |]. intros Hcount.
  rewrite H by (rewrite eval_plus, Htotal, Hcount; ring).
  destruct own as [| [|]]; [| | discriminate]; now injection Hwanted as <-.
Qed.

End Sum.

(** * The options of a position *)

Section Options.

Variable D : description.
Variables (g : Z -> nat) (origin : Z).
Variables (p : list Z) (rows : list constraint) (ch : stretch) (x : form) (of : nat -> bool).

Let ws := chain_words ch.
Let B := borders_at p ch.
Let X := eval p x.
Let past := outside_word D.
Let len := length ws.

Local Notation may_be := (may_be ch).
Local Notation in_word := (in_word p ch).

Hypothesis Hrows : all_hold p rows.
Hypothesis Hup : makes_up D g origin ws B (from_start ch).

(** Is this a position that counts? *)
Definition does_count (t : Z) : bool := is_position D origin t && of (g t).

Section Range.

Variables (first last : form) (near far : nat).
Let F := eval p first.
Let T := eval p last.

Hypothesis near_may : may_be near.
Hypothesis far_may : may_be far.
Hypothesis near_in : in_word near T.
Hypothesis far_in : in_word far F.
Hypothesis F_to_T : F <= T.

(** The first and the last target in a word. *)
Let start_in (k : nat) : Z := if (k =? far)%nat then F else nth (S k) B 0.
Let end_in (k : nat) : Z := if (k =? near)%nat then T else nth k B 0 - 1.

Lemma targets_in_word k : (near <= k <= far)%nat -> F <= start_in k <= end_in k + 1 /\
  forall t, start_in k <= t <= end_in k -> in_word k t.
Proof.
  intros Hk. destruct near_may as [Hnear_len _], far_may as [Hfar_len _].
  destruct near_in as [Hnear1 Hnear2], far_in as [Hfar1 Hfar2].
  assert (Hfalls : forall i j, (j <= i <= len)%nat -> nth i B 0 <= nth j B 0)
    by (intros i j; apply (makes_up_falls D g origin _ _ _ Hup)).
  fold ws B len in Hnear1, Hnear2, Hfar1, Hfar2, Hnear_len, Hfar_len.
  assert (Hfrom : F <= start_in k /\ ((k < len)%nat -> nth (S k) B 0 <= start_in k) /\
                  start_in k <= nth k B 0 /\ (k = near -> start_in k <= T)).
  { unfold start_in. destruct (Nat.eqb_spec k far) as [-> | Hne].
    - split; [lia |]. split; [exact Hfar2 | split; [lia | intros _; lia]].
    - pose proof (Hfalls far (S k) ltac:(lia)). pose proof (Hfalls (S k) k ltac:(lia)).
      split; [lia |]. split; [lia | split; [lia |]]. intros ->. apply Hnear2. lia. }
  assert (Hto : end_in k < nth k B 0 /\ start_in k <= end_in k + 1).
  { unfold end_in. destruct (Nat.eqb_spec k near) as [-> | Hne]; [| lia].
    split; [exact Hnear1 | lia]. }
  split; [lia |]. intros t Ht. split; fold B; [lia |]. fold ws len. intros Hlen.
  destruct Hfrom as (_ & Hfrom & _). specialize (Hfrom Hlen). lia.
Qed.

(** What is covered of one word. *)
Lemma word_counts k w begin st ph s1 : (near <= k <= far)%nat -> may_be k ->
  landed (view_of ch) past k = Some (w, begin) ->
  (if (k =? far)%nat then phase rows (sub first begin) (count_of w) st else Some (0, st)) = Some (ph, s1) ->
  let here := Covering k w ph
    (plus (sub (if (k =? near)%nat then last else plus (border (view_of ch) k) (-1))
             (if (k =? far)%nat then first else begin)) 1) in
  not_negative p here /\ number does_count (start_in k) (end_in k) = how_often of here (eval p (how_many here)).
Proof.
  intros Hk Hmay Hlanded Hphase here. destruct (targets_in_word k Hk) as [Hends Hword].
  destruct (landed_some D g origin p ch x Hup k w begin Hmay Hlanded) as [Hbegin Hvalue].
  fold ws B len in Hbegin. destruct far_may as [Hfar_len _]. fold ws len in Hfar_len.
  assert (Hmany : eval p (how_many here) = end_in k - start_in k + 1).
  { unfold here, end_in, start_in. cbn [how_many]. rewrite eval_plus, eval_sub.
    destruct (k =? near)%nat; rewrite ?eval_plus, ?nth_borders; fold B;
      (destruct (Nat.eqb_spec k far); [| rewrite Hbegin by lia]; fold F T; ring). }
  unfold not_negative. rewrite Hmany. split; [lia |].
  assert (Hletter : forall j, value_in w (start_in k - eval p begin + j) = value_in w (ph + j)).
  { intros j. unfold start_in. destruct (Nat.eqb_spec k far) as [He | Hne].
    - apply (phase_value p) in Hphase; [| assumption]. destruct Hphase as [_ Hphase].
      rewrite eval_sub in Hphase. apply Hphase.
    - injection Hphase as <- _. rewrite Hbegin by lia. f_equal. ring. }
  unfold how_often, here. cbn [covered_cycle first_phase].
  replace (number does_count _ _) with (number does_count (0 + start_in k) (end_in k - start_in k + start_in k))
    by (f_equal; ring).
  rewrite number_shift. replace (end_in k - start_in k + 1 - 1) with (end_in k - start_in k) by ring.
  apply number_same. intros j Hj.
  destruct (Hvalue (j + start_in k) (Hword (j + start_in k) ltac:(lia))) as [Hposition Hg].
  unfold does_count. rewrite Hposition, Hg, <- Hletter. cbn [andb]. do 2 f_equal. ring.
Qed.

Lemma covering_counts d : forall k st its st', (far - k = d)%nat -> (near <= k <= far)%nat ->
  covering_of rows (view_of ch) past first last near far (seq k (S d)) st = Some (its, st') ->
  Forall (not_negative p) its /\ number does_count F (end_in k) = all_often p of its.
Proof.
  induction d as [| d IH]; intros k st its st' Hd Hk H.
  all: assert (Hmay : may_be k)
    by (destruct far_may as [Hlen Hfrom]; split; [lia | intros E; apply Hfrom; lia]).
  all: destruct (targets_in_word k Hk) as [Hends Hword].
  all: cbn [seq covering_of] in H.
  all: destruct (landed (view_of ch) past k) as [[w begin] |] eqn:Hlanded.
  - assert (k = far) by lia. subst k. cbv zeta in H.
    apply then_some in H as ([ph s1] & Hphase & H). cbn [then_ fst snd] in H. injection H as <- <-.
    apply (word_counts far w begin st ph s1 Hk Hmay Hlanded) in Hphase as [Hnot Hcount].
    split; [constructor; [exact Hnot | constructor] |]. cbn [all_often fold_right]. rewrite <- Hcount.
    unfold start_in. rewrite Nat.eqb_refl. ring.
  - assert (k = far) by lia. subst k. injection H as <- _. split; [constructor |].
    apply number_none. intros t Ht. unfold does_count.
    rewrite (landed_none D g origin p ch x Hup far t Hmay Hlanded); [reflexivity |].
    apply Hword. unfold start_in. rewrite Nat.eqb_refl. exact Ht.
  - cbv zeta in H. apply then_some in H as ([ph s1] & Hphase & H).
    apply then_some in H as ([more s2] & Hmore & H). cbn [fst snd] in *. injection H as <- <-.
    apply (word_counts k w begin st ph s1 Hk Hmay Hlanded) in Hphase as [Hnot Hcount].
    apply (IH (S k)) in Hmore as [Hmore_not Hmore]; [| lia | lia].
    split; [constructor; [exact Hnot | exact Hmore_not] |]. cbn [all_often fold_right].
    fold (all_often p of more). rewrite <- Hcount, <- Hmore.
    rewrite (number_app does_count F (start_in k) (end_in k)) by lia. rewrite Z.add_comm. do 2 f_equal.
    unfold start_in, end_in. rewrite (proj2 (Nat.eqb_neq k far)), (proj2 (Nat.eqb_neq (S k) near)) by lia.
    reflexivity.
  - exfalso. unfold landed in Hlanded. rewrite look_word in Hlanded.
    destruct (nth_error (chain_words ch) k) eqn:Hw; [discriminate |]. apply nth_error_None in Hw.
    destruct far_may as [Hlen _]. lia.
Qed.

End Range.

Lemma targets_counts l : forall words st T st', targets_of rows (view_of ch) past x l words st = Some (T, st') ->
  let M := map (eval p) (flat_map entry_ends l) in
  Forall2 (named_for p ch x) words M -> wide l M ->
  Forall (not_negative p) (concat (coverings T)) /\
  Z.of_nat (length (filter (fun s => does_count (X - s)) (from_ends l M))) =
    Z.of_nat (count of (single_values T)) + all_often p of (concat (coverings T)).
Proof.
  induction l as [| [f | a b] l IH]; intros words st T st' H M Hnamed Hwide; subst M; cbn [targets_of] in H.
  - injection H as <- _. split; [constructor | reflexivity].
  - destruct words as [| k words]; [discriminate |]. inversion Hnamed as [| ? ? ? ? Hk Hrest]; subst.
    destruct Hk as [Hmay Hin]. cbn [flat_map entry_ends app map from_ends wide filter] in *. fold X in Hin.
    destruct (landed _ _ k) as [[w begin] |] eqn:Hlanded.
    + apply then_some in H as ([ph s1] & Hphase & H). apply then_some in H as ([T' s2] & Hmore & H).
      cbn [fst snd] in *. injection H as <- _. cbn [single_values coverings].
      destruct (IH _ _ _ _ Hmore Hrest Hwide) as (Hnot & Hcount). split; [assumption |].
      apply (phase_value p) in Hphase; [| assumption]. destruct Hphase as [_ Hphase].
      destruct (landed_some D g origin p ch x Hup k w begin Hmay Hlanded) as [_ Hvalue].
      destruct (Hvalue _ Hin) as [Hposition Hg].
      specialize (Hphase 0). rewrite !eval_sub, !Z.add_0_r in Hphase. fold X in Hphase.
      assert (Hone : does_count (X - eval p f) = of (value_in w ph))
        by (unfold does_count; now rewrite Hposition, Hg, Hphase).
      rewrite Hone. unfold count in *. cbn [filter]. destruct (of _); cbn [length]; lia.
    + assert (Hone : does_count (X - eval p f) = false)
        by (unfold does_count; now rewrite (landed_none D g origin p ch x Hup k _ Hmay Hlanded Hin)).
      rewrite Hone. now apply (IH words st T st').
  - destruct words as [| near [| far words]]; try discriminate.
    destruct (Nat.leb_spec near far) as [Hle |]; [| discriminate].
    inversion Hnamed as [| ? ? ? ? Hnear Hnamed']; subst.
    inversion Hnamed' as [| ? ? ? ? Hfar Hrest]; subst.
    destruct Hnear as [Hnear_may Hnear_in], Hfar as [Hfar_may Hfar_in], Hwide as [Hab Hwide].
    cbn [flat_map entry_ends app map from_ends wide] in *.
    apply then_some in H as ([here s1] & Hhere & H). apply then_some in H as ([T' s2] & Hmore & H).
    cbn [fst snd] in *. injection H as <- _. cbn [single_values coverings concat].
    destruct (IH _ _ _ _ Hmore Hrest Hwide) as (Hnot & Hcount).
    rewrite <- (eval_sub p x a) in Hnear_in. rewrite <- (eval_sub p x b) in Hfar_in.
    replace (S far - near)%nat with (S (far - near)) in Hhere by lia.
    apply (covering_counts (sub x b) (sub x a) near far) in Hhere as [Hhere_not Hhere]; try assumption;
      [| rewrite !eval_sub; lia | reflexivity | lia].
    rewrite Nat.eqb_refl in Hhere.
    split; [now apply Forall_app |].
    rewrite filter_app, app_length, Nat2Z.inj_add, all_often_app, Hcount, <- Hhere.
    rewrite !eval_sub. fold X. rewrite <- (number_turned does_count X). unfold number. ring.
Qed.

Lemma count_options (h : Z -> nat) q l :
  count of (map h (filter q l)) = length (filter (fun s => q s && of (h s)) l).
Proof.
  unfold count. induction l as [| s l IH]; [reflexivity |]. cbn [filter].
  destruct (q s); cbn [map filter andb]; [destruct (of (h s)); cbn [length] |]; now rewrite IH.
Qed.

End Options.

(** The values of the options are those of single moves and those of covered letters. *)
Lemma options_values D g origin p rows ch x words st T st' v : all_hold p rows ->
  makes_up D g origin (chain_words ch) (borders_at p ch) (from_start ch) ->
  targets_of rows (view_of ch) (outside_word D) x (moves D) words st = Some (T, st') ->
  Forall2 (named_for p ch x) words (moves_now D p) -> wide (moves D) (moves_now D p) ->
  In v (map (fun m => g (eval p x - m)) (filter (fun m => is_position D origin (eval p x - m))
          (from_ends (moves D) (moves_now D p)))) <->
  In v (single_values T) \/ exists it j, In it (concat (coverings T)) /\ 0 <= j < eval p (how_many it) /\
    value_in (covered_cycle it) (first_phase it + j) = v.
Proof.
  intros Hrows Hup HT Hnamed Hwide.
  destruct (targets_counts D g origin p rows ch x (Nat.eqb v) Hrows Hup _ _ _ _ _ HT Hnamed Hwide) as [_ Hcount].
  fold (ends_of D) (moves_now D p) in Hcount. unfold does_count in Hcount.
  assert (Hin : forall l, In v l <-> (0 < count (Nat.eqb v) l)%nat).
  { intros l. unfold count. split.
    - intros H.
      assert (Hf : In v (filter (Nat.eqb v) l)) by (apply filter_In; split; [assumption | apply Nat.eqb_refl]).
      destruct (filter (Nat.eqb v) l); [destruct Hf | cbn [length]; lia].
    - intros H. destruct (filter (Nat.eqb v) l) as [| u l'] eqn:Hl; [cbn in H; lia |].
      assert (Hu : In u (filter (Nat.eqb v) l)) by (rewrite Hl; now left).
      apply filter_In in Hu as [Hu Heq]. apply Nat.eqb_eq in Heq. now subst u. }
  rewrite !Hin, count_options.
  transitivity ((0 < count (Nat.eqb v) (single_values T))%nat \/
                0 < all_often p (Nat.eqb v) (concat (coverings T))).
  - pose proof (all_often_least p (Nat.eqb v) (concat (coverings T))). lia.
  - rewrite all_often_some. setoid_rewrite Nat.eqb_eq.
    split; (intros [H | (it & j & H1 & H2 & H3)]; [now left | right; exists it, j; auto]).
Qed.
