(** Which words targets are in, and whether there is an option. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Game Affine Refutation Language Ranges Walk Phases Past Split Covered.
Import ListNotations.
Local Open Scope Z_scope.

Section Covered.

Variable D : description.

Variables (g : Z -> nat) (origin : Z).

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

Lemma phase_value p rows f w st k st' : all_hold p rows -> phase rows f (count_of w) st = Some (k, st') ->
  facts st' = facts st /\ forall j, value_in w (eval p f + j) = value_in w (k + j).
Proof.
  intros Hrows H. apply (phase_sound p) in H; [| apply cycle_pos | assumption].
  destruct H as [Hst (q & Hq)]. split; [assumption |]. intros j.
  rewrite Hq, <- (value_in_again w (k + j) q). f_equal. unfold count_of. ring.
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

(** ** All moves *)

(** What is known of the word named for a move. *)
Definition named_for (k : nat) (m : Z) : Prop := may_be k /\ in_word k (X - m).

(** Is there an option? *)
Lemma has_option_sound l : forall words st T st', targets_of rows (view_of ch) past x l words st = Some (T, st') ->
  let M := map (eval p) (flat_map entry_ends l) in
  Forall2 named_for words M -> wide l M ->
  if has_option T
  then exists s, In s (from_ends l M) /\ is_position D origin (X - s) = true
  else forall s, In s (from_ends l M) -> is_position D origin (X - s) = false.
Proof.
  induction l as [| [f | a b] l IH]; intros words st T st' H M Hnamed Hwide; subst M; cbn [targets_of] in H.
  - injection H as <- _. intros s [].
  - destruct words as [| k words]; [discriminate |]. inversion Hnamed as [| ? ? ? ? Hk Hrest]; subst.
    destruct Hk as [Hmay Hin]. cbn [flat_map entry_ends app map from_ends wide] in *. fold X in Hin.
    destruct (landed _ _ k) as [[w begin] |] eqn:Hlanded.
    + apply then_some in H as ([ph s1] & _ & H). apply then_some in H as ([T' s2] & _ & H).
      injection H as <- _. exists (eval p f). split; [now left |].
      now apply (landed_some k w begin Hmay Hlanded).
    + specialize (IH _ _ _ _ H Hrest Hwide). destruct (has_option T).
      * destruct IH as (s & Hs & Hp). exists s. split; [now right | assumption].
      * intros s [<- | Hs]; [now apply (landed_none k) | now apply IH].
  - destruct words as [| near [| far words]]; try discriminate. destruct (near <=? far)%nat; [| discriminate].
    inversion Hnamed as [| ? ? ? ? [Hmay Hin] Hnamed']; subst. inversion Hnamed' as [| ? ? ? ? _ Hrest]; subst.
    destruct Hwide as [Hab Hwide]. cbn [flat_map entry_ends app map from_ends wide] in *. fold X in Hin.
    apply then_some in H as ([here s1] & _ & H). apply then_some in H as ([T' s2] & Hmore & H).
    injection H as <- _. cbn [fst has_option]. specialize (IH _ _ _ _ Hmore Hrest Hwide).
    destruct (lands (view_of ch) past near) eqn:Hlands; cbn [orb].
    + exists (eval p a). split; [apply in_or_app; left; apply in_range; lia |].
      destruct (landed (view_of ch) past near) as [[w begin] |] eqn:Hlanded;
        [now apply (landed_some near w begin Hmay Hlanded) |].
      exfalso. unfold landed, lands in *. rewrite look_word in Hlanded.
      cbn [view_of word_count] in Hlands. fold ws in Hlands, Hlanded.
      destruct (nth_error ws near) eqn:Hw; [discriminate |]. apply nth_error_None in Hw.
      rewrite (proj2 (Nat.ltb_ge _ _)) in Hlands by assumption. destruct past; discriminate.
    + assert (Hnone : forall s, In s (range (eval p a) (eval p b)) -> is_position D origin (X - s) = false).
      { intros s Hs. apply in_range in Hs. apply (landed_none near); [assumption | |].
        - unfold landed, lands in *. rewrite look_word. cbn [view_of word_count] in Hlands.
          fold ws in Hlands |- *.
          destruct (Nat.ltb_spec near (length ws)) as [Hlt | Hge]; [discriminate |].
          rewrite (proj2 (nth_error_None ws near)) by assumption. now destruct past.
        - destruct Hin as [Hin _]. split; [lia |]. intros Hlen. exfalso. unfold lands in Hlands.
          cbn [view_of word_count] in Hlands. fold ws in Hlands. unfold len in Hlen.
          rewrite (proj2 (Nat.ltb_lt _ _)) in Hlands by assumption. discriminate. }
      destruct (has_option T').
      * destruct IH as (s & Hs & Hp). exists s. split; [apply in_or_app; now right | assumption].
      * intros s Hs. apply in_app_or in Hs as [Hs | Hs]; [now apply Hnone | now apply IH].
Qed.

End AtPoint.

End Covered.
