(** Why the checker of Covered.v is right: where it accepts, all positions of the split obey the rule. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Ranges Walk Phases Past Split Covered.
Import ListNotations.
Local Open Scope Z_scope.

Section Covered.

Variable D : description.

Local Notation decided := (decided D).
Local Notation settled := (settled D).
Local Notation at_position := (at_position D).
Local Notation covered := (covered D).

Variables (g : Z -> nat) (origin : Z).

Lemma phase_value p rows f w st k st' : all_hold p rows -> phase rows f (count_of w) st = Some (k, st') ->
  facts st' = facts st /\ forall j, value_in w (eval p f + j) = value_in w (k + j).
Proof.
  intros Hrows H. apply (phase_sound p) in H; [| apply cycle_pos | assumption].
  destruct H as [Hst (q & Hq)]. split; [assumption |]. intros j.
  rewrite Hq, <- (value_in_again w (k + j) q). f_equal. unfold count_of. ring.
Qed.

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

Section AtPoint.

Variables (p : list Z) (rows : list constraint) (ch : stretch) (x : form).

Let ws := chain_words ch.
Let B := borders_at p ch.
Let X := eval p x.
Let past := outside_word D.
Let len := length ws.

Hypothesis Hrows : all_hold p rows.
Hypothesis Hup : makes_up D g origin ws B (from_start ch).

Lemma falls j k : (k <= j <= len)%nat -> nth j B 0 <= nth k B 0.
Proof. exact (makes_up_falls D g origin _ _ _ Hup j k). Qed.

Lemma borders_length : length (borders ch) = S (length ws).
Proof. destruct Hup as (H & _). unfold B, borders_at in H. now rewrite map_length in H. Qed.

(** Is the position in this word? *)
Definition in_word (k : nat) (t : Z) : Prop := t < nth k B 0 /\ ((k < len)%nat -> nth (S k) B 0 <= t).

(** May this word be named for a target? *)
Definition may_be (k : nat) : Prop := (k <= len)%nat /\ (k = len -> from_start ch = true).

Lemma landed_some k w begin : may_be k -> landed (view_of ch) past k = Some (w, begin) ->
  ((k < len)%nat -> eval p begin = nth (S k) B 0) /\
  forall t, in_word k t -> is_position D origin t = true /\ g t = value_in w (t - eval p begin).
Proof.
  intros (Hle & Hfrom) H. unfold landed in H. rewrite look_word in H. fold ws in H.
  pose proof Hup as (_ & Hwords & Horigin & Hstart).
  destruct (nth_error ws k) as [w' |] eqn:Hw.
  - injection H as <- <-. assert (Hk : (k < len)%nat) by (apply nth_error_Some; congruence).
    rewrite begins_at_in by (try exact borders_length; assumption). fold B. split; [reflexivity |].
    intros t [Ht1 Ht2]. specialize (Ht2 Hk). destruct (Hwords k w' Hw) as [_ Hg].
    split; [| apply Hg; lia]. unfold is_position. destruct (outside_word D); [reflexivity |].
    apply Z.leb_le. pose proof (falls len (S k) ltac:(lia)). unfold len in *. lia.
  - apply nth_error_None in Hw. assert (Hk : k = len) by (unfold len in *; lia).
    unfold past in H. destruct (outside_word D) as [u |] eqn:Hu; [| discriminate]. injection H as <- <-.
    destruct (Hstart (Hfrom Hk)) as [Hend Hpast]. split; [lia |]. intros t [Ht _].
    rewrite Hk in *. unfold len, ws. rewrite begins_at_end by exact borders_length. fold ws B len.
    unfold len in *. rewrite Hend in *. split; [unfold is_position; now rewrite Hu | now apply Hpast].
Qed.

Lemma landed_none k t : may_be k -> landed (view_of ch) past k = None -> in_word k t ->
  is_position D origin t = false.
Proof.
  intros (Hle & Hfrom) H [Ht _]. unfold landed in H. rewrite look_word in H. fold ws in H.
  destruct (nth_error ws k) eqn:Hw; [discriminate |]. apply nth_error_None in Hw.
  assert (Hk : k = len) by (unfold len in *; lia). pose proof Hup as (_ & _ & _ & Hstart).
  destruct (Hstart (Hfrom Hk)) as [Hend _]. unfold past in H. unfold is_position.
  destruct (outside_word D); [discriminate |]. apply Z.leb_gt. rewrite Hk in Ht. unfold len in Ht. lia.
Qed.

(** ** A range *)

Section Range.

Variables (first last : form) (near far : nat).
Let F := eval p first.
Let T := eval p last.

Hypothesis near_may : may_be near.
Hypothesis far_may : may_be far.
Hypothesis near_far : (near <= far)%nat.
Hypothesis near_in : in_word near T.
Hypothesis far_in : in_word far F.

(** Each position between the targets of the ends is in one of the words between theirs. *)
Lemma some_word t : F <= t <= T -> exists k, (near <= k <= far)%nat /\ in_word k t.
Proof.
  intros Ht. assert (H : forall d k, (far - k = d)%nat -> (near <= k <= far)%nat -> t < nth k B 0 ->
    exists k, (near <= k <= far)%nat /\ in_word k t).
  { induction d as [| d IH]; intros k Hd Hk Hlt.
    - assert (k = far) by lia. subst k. exists far. split; [lia |]. split; [assumption |].
      intros Hlen. destruct far_in as [_ Hfar]. specialize (Hfar Hlen). lia.
    - destruct (Z_lt_le_dec t (nth (S k) B 0)) as [Hnext | Hin].
      + apply (IH (S k)); [lia | lia | assumption].
      + exists k. split; [lia |]. split; [assumption | intros _; assumption]. }
  apply (H (far - near)%nat near); [reflexivity | lia |]. destruct near_in. lia.
Qed.

Lemma covering_sound l : forall st its st',
  covering_of rows (view_of ch) past first last near far l st = Some (its, st') ->
  (forall k, In k l -> (near <= k <= far)%nat) ->
  facts st' = facts st /\
  (forall it j, In it its -> 0 <= j < eval p (how_many it) -> exists t, F <= t <= T /\
     is_position D origin t = true /\ g t = value_in (covered_cycle it) (first_phase it + j)) /\
  (forall k t, In k l -> F <= t <= T -> in_word k t -> is_position D origin t = true ->
     exists it j, In it its /\ 0 <= j < eval p (how_many it) /\
       g t = value_in (covered_cycle it) (first_phase it + j)).
Proof.
  destruct near_may as [Hnear_len Hnear_from], far_may as [Hfar_len Hfar_from].
  destruct near_in as [Hnear1 Hnear2], far_in as [Hfar1 Hfar2].
  induction l as [| k l IH]; intros st its st' H Hl; cbn [covering_of] in H.
  - injection H as <- <-. split; [reflexivity |]. split; [intros it j [] | intros k t []].
  - pose proof (Hl k (or_introl eq_refl)) as Hk.
    specialize (fun st its st' H => IH st its st' H (fun k' Hk' => Hl k' (or_intror Hk'))).
    assert (Hmay : may_be k) by (split; [lia | intros E; apply Hfar_from; lia]).
    destruct (landed _ _ k) as [[w begin] |] eqn:Hlanded.
    + destruct (landed_some k w begin Hmay Hlanded) as [Hbegin Hvalue].
      apply then_some in H as ([ph s1] & Hphase & H). apply then_some in H as ([more s2] & Hmore & H).
      cbn [fst snd] in *. injection H as <- <-. destruct (IH _ _ _ Hmore) as (Hs2 & Hc & Hb).
      set (S0 := eval p (if (k =? far)%nat then first else begin)).
      set (L0 := eval p (if (k =? near)%nat then last else plus (border (view_of ch) k) (-1))).
      assert (Hstart : facts s1 = facts st /\ (forall j, value_in w (S0 - eval p begin + j) =
        value_in w (ph + j)) /\ ((k = far /\ S0 = F) \/ ((k < far)%nat /\ S0 = eval p begin))).
      { unfold S0. destruct (Nat.eqb_spec k far) as [He | Hne].
        - apply (phase_value p) in Hphase; [| assumption]. destruct Hphase as [Hs1 Hphase].
          rewrite eval_sub in Hphase. split; [assumption |]. split; [exact Hphase | now left].
        - injection Hphase as <- <-. split; [reflexivity |].
          split; [intros j; f_equal; lia | right; split; [lia | reflexivity]]. }
      destruct Hstart as (Hs1 & Hph & HS).
      assert (HL : (k = near /\ L0 = T) \/ ((near < k)%nat /\ L0 = nth k B 0 - 1)).
      { unfold L0. destruct (Nat.eqb_spec k near) as [He | Hne]; [now left | right].
        split; [lia |]. rewrite eval_plus, nth_borders. fold B. lia. }
      assert (Hmany : eval p (how_many (Covering k w ph
        (plus (sub (if (k =? near)%nat then last else plus (border (view_of ch) k) (-1))
                 (if (k =? far)%nat then first else begin)) 1))) = L0 - S0 + 1).
      { cbn [how_many]. rewrite eval_plus, eval_sub. reflexivity. }
      assert (Hin : forall t, in_word k t -> g t = value_in w (ph + (t - S0))).
      { intros t Ht. destruct (Hvalue t Ht) as [_ ->]. rewrite <- Hph. f_equal. ring. }
      assert (Hlow : S0 >= F /\ ((k < len)%nat -> nth (S k) B 0 <= S0)).
      { destruct HS as [[-> ->] | [Hlt ->]]; [split; [lia | exact Hfar2] |].
        rewrite Hbegin by lia. pose proof (falls far (S k) ltac:(lia)). split; lia. }
      assert (Hhigh : L0 <= T /\ L0 < nth k B 0).
      { destruct HL as [[-> ->] | [Hlt ->]]; [split; [lia | exact Hnear1] |].
        pose proof (falls k (S near) ltac:(lia)). specialize (Hnear2 ltac:(lia)). split; lia. }
      split; [congruence |]. split.
      * intros it j [<- | Hit] Hj; [| now apply (Hc it)].
        rewrite Hmany in Hj. cbn [covered_cycle first_phase].
        assert (Ht : in_word k (S0 + j)) by (split; [lia | intros Hlen; destruct Hlow; lia]).
        exists (S0 + j). split; [lia |]. split; [now apply Hvalue |].
        rewrite (Hin _ Ht). f_equal. ring.
      * intros k' t [<- | Hk'] Ht Hword Hposition.
        -- eexists _, (t - S0). split; [now left |]. rewrite Hmany. cbn [covered_cycle first_phase].
           split; [| now apply Hin]. destruct Hword as [H1 H2]. split.
           ++ destruct HS as [[_ ->] | [Hlt ->]]; [lia |]. rewrite Hbegin by lia.
              specialize (H2 ltac:(lia)). lia.
           ++ destruct HL as [[_ ->] | [_ ->]]; lia.
        -- destruct (Hb k' t Hk' Ht Hword Hposition) as (it & j & Hit & Hj & Hg).
           exists it, j. split; [now right | now split].
    + destruct (IH _ _ _ H) as (Hs & Hc & Hb). split; [assumption |]. split; [exact Hc |].
      intros k' t [<- | Hk'] Ht Hword Hposition; [| now apply (Hb k')].
      exfalso. rewrite (landed_none k t Hmay Hlanded Hword) in Hposition. discriminate.
Qed.

End Range.

(** ** All moves *)

(** What is known of the word named for a move. *)
Definition named_for (k : nat) (m : Z) : Prop := may_be k /\ in_word k (X - m).

Lemma targets_sound l : forall words st T st', targets_of rows (view_of ch) past x l words st = Some (T, st') ->
  let M := map (eval p) (flat_map entry_ends l) in
  Forall2 named_for words M ->
  facts st' = facts st /\
  (forall v, In v (single_values T) -> exists s, In s (from_ends l M) /\
     is_position D origin (X - s) = true /\ g (X - s) = v) /\
  (forall it j, In it (concat (coverings T)) -> 0 <= j < eval p (how_many it) ->
     exists s, In s (from_ends l M) /\ is_position D origin (X - s) = true /\
       g (X - s) = value_in (covered_cycle it) (first_phase it + j)) /\
  (forall s, In s (from_ends l M) -> is_position D origin (X - s) = true ->
     In (g (X - s)) (single_values T) \/
     exists it j, In it (concat (coverings T)) /\ 0 <= j < eval p (how_many it) /\
       g (X - s) = value_in (covered_cycle it) (first_phase it + j)) /\
  (if has_option T
   then wide l M -> exists s, In s (from_ends l M) /\ is_position D origin (X - s) = true
   else forall s, In s (from_ends l M) -> is_position D origin (X - s) = false).
Proof.
  induction l as [| [f | a b] l IH]; intros words st T st' H M Hnamed; cbn [targets_of] in H.
  - injection H as <- <-. cbn. split; [reflexivity |]. split; [intros v [] |].
    split; [intros it j [] |]. split; [intros s [] | intros s []].
  - destruct words as [| k words]; [discriminate |]. inversion Hnamed as [| ? ? ? ? Hk Hrest]; subst.
    destruct Hk as [Hmay Hin]. cbn [flat_map entry_ends app map from_ends wide] in *. fold X in Hin.
    destruct (landed _ _ k) as [[w begin] |] eqn:Hlanded.
    + apply then_some in H as ([ph s1] & Hphase & H). apply then_some in H as ([T' s2] & Hmore & H).
      cbn [fst snd] in *. injection H as <- <-. cbn [single_values coverings has_option].
      destruct (IH _ _ _ _ Hmore Hrest) as (Hs2 & Ha & Hc & Hb & Hd).
      apply (phase_value p) in Hphase; [| assumption]. destruct Hphase as [Hs1 Hphase].
      destruct (landed_some k w begin Hmay Hlanded) as [_ Hvalue].
      destruct (Hvalue _ Hin) as [Hposition Hg].
      specialize (Hphase 0). rewrite !eval_sub, !Z.add_0_r in Hphase. fold X in Hphase.
      rewrite Hphase in Hg.
      split; [congruence |]. split; [| split; [| split]].
      * intros v [<- | Hv]; [exists (eval p f); split; [now left | now split] |].
        destruct (Ha v Hv) as (s & Hs & Hp). exists s. split; [now right | assumption].
      * intros it j Hit Hj. destruct (Hc it j Hit Hj) as (s & Hs & Hp).
        exists s. split; [now right | assumption].
      * intros s [<- | Hs] Hp; [left; left; now rewrite Hg |].
        destruct (Hb s Hs Hp) as [Hv | Hv]; [left; now right | now right].
      * intros _. exists (eval p f). split; [now left | assumption].
    + destruct (IH _ _ _ _ H Hrest) as (Hs2 & Ha & Hc & Hb & Hd).
      pose proof (landed_none k _ Hmay Hlanded Hin) as Hnone.
      split; [assumption |]. split; [| split; [| split]].
      * intros v Hv. destruct (Ha v Hv) as (s & Hs & Hp). exists s. split; [now right | assumption].
      * intros it j Hit Hj. destruct (Hc it j Hit Hj) as (s & Hs & Hp).
        exists s. split; [now right | assumption].
      * intros s [<- | Hs] Hp; [congruence | now apply Hb].
      * destruct (has_option T).
        -- intros Hw. destruct (Hd Hw) as (s & Hs & Hp). exists s. split; [now right | assumption].
        -- intros s [<- | Hs]; [assumption | now apply Hd].
  - destruct words as [| near [| far words]]; try discriminate.
    destruct (Nat.leb_spec near far) as [Hle |]; [| discriminate].
    inversion Hnamed as [| ? ? ? ? Hnear Hnamed']; subst.
    inversion Hnamed' as [| ? ? ? ? Hfar Hrest]; subst.
    destruct Hnear as [Hnear_may Hnear_in], Hfar as [Hfar_may Hfar_in].
    cbn [flat_map entry_ends app map from_ends wide] in *. fold X in Hnear_in, Hfar_in.
    apply then_some in H as ([here s1] & Hhere & H). apply then_some in H as ([T' s2] & Hmore & H).
    cbn [fst snd] in *. injection H as <- <-. cbn [single_values coverings has_option concat].
    destruct (IH _ _ _ _ Hmore Hrest) as (Hs2 & Ha & Hc & Hb & Hd).
    assert (Hfirst : eval p (sub x b) = X - eval p b) by apply eval_sub.
    assert (Hlast : eval p (sub x a) = X - eval p a) by apply eval_sub.
    rewrite <- Hlast in Hnear_in. rewrite <- Hfirst in Hfar_in.
    destruct (covering_sound (sub x b) (sub x a) near far Hnear_may Hfar_may Hle Hnear_in Hfar_in
                _ _ _ _ Hhere) as (Hs1 & Hcovers & Hcovered).
    { intros k Hk. apply in_seq in Hk. lia. }
    rewrite Hfirst, Hlast in Hcovers, Hcovered.
    assert (Hrange : forall t, X - eval p b <= t <= X - eval p a <->
      In (X - t) (range (eval p a) (eval p b))) by (intros t; rewrite in_range; lia).
    split; [congruence |]. split; [| split; [| split]].
    + intros v Hv. destruct (Ha v Hv) as (s & Hs & Hp).
      exists s. split; [apply in_or_app; now right | assumption].
    + intros it j Hit Hj. apply in_app_or in Hit as [Hit | Hit].
      * destruct (Hcovers it j Hit Hj) as (t & Ht & Hp & Hg). exists (X - t).
        split; [apply in_or_app; left; now apply Hrange |].
        replace (X - (X - t)) with t by ring. now split.
      * destruct (Hc it j Hit Hj) as (s & Hs & Hp). exists s. split; [apply in_or_app; now right | assumption].
    + intros s Hs Hp. apply in_app_or in Hs as [Hs | Hs].
      * right. assert (Ht : X - eval p b <= X - s <= X - eval p a)
          by (apply Hrange; now replace (X - (X - s)) with s by ring).
        destruct (some_word (sub x b) (sub x a) near far Hle Hnear_in Hfar_in (X - s)) as (k & Hk & Hword);
          [now rewrite Hfirst, Hlast |].
        destruct (Hcovered k (X - s)) as (it & j & Hit & Hj & Hg); try assumption;
          [apply in_seq; lia |].
        exists it, j. split; [apply in_or_app; now left | now split].
      * destruct (Hb s Hs Hp) as [Hv | (it & j & Hit & Hj & Hg)]; [now left | right].
        exists it, j. split; [apply in_or_app; now right | now split].
    + destruct (lands (view_of ch) past near) eqn:Hlands; cbn [orb].
      * intros [Hab _]. exists (eval p a).
        split; [apply in_or_app; left; apply in_range; lia |].
        destruct (landed (view_of ch) past near) as [[w begin] |] eqn:Hlanded.
        -- rewrite <- Hlast. now apply (landed_some near w begin).
        -- exfalso. unfold landed, lands in *. rewrite look_word in Hlanded.
           cbn [view_of word_count] in Hlands. fold ws in Hlands, Hlanded.
           destruct (nth_error ws near) eqn:Hw; [discriminate |]. apply nth_error_None in Hw.
           rewrite (proj2 (Nat.ltb_ge _ _)) in Hlands by assumption.
           destruct past; discriminate.
      * assert (Hnone : forall s, In s (range (eval p a) (eval p b)) -> is_position D origin (X - s) = false).
        { intros s Hs. unfold lands in Hlands. cbn [view_of word_count] in Hlands. fold ws in Hlands.
          destruct (Nat.ltb_spec near (length ws)) as [Hlt | Hge]; [discriminate |].
          destruct Hnear_may as [Hnear_le Hnear_from]. assert (Hn : near = len) by (unfold len in *; lia).
          pose proof Hup as (_ & _ & _ & Hstart). destruct (Hstart (Hnear_from Hn)) as [Hend _].
          unfold past in Hlands. unfold is_position. destruct (outside_word D); [discriminate |].
          apply Z.leb_gt. destruct Hnear_in as [Hnear_lt _]. rewrite Hn, Hlast in Hnear_lt.
          unfold len in Hnear_lt. apply in_range in Hs. lia. }
        destruct (has_option T').
        -- intros [_ Hw]. destruct (Hd Hw) as (s & Hs & Hp).
           exists s. split; [apply in_or_app; now right | assumption].
        -- intros s Hs. apply in_app_or in Hs as [Hs | Hs]; [now apply Hnone | now apply Hd].
Qed.

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
  apply then_some in H as ([l v] & Hdemanded & H). apply then_some in H as ([rest s3] & Hneeded & H).
  cbn [fst snd] in *.
  apply (phase_value p) in Hown; [| assumption]. destruct Hown as [Hs1 Hown].
  destruct (targets_sound _ _ _ _ _ HT Hnamed) as (Hs2 & Ha & Hc & Hb & Hd).
  fold (ends_of D) (moves_now D p) in Ha, Hc, Hb, Hd.
  assert (Hst2 : facts_hold p s2) by (unfold facts_hold; now rewrite Hs2, Hs1).
  destruct (needed_sound p rows dimension Hrows T l places s2 rest s3 Hst2 Hneeded) as [Hst3 Hthere].
  assert (Hmissing : facts_hold p st' /\ forall u, v = Some u -> ~ In u (single_values T) /\
    forall it j, In it (concat (coverings T)) -> 0 <= j < eval p (how_many it) ->
      value_in (covered_cycle it) (first_phase it + j) <> u).
  { destruct rest; [| destruct v; discriminate]. destruct v as [v |].
    - apply (missing_sound p rows dimension Hrows T v s3 st' Hst3) in H as (Hst' & Hmissing).
      split; [assumption |]. now intros u [= <-].
    - injection H as <-. split; [assumption | discriminate]. }
  destruct Hmissing as [Hst' Hmissing]. split; [assumption |]. intros Hwide.
  unfold obeys_at. pose proof Hup as (_ & Hwords & _). destruct (Hwords _ _ Hw) as [_ Hg].
  assert (Htested : (tested s < len)%nat) by (apply nth_error_Some; congruence).
  destruct Hin as [Hin1 Hin2]. rewrite (Hg X) by (specialize (Hin2 Htested); lia).
  specialize (Hown 0). rewrite eval_sub, !Z.add_0_r in Hown.
  rewrite begins_at_in in Hown by (try exact borders_length; assumption). fold X B in Hown.
  rewrite Hown. symmetry. set (options := map _ _).
  assert (Hoptions : forall u, In u options <-> exists m, In m (from_ends (moves D) (moves_now D p)) /\
    is_position D origin (X - m) = true /\ g (X - m) = u).
  { intros u. unfold options. rewrite in_map_iff. split.
    - intros (m & Hm & Hf). apply filter_In in Hf. exists m. tauto.
    - intros (m & Hm & Hp & Hu). exists m. rewrite filter_In. tauto. }
  apply (demanded_sound _ _ _ _ _ _ Hdemanded).
  - intros u Hu. apply Hoptions. destruct (Hthere u Hu) as [Hs | (it & j & Hit & Hj & <-)];
      [now apply Ha | now apply Hc].
  - intros u -> Hu. destruct (Hmissing u eq_refl) as [Hsingle Hcovered].
    apply Hoptions in Hu as (m & Hm & Hp & Hgu). destruct (Hb m Hm Hp) as [Hs | (it & j & Hit & Hj & Hv)].
    + apply Hsingle. now rewrite <- Hgu.
    + apply (Hcovered it j Hit Hj). now rewrite <- Hv.
  - destruct (has_option T).
    + destruct (Hd Hwide) as (m & Hm & Hp). intros Hnil.
      assert (Hu : In (g (X - m)) options) by (apply Hoptions; now exists m).
      rewrite Hnil in Hu. contradiction.
    + destruct options as [| u l'] eqn:Hnil; [reflexivity | exfalso].
      assert (Hu : In u options) by (rewrite Hnil; now left). rewrite Hnil in Hu.
      apply Hoptions in Hu as (m & Hm & Hp & _). rewrite (Hd m Hm) in Hp. discriminate.
Qed.

End AtPoint.

(** ** Facts *)

Lemma phase_facts rows f m st k st' : phase rows f m st = Some (k, st') -> facts st' = facts st.
Proof.
  unfold phase. intros H.
  destruct (divides m f).
  - destruct (_ && _) in H; [now injection H as _ <- | discriminate].
  - destruct (answers st) as [| [] rest]; try discriminate.
    destruct (equations rows l); [| discriminate].
    destruct (_ && _) in H; [now injection H as _ <- | discriminate].
Qed.

Lemma covering_facts rows ch past first last near far l : forall st its st',
  covering_of rows ch past first last near far l st = Some (its, st') -> facts st' = facts st.
Proof.
  induction l as [| k l IH]; intros st its st' H; cbn [covering_of] in H; [now injection H as _ <- |].
  destruct (landed ch past k) as [[w begin] |]; [| now apply IH in H].
  apply then_some in H as ([ph s1] & Hphase & H). apply then_some in H as ([more s2] & Hmore & H).
  injection H as _ <-. rewrite (IH _ _ _ Hmore). cbn [snd].
  destruct (k =? far)%nat; [now apply phase_facts in Hphase | now injection Hphase as _ <-].
Qed.

Lemma targets_facts rows ch past x l : forall words st T st',
  targets_of rows ch past x l words st = Some (T, st') -> facts st' = facts st.
Proof.
  induction l as [| [f | a b] l IH]; intros words st T st' H; cbn [targets_of] in H.
  - now injection H as _ <-.
  - destruct words as [| k words]; [discriminate |].
    destruct (landed ch past k) as [[w begin] |]; [| now apply IH in H].
    apply then_some in H as ([ph s1] & Hphase & H). apply then_some in H as ([T' s2] & Hmore & H).
    injection H as _ <-. rewrite (IH _ _ _ _ Hmore). now apply phase_facts in Hphase.
  - destruct words as [| near [| far words]]; try discriminate.
    destruct (near <=? far)%nat; [| discriminate].
    apply then_some in H as ([here s1] & Hhere & H). apply then_some in H as ([T' s2] & Hmore & H).
    injection H as _ <-. rewrite (IH _ _ _ _ Hmore). now apply covering_facts in Hhere.
Qed.

Lemma decided_facts p dimension rows ch past x s places st st' : all_hold p rows -> facts_hold p st ->
  decided dimension rows ch past x s places st = Some st' -> facts_hold p st'.
Proof.
  intros Hrows Hst H. unfold Covered.decided in H.
  apply then_some in H as (w & _ & H). apply then_some in H as ([own s1] & Hown & H).
  apply then_some in H as ([T s2] & HT & H). apply then_some in H as ([l v] & _ & H).
  apply then_some in H as ([rest s3] & Hneeded & H). cbn [fst snd] in *.
  assert (Hs2 : facts_hold p s2).
  { unfold facts_hold. rewrite (targets_facts _ _ _ _ _ _ _ _ _ HT).
    now rewrite (phase_facts _ _ _ _ _ _ Hown). }
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
