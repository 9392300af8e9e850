(** Why what is shown of one chain before a place, or before any position, is right. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Affine Refutation Language Steps Walk Phases Split Chain Runs Tree
  Cycles Items Known Marks.
Import ListNotations.
Local Open Scope Z_scope.

Lemma within_more n k f : (n <= k)%nat -> within n f = true -> within k f = true.
Proof.
  unfold within. generalize (coefficients f) as a. intros a. revert n k.
  induction a as [| y a IH]; intros n k Hle H; [now rewrite skipn_nil |].
  destruct k as [| k]; [now replace n with O in H by lia |].
  destruct n as [| n]; cbn [skipn] in *; [| now apply (IH n); [lia |]].
  apply (IH O); [lia |]. cbn [skipn forallb] in *. now apply andb_true_iff in H.
Qed.

Lemma has_value w y letter : value_in w y = letter -> has letter w = true.
Proof.
  intros <-. unfold has. apply existsb_exists. exists (value_in w y).
  split; [| apply Nat.eqb_refl]. unfold value_in. apply nth_In.
  pose proof (Z.mod_pos_bound y _ (cycle_pos w)). lia.
Qed.

Section Sound.

(** The letters of the sequence, the words of the chain and their borders. *)
Variables (letter_at : Z -> nat) (ch : stretch) (bs : list Z).

Local Notation ws := (chain_words ch).

Hypothesis words_lie : forall k w, nth_error ws k = Some w -> forall y,
  nth (S k) bs 0 <= y < nth k bs 0 -> letter_at y = value_in w (y - nth (S k) bs 0).

Lemma lands_sound dimension rows target first last st st' p : all_hold p rows ->
  facts_hold p st -> borders_at p ch = bs ->
  lands dimension rows (view_of ch) target first last st = Some st' ->
  facts_hold p st' /\ nth (S last) bs 0 <= eval p target < nth first bs 0.
Proof.
  intros Hrows Hst Hbs H. unfold lands in H.
  destruct (need _ _ _ st) as [s |] eqn:Hs; [cbn [then_] in H | discriminate].
  apply (need_sound _ p) in Hs; try assumption. destruct Hs as [He Hs].
  apply (need_sound _ p) in H; try assumption. destruct H as [He' Hst'].
  rewrite eval_plus, eval_sub, nth_borders, Hbs in He'. rewrite eval_sub, nth_borders, Hbs in He.
  split; [exact Hst' | lia].
Qed.

Lemma value_in_phase w y k q : y = k + Z.of_nat (length (cycle w)) * q ->
  value_in w y = cycle_value (cycle w) k.
Proof. intros ->. apply (value_in_again w k q). Qed.

Lemma mark_here_sound dimension place rows k mark st st' p : all_hold p rows ->
  facts_hold p st -> borders_at p ch = bs ->
  mark_here dimension place rows (view_of ch) (k, mark) st = Some st' ->
  facts_hold p st' /\ letter_at (eval p (place (view_of ch)) - eval p (fst mark)) = snd mark.
Proof.
  intros Hrows Hst Hbs H. cbn [mark_here] in H. rewrite look_word in H.
  destruct (nth_error ws k) as [w |] eqn:Hw; [| discriminate].
  destruct (lands _ _ _ _ _ _ st) as [s |] eqn:Hs; [cbn [then_] in H | discriminate].
  apply (lands_sound _ _ _ _ _ _ _ p) in Hs; try assumption. destruct Hs as [Hs Hin].
  destruct (phase _ _ _ s) as [[r s'] |] eqn:Hphase; [cbn [then_ fst snd] in H | discriminate].
  destruct (Nat.eqb_spec (cycle_value (cycle w) r) (snd mark)) as [Heq |]; [| discriminate].
  injection H as <-. apply (phase_sound p) in Hphase; [| apply cycle_pos | assumption].
  destruct Hphase as [Hfacts (q & Hq)]. split; [unfold facts_hold; now rewrite Hfacts |].
  rewrite eval_sub in Hin. rewrite (words_lie k w Hw) by lia.
  rewrite <- Heq. apply (value_in_phase w _ r q). rewrite <- Hq, !eval_sub, nth_borders, Hbs.
  reflexivity.
Qed.

Lemma here_sound dimension marks place rows st st' p : all_hold p rows ->
  facts_hold p st -> borders_at p ch = bs -> from_start ch = false ->
  here dimension marks place rows (view_of ch) st = Some st' ->
  facts_hold p st' /\ forall mark, In mark marks ->
    letter_at (eval p (place (view_of ch)) - eval p (fst mark)) = snd mark.
Proof.
  intros Hrows Hst Hbs Hstart H. unfold here in H.
  rewrite look_from_start, Hstart in H.
  destruct (answers st) as [| [] l]; try discriminate. rename l0 into words.
  destruct (Nat.eqb_spec (length words) (length marks)) as [Hlen |]; [| discriminate].
  apply (try_each_sound (facts_hold p) (fun it =>
    letter_at (eval p (place (view_of ch)) - eval p (fst (snd it))) = snd (snd it))) in H.
  - destruct H as [Hst' H]. split; [exact Hst' |]. intros mark Hin.
    apply In_nth_error in Hin as (j & Hj).
    destruct (nth_error words j) as [k |] eqn:Hk.
    2:{ apply nth_error_None in Hk. assert (j < length marks)%nat by
          (apply nth_error_Some; congruence). lia. }
    apply (H (k, mark)). clear - Hj Hk. revert words marks Hj Hk.
    induction j as [| j IH]; intros [| a words] [| b marks] Hj Hk; try discriminate.
    + injection Hj as ->. injection Hk as ->. now left.
    + right. now apply IH.
  - intros (k, mark) a b _ Ha Hb. now apply (mark_here_sound _ _ _ _ _ _ _ p) in Hb.
  - exact Hst.
Qed.

(** The position, the same at all points of the cases that are gone into, which differ behind v. *)
Variables (v : list Z) (x : Z) (position : form).

Definition point (p : list Z) : Prop :=
  borders_at p ch = bs /\ eval p position = x /\ exists more, p = v ++ more.

(** Whatever is gone into shows this. *)
Definition goes (R : Prop) (go_on : nat -> list constraint -> state -> option state) : Prop :=
  forall p rows st st', point p -> all_hold p rows -> facts_hold p st ->
    go_on (length p) rows st = Some st' -> R /\ facts_hold p st'.

Lemma landed_sound (R : Prop) w inside letter go_on p rows st st' : goes R go_on ->
  point p -> all_hold p rows -> facts_hold p st ->
  landed (view_of ch) position w inside letter go_on (length p) rows st = Some st' ->
  (value_in w (eval p inside) = letter -> R) /\ facts_hold p st'.
Proof.
  intros Hgo Hpoint Hrows Hst H. unfold landed in H. set (m := length (cycle w)) in *.
  assert (Hm : 0 < Z.of_nat m) by apply cycle_pos.
  assert (Hphase : forall s, facts_hold p s ->
    then_ (phase rows inside (Z.of_nat m) s) (fun it =>
      if (cycle_value (cycle w) (fst it) =? letter)%nat then go_on (length p) rows (snd it)
      else Some (snd it)) = Some st' ->
    (value_in w (eval p inside) = letter -> R) /\ facts_hold p st').
  { intros s Hs Hp. destruct (phase _ _ _ s) as [[k s'] |] eqn:Hphase;
      [cbn [then_ fst snd] in Hp | discriminate].
    apply (phase_sound p) in Hphase; [| exact Hm | assumption].
    destruct Hphase as [Hfacts (q & Hq)].
    assert (Hs' : facts_hold p s') by (unfold facts_hold; now rewrite Hfacts).
    rewrite (value_in_phase w _ k q Hq).
    destruct (Nat.eqb_spec (cycle_value (cycle w) k) letter) as [Heq | Hne].
    - destruct (Hgo p rows s' st' Hpoint Hrows Hs' Hp) as [HR Hfacts']. now split.
    - injection Hp as <-. split; [intros E; contradiction | exact Hs']. }
  destruct (divides _ inside); [now apply (Hphase st) |].
  destruct (answers st) as [| [] l]; try discriminate.
  - now apply (Hphase (State (facts st) l)).
  - destruct (_ && _) eqn:Hscope in H; [| discriminate]. rewrite !andb_true_iff in Hscope.
    destruct Hscope as (((((_ & Hborders) & Hposition) & Hinside) & Hover) & Hfacts).
    set (q := eval p inside / Z.of_nat m). set (r := eval p inside mod Z.of_nat m).
    pose proof (Z.mod_pos_bound (eval p inside) _ Hm) as Hbound. fold r in Hbound.
    pose proof (Z.div_mod (eval p inside) (Z.of_nat m) ltac:(lia)) as Hdiv. fold q r in Hdiv.
    apply (try_each_sound (fun s => facts s = facts st) (fun k =>
      k = Z.to_nat r -> value_in w (eval p inside) = letter -> R)) in H; [| | reflexivity].
    + destruct H as [Hfacts' H]. split; [| unfold facts_hold; now rewrite Hfacts'].
      apply (H (Z.to_nat r)); [apply in_seq; lia | reflexivity].
    + intros k s s' _ Hs Heach.
      destruct (Nat.eqb_spec (nth k (cycle w) O) letter) as [Heq | Hne].
      * split; [apply each_case_facts in Heach; [congruence | discriminate] |].
        intros -> _. apply (each_case_sound (S (length p)) (p ++ [q]) R) in Heach.
        -- apply Heach; [| constructor]. constructor; [| constructor]. cbn [holds].
           rewrite eval_sub, eval_plus, eval_times, eval_variable, within_eval by assumption.
           rewrite app_nth2, Nat.sub_diag by lia. cbn [nth]. lia.
        -- intros rows' a b Hrows' Ha Hb.
           replace (S (length p)) with (length (p ++ [q])) in Hb
             by (rewrite app_length; simpl; lia).
           apply (Hgo (p ++ [q])) in Hb; try assumption.
           destruct Hpoint as (P1 & P2 & more & P3). split; [| split].
           ++ rewrite <- P1. unfold borders_at. apply map_ext_in. intros f Hf.
              rewrite forallb_forall in Hborders. now apply within_eval, Hborders.
           ++ now rewrite within_eval.
           ++ exists (more ++ [q]). now rewrite P3, app_assoc.
        -- now apply over_hold.
        -- unfold facts_hold in *. rewrite Hs. rewrite forallb_forall in Hfacts.
           rewrite Forall_forall in *. intros f Hf. rewrite within_eval by now apply Hfacts.
           now apply Hst.
      * injection Heach as <-. split; [exact Hs |]. intros -> Hvalue. exfalso. apply Hne.
        rewrite <- Hvalue. unfold value_in. fold m. fold r. reflexivity.
Qed.

(** A position between the borders of some words lies in one of them. *)
Lemma find_word y first last : (first <= last)%nat -> nth (S last) bs 0 <= y < nth first bs 0 ->
  exists k, (first <= k <= last)%nat /\ nth (S k) bs 0 <= y < nth k bs 0.
Proof.
  intros Hle. remember (last - first)%nat as n eqn:Hn. revert last Hle Hn.
  induction n as [| n IH]; intros last Hle Hn Hy.
  - replace last with first in * by lia. now exists first.
  - destruct (Z_lt_ge_dec y (nth last bs 0)) as [Hlt | Hge].
    + exists last. split; [lia |]. lia.
    + destruct (IH (last - 1)%nat) as (k & Hk & Hin); [lia | lia | |].
      * replace (S (last - 1)) with last by lia. lia.
      * exists k. split; [lia | exact Hin].
Qed.

Variables (variables : nat) (pt : pattern) (block own : nat).

Hypothesis loops_within : (variables + length (at_loops pt) <= length v)%nat \/ block <> in_block pt.
Hypothesis loops_over : forallb (within variables) (at_loops pt) = true.
Hypothesis variables_first : (variables <= length v)%nat.

(** The block is that of the place, so are the variables of the loops, and the position. *)
Definition at_the_place : Prop :=
  block = in_block pt /\
  (forall k, (k < length (at_loops pt))%nat ->
     nth (variables + k) v 0 = eval v (nth k (at_loops pt) zero)) /\
  x = nth (own - in_word pt) bs 0.

Definition marked (l : list (form * nat)) : Prop :=
  forall mark, In mark l -> letter_at (x - eval v (fst mark)) = snd mark.

Lemma is_the_place_sound p rows st st' : point p -> all_hold p rows -> facts_hold p st ->
  is_the_place variables pt block own (length p) rows (view_of ch) position st = Some st' ->
  at_the_place /\ facts_hold p st'.
Proof.
  intros (Hbs & Hx & more & Hp) Hrows Hst H. unfold is_the_place in H.
  destruct (Nat.eqb_spec block (in_block pt)) as [Hblock |]; [| discriminate].
  destruct loops_within as [Hlen |]; [| contradiction].
  apply (try_each_sound (facts_hold p) (fun f => eval p f = 0)) in H; try assumption.
  - destruct H as [Hst' H]. split; [| exact Hst']. split; [exact Hblock |]. split.
    + intros k Hk. specialize (H (sub (variable (variables + k)) (nth k (at_loops pt) zero))).
      rewrite eval_sub, eval_variable in H.
      assert (Hin : within variables (nth k (at_loops pt) zero) = true).
      { rewrite forallb_forall in loops_over. apply loops_over. now apply nth_In. }
      rewrite Hp, app_nth1 in H by lia.
      rewrite (within_eval v more) in H by now apply (within_more variables).
      enough (nth (variables + k) v 0 - eval v (nth k (at_loops pt) zero) = 0) by lia. apply H.
      apply in_or_app. left. apply (in_map (fun k => sub (variable (variables + k))
        (nth k (at_loops pt) zero))). apply in_seq. lia.
    + specialize (H (sub position (border (view_of ch) (own - in_word pt)))).
      rewrite eval_sub, nth_borders, Hbs, Hx in H.
      enough (x - nth (own - in_word pt) bs 0 = 0) by lia. apply H. apply in_or_app. right. now left.
  - intros f a b _ Ha Hb. destruct (need _ _ _ a) as [s |] eqn:Hs; [cbn [then_] in Hb | discriminate].
    apply (need_sound _ p) in Hs; try assumption. destruct Hs as [H1 Hs].
    apply (need_sound _ p) in Hb; try assumption. destruct Hb as [H2 Hb].
    rewrite eval_times in H2. split; [exact Hb | lia].
Qed.

Lemma seek_sound l : forallb (fun mark => within variables (fst mark)) l = true ->
  goes (marked l -> at_the_place) (seek variables pt block own l (view_of ch) position).
Proof.
  induction l as [| [back letter] l IH]; intros Hover p rows st st' Hpoint Hrows Hst H.
  - apply is_the_place_sound in H; try assumption. tauto.
  - cbn [forallb fst] in Hover. apply andb_true_iff in Hover as [Hback Hover]. cbn [seek] in H.
    destruct (answers st) as [| [] rest]; try discriminate.
    destruct l0 as [| first [| last [|]]]; try discriminate.
    destruct (_ && _) eqn:Hwords in H; [| discriminate].
    rewrite andb_true_iff, Nat.leb_le, Nat.ltb_lt in Hwords. destruct Hwords as [Hle Hlast].
    destruct (lands _ _ _ _ _ _ _) as [s |] eqn:Hs; [cbn [then_] in H | discriminate].
    pose proof Hpoint as (Hbs & Hx & more & Hp).
    apply (lands_sound _ _ _ _ _ _ _ p) in Hs; try assumption. destruct Hs as [Hs Hin].
    rewrite eval_sub, Hx in Hin.
    assert (Hd : eval p back = eval v back).
    { rewrite Hp. now apply within_eval, (within_more variables). }
    rewrite Hd in Hin.
    destruct (find_word _ _ _ Hle Hin) as (k & Hk & Hy).
    apply (try_each_sound (facts_hold p) (fun j => j = k ->
      marked ((back, letter) :: l) -> at_the_place)) in H; try assumption.
    + destruct H as [Hst' H]. split; [| exact Hst']. apply (H k); [apply in_seq; lia | reflexivity].
    + intros j a b _ Ha Hb. rewrite look_word in Hb.
      destruct (nth_error ws j) as [w |] eqn:Hw; [| discriminate].
      destruct (has letter w) eqn:Hhas.
      * set (R := value_in w (eval p (sub (sub position back) (border (view_of ch) (S j)))) = letter ->
          marked l -> at_the_place).
        apply (each_case_sound (length p) p R) in Hb; try assumption.
        -- destruct Hb as [Hb HR]. split; [exact Hb |]. intros -> Hmarked.
           apply HR.
           ++ constructor; [| constructor; [| constructor]].
              ** apply holds_at_least. rewrite nth_borders, Hbs, eval_sub, Hx, Hd. lia.
              ** apply holds_below. rewrite nth_borders, Hbs, eval_sub, Hx, Hd. lia.
           ++ constructor.
           ++ rewrite !eval_sub, nth_borders, Hbs, Hx, Hd. rewrite <- (words_lie k w Hw _ Hy).
              apply (Hmarked (back, letter)). now left.
           ++ intros mark Hmark. apply Hmarked. now right.
        -- intros rows' c d Hrows' Hc Hd'. unfold R.
           now apply (landed_sound (marked l -> at_the_place)) in Hd'; [| apply IH | | |].
      * injection Hb as <-. split; [exact Ha |]. intros -> Hmarked. exfalso.
        specialize (Hmarked (back, letter) (or_introl eq_refl)). cbn [fst snd] in Hmarked.
        rewrite (words_lie k w Hw _ Hy) in Hmarked. apply has_value in Hmarked. congruence.
Qed.

End Sound.

(** What is shown of the words of a block with a chain before it. *)
Lemma anywhere_sound letter_at ch bs v x variables pt block own o rows st st' :
  (forall k w, nth_error (chain_words ch) k = Some w -> forall y,
     nth (S k) bs 0 <= y < nth k bs 0 -> letter_at y = value_in w (y - nth (S k) bs 0)) ->
  (variables + length (at_loops pt) <= length v)%nat \/ block <> in_block pt ->
  forallb (within variables) (at_loops pt) = true -> (variables <= length v)%nat ->
  forallb (fun mark => within variables (fst mark)) (marks pt) = true ->
  (forall back letter l, marks pt = (back, letter) :: l -> same back zero = true) ->
  all_hold (v ++ [o]) rows -> facts_hold (v ++ [o]) st -> borders_at (v ++ [o]) ch = bs ->
  from_start ch = false ->
  anywhere variables pt block own (length v) rows (view_of ch) st = Some st' ->
  facts_hold (v ++ [o]) st' /\
  ((exists k, (k < own)%nat /\ x = nth (S k) bs 0 + o /\ 0 <= o /\ x < nth k bs 0) ->
   marked letter_at v x (marks pt) -> at_the_place bs v x variables pt block own).
Proof.
  intros Hlie Hloops Hover Hfirst Hmarks Hzero Hrows Hst Hbs Hstart H. unfold anywhere in H.
  rewrite look_from_start, Hstart in H. destruct (marks pt) as [| [back letter] l] eqn:Hpt; [discriminate |].
  cbn [forallb fst] in Hmarks. apply andb_true_iff in Hmarks as [Hback Hmarks].
  set (p := v ++ [o]) in *.
  pose proof (same_eval p _ _ (Hzero _ _ _ eq_refl)) as Hzero_p.
  pose proof (same_eval v _ _ (Hzero _ _ _ eq_refl)) as Hzero_v. rewrite eval_zero in *.
  assert (Hlen : length p = S (length v)) by (unfold p; rewrite app_length; simpl; lia).
  assert (Ho : eval p (variable (length v)) = o).
  { unfold p. now rewrite eval_variable, app_nth2, Nat.sub_diag by lia. }
  apply (try_each_sound (facts_hold p) (fun k => x = nth (S k) bs 0 + o -> 0 <= o ->
    x < nth k bs 0 -> marked letter_at v x ((back, letter) :: l) ->
    at_the_place bs v x variables pt block own)) in H; try assumption.
  - destruct H as [Hst' H]. split; [exact Hst' |]. intros (k & Hk & Hx & Hpos & Hlt).
    apply (H k); try assumption. apply in_seq. lia.
  - intros k a b _ Ha Hb. rewrite look_word in Hb.
    destruct (nth_error (chain_words ch) k) as [w |] eqn:Hw; [| discriminate].
    set (position := add (border (view_of ch) (S k)) (variable (length v))) in *.
    assert (Hposition : eval p position = nth (S k) bs 0 + o).
    { unfold position. now rewrite eval_add, nth_borders, Hbs, Ho. }
    assert (Hvalue : forall y, y = nth (S k) bs 0 + o -> 0 <= o -> y < nth k bs 0 ->
      marked letter_at v y ((back, letter) :: l) -> value_in w o = letter).
    { intros y Hy Hpos Hlt Hmarked. specialize (Hmarked (back, letter) (or_introl eq_refl)).
      cbn [fst snd] in Hmarked. rewrite Hzero_v, Z.sub_0_r, (Hlie k w Hw y) in Hmarked by lia.
      rewrite <- Hmarked. f_equal. lia. }
    destruct (has letter w) eqn:Hhas.
    + set (y := nth (S k) bs 0 + o) in *.
      set (R := value_in w (eval p (sub (sub position back) (border (view_of ch) (S k)))) = letter ->
        marked letter_at v y l -> at_the_place bs v y variables pt block own).
      apply (each_case_sound (S (length v)) p R) in Hb; try assumption.
      * destruct Hb as [Hb HR]. split; [exact Hb |]. intros Hx Hpos Hlt Hmarked. subst x.
        apply HR.
        -- constructor; [| constructor; [| constructor]].
           ++ cbn [holds]. now rewrite Ho.
           ++ apply holds_below. now rewrite nth_borders, Hbs, Hposition.
        -- constructor.
        -- rewrite !eval_sub, nth_borders, Hbs, Hposition, Hzero_p.
           rewrite <- (Hvalue y eq_refl Hpos Hlt Hmarked). f_equal. unfold y. lia.
        -- intros mark Hmark. apply Hmarked. now right.
      * intros rows' c d Hrows' Hc Hd. unfold R. rewrite <- Hlen in Hd.
        apply (landed_sound ch bs v y position (marked letter_at v y l ->
          at_the_place bs v y variables pt block own)) in Hd; try assumption.
        -- exact (seek_sound letter_at ch bs Hlie v y position variables pt block own Hloops Hover
                    Hfirst l Hmarks).
        -- split; [exact Hbs |]. split; [exact Hposition |]. now exists [o].
    + injection Hb as <-. split; [exact Ha |]. intros Hx Hpos Hlt Hmarked. exfalso.
      pose proof (Hvalue x Hx Hpos Hlt Hmarked) as E. apply has_value in E. congruence.
Qed.
