(** Least periods and preperiods (packages/check/src/minimality/format.md, "What is shown"). *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Language Walk Checker Soundness Runs
  Tree Cycles Endless.
Import ListNotations.

(** f repeats its values after P positions, from position q on. *)
Definition repeats (f : nat -> nat) (P q : nat) : Prop := forall x, q <= x -> f (x + P) = f x.

Definition least_period (f : nat -> nat) (P : nat) : Prop :=
  1 <= P /\ (exists q, repeats f P q) /\
  forall P', 1 <= P' -> (exists q, repeats f P' q) -> P <= P'.

Definition least_preperiod (f : nat -> nat) (q : nat) : Prop :=
  (exists P, 1 <= P /\ repeats f P q) /\
  forall P q', 1 <= P -> repeats f P q' -> q <= q'.

Lemma repeats_more f P q m : repeats f P q -> repeats f (m * P) q.
Proof.
  intros H. induction m as [| m IH]; intros x Hx.
  - now rewrite Nat.add_0_r.
  - replace (x + S m * P) with (x + m * P + P) by lia. rewrite H by lia. now apply IH.
Qed.

(** What holds for one period holds for each: a sequence that repeats its values from q' on, after
    whatever number, does so after P if it does so somewhere. *)
Lemma repeats_earlier f P q P' q' : 1 <= P' -> repeats f P q -> repeats f P' q' -> repeats f P q'.
Proof.
  intros HP' H H' x Hx.
  rewrite <- (repeats_more f P' q' q H' (x + P)), <- (repeats_more f P' q' q H' x) by lia.
  replace (x + P + q * P') with (x + q * P' + P) by lia. apply H. nia.
Qed.

(** If two values stand side by side once in P positions, no period is less than P. *)
Theorem least_period_of_pair f P q s a b : 1 <= P -> repeats f P q -> q <= s ->
  f s = a -> f (s + 1) = b ->
  (forall x, s < x < s + P -> f x = a -> f (x + 1) = b -> False) -> least_period f P.
Proof.
  intros HP H Hs Ha Hb Honce. split; [assumption |]. split; [now exists q |].
  intros P' HP' (q' & H'). destruct (Nat.le_gt_cases P P') as [| Hlt]; [assumption | exfalso].
  pose proof (repeats_more f P q q' H) as Hfar.
  apply (Honce (s + P')); [lia | |].
  - rewrite <- (Hfar (s + P')) by lia. replace (s + P' + q' * P) with (s + q' * P + P') by lia.
    rewrite H' by nia. now rewrite Hfar.
  - rewrite <- (Hfar (s + P' + 1)) by lia.
    replace (s + P' + 1 + q' * P) with (s + 1 + q' * P + P') by lia.
    rewrite H' by nia. now rewrite Hfar by lia.
Qed.

(** If the values before q differ, nothing repeats from before q on. *)
Theorem least_preperiod_of_difference f P q : 1 <= P -> repeats f P q ->
  (forall x, q = S x -> f (x + P) <> f x) -> least_preperiod f q.
Proof.
  intros HP H Hdiffer. split; [now exists P |]. intros P' q' HP' H'.
  destruct (Nat.le_gt_cases q q') as [| Hlt]; [assumption | exfalso].
  destruct q as [| x]; [lia |]. apply (Hdiffer x eq_refl).
  apply (repeats_earlier f P (S x) P' q' HP' H H'). lia.
Qed.

(** * Values that stand side by side *)

Section Pair.

Variables a b : nat.

(** Behind each a in the list stands something in it that is not b. *)
Definition quiet (l : list nat) : Prop :=
  forall k, k < length l -> nth k l 0 = a -> k + 1 < length l /\ nth (k + 1) l 0 <> b.

Lemma quiet_nil : quiet [].
Proof. intros k Hk. inversion Hk. Qed.

Lemma quiet_app l1 l2 : quiet l1 -> quiet l2 -> quiet (l1 ++ l2).
Proof.
  intros H1 H2 k Hk Ha. rewrite app_length in *. destruct (Nat.lt_ge_cases k (length l1)) as [H |
    H].
  - rewrite app_nth1 in Ha by assumption. destruct (H1 k H Ha) as [Hin Hb].
    rewrite app_nth1 by assumption. split; [lia | assumption].
  - rewrite app_nth2 in Ha by assumption. destruct (H2 (k - length l1) ltac:(lia) Ha) as [Hin Hb].
    rewrite app_nth2 by lia. replace (k + 1 - length l1) with (k - length l1 + 1) by lia.
    split; [lia | assumption].
Qed.

Lemma quiet_flat_map {A} (f : A -> list nat) l : (forall i, In i l -> quiet (f i)) ->
  quiet (flat_map f l).
Proof.
  induction l as [| i l IH]; intros H; [apply quiet_nil |]. cbn [flat_map].
  apply quiet_app; [apply H; now left | apply IH; intros j Hj; apply H; now right].
Qed.

Lemma quiet_letter c n : c <> a -> quiet (repeat c n).
Proof. intros Hc k Hk Ha. apply (nth_In _ 0), repeat_spec in Hk. congruence. Qed.

(** If a stands before b in one place, it does so nowhere else. *)
Lemma quiet_between l before behind : quiet before -> quiet (b :: behind) ->
  l = before ++ a :: b :: behind ->
  forall k, k < length l -> nth k l 0 = a -> k = length before \/
    (k + 1 < length l /\ nth (k + 1) l 0 <> b).
Proof.
  intros H1 H2 -> k Hk Ha. rewrite app_length in *. cbn [length] in *.
  destruct (lt_eq_lt_dec k (length before)) as [[Hlt | ->] | Hgt]; [right | now left | right].
  - rewrite app_nth1 in Ha by assumption. destruct (H1 k Hlt Ha) as [Hin Hb].
    rewrite app_nth1 by assumption. split; [lia | assumption].
  - rewrite app_nth2 in Ha by lia.
    replace (k - length before) with (S (k - length before - 1)) in Ha by lia. cbn [nth] in Ha.
    destruct (H2 (k - length before - 1) ltac:(cbn [length]; lia) Ha) as [Hin Hb].
    cbn [length] in Hin. rewrite app_nth2 by lia.
    replace (k + 1 - length before) with (S (k - length before - 1 + 1)) by lia.
    split; [lia | exact Hb].
Qed.

(** ** In runs *)

(** Is a none of these values? *)
Definition none (l : list nat) : bool := forallb (fun c => negb (c =? a)) l.

Lemma run_values_in r v : fst r <> [] -> In v (run_values r) -> In v (fst r).
Proof.
  intros Hr H. unfold run_values in H. apply in_map_iff in H as (k & <- & _). unfold cycle_value.
  apply nth_In. assert (Hpos : (0 < Z.of_nat (length (fst r)))%Z).
  { destruct (fst r); [contradiction | simpl length; lia]. }
  pose proof (Z.mod_pos_bound (Z.of_nat k) _ Hpos). lia.
Qed.

Lemma none_quiet l : ~ In a l -> quiet l.
Proof. intros H k Hk Ha. exfalso. apply H. rewrite <- Ha. now apply nth_In. Qed.

Lemma none_in w v : none (cycle w) = true -> ~ In a (run_values (word_run v w)).
Proof.
  intros H Hin. apply run_values_in in Hin; [| discriminate]. unfold none in H.
  rewrite forallb_forall in H. specialize (H a Hin). now rewrite Nat.eqb_refl in H.
Qed.

Lemma quiet_word v w rest : none (cycle w) = true -> quiet (values rest) ->
  quiet (values (word_run v w :: rest)).
Proof.
  intros Hw H. unfold values. cbn [flat_map]. apply quiet_app; [| exact H].
  now apply none_quiet, none_in.
Qed.

Lemma quiet_two_words v f w rest : a <> b -> none (cycle w) = true -> first w <> b ->
  (1 <= eval v (size w))%Z -> quiet (values rest) ->
  quiet (values (word_run v (Word a [] f) :: word_run v w :: rest)).
Proof.
  intros Hab Hw Hb Hsize H. unfold values. cbn [flat_map]. rewrite app_assoc.
  apply quiet_app; [| exact H].
  pose proof (none_in w v Hw) as Hnone.
  assert (Hfirst : exists l, run_values (word_run v w) = first w :: l).
  { unfold run_values, word_run. cbn [fst snd].
    destruct (Z.to_nat (eval v (size w))) as [| k] eqn:Hk; [lia |]. cbn [seq map]. eexists.
      reflexivity. }
  destruct Hfirst as (l & Hl). rewrite Hl in *. unfold word_run, cycle. cbn [Language.first others].
  rewrite run_values_single. generalize (Z.to_nat (eval v (size (Word a [] f)))) as m. intros m.
  induction m as [| m IH].
  - now apply none_quiet.
  - intros [| i] Hi Ha.
    + split; [cbn; rewrite app_length; cbn; lia |]. destruct m; cbn; congruence.
    + cbn [repeat app length nth] in *. destruct (IH i ltac:(lia) Ha) as [H1 H2].
      split; [lia | exact H2].
Qed.

Lemma quiet_runs_app l1 l2 : quiet (values l1) -> quiet (values l2) -> quiet (values (l1 ++ l2)).
Proof. intros H1 H2. rewrite values_app. now apply quiet_app. Qed.

Lemma quiet_loop (f : Z -> list run) from upto :
  (forall i : Z, (from <= i <= upto)%Z -> quiet (values (f i))) ->
  quiet (values (flat_map f (range from upto))).
Proof.
  intros H. unfold values. rewrite flat_map_flat_map. apply quiet_flat_map. intros i Hi. apply H.
  unfold range in Hi. apply in_map_iff in Hi as (k & <- & Hk). apply in_seq in Hk. lia.
Qed.

End Pair.

(** * Of what is described *)

Section Described.

Variables (simplified : bool) (D : description) (l : list answer).
Hypothesis accepted : accepts simplified D l = true.
Variables (p : list Z) (body : units).
Hypothesis Hp : admitted D p.
Hypothesis Hbody : endless D = Some body.

Let f := value (letters D) (moves_at D p).
Let before := values (units_runs (blocks D) p (preperiod D)).
Let pass := values (units_runs (blocks D) p body).

Lemma in_first_pass x : x < length (before ++ pass) -> f x = nth x (before ++ pass) 0.
Proof.
  intros Hx. unfold f. rewrite <- (accepted_is_value simplified D l accepted) by congruence.
  unfold described. destruct (passes_more D p 1 (S x) ltac:(lia)) as (more & ->).
  assert (H1 : passes D p 1 = before ++ pass).
  { unfold passes. rewrite Hbody. cbn [repeat concat]. rewrite app_nil_r.
    unfold before, pass. now rewrite !(proj1 (units_runs_values (blocks D))). }
  rewrite H1. now apply app_nth1.
Qed.

Lemma passes_repeat : repeats f (length pass) (length before).
Proof.
  intros x Hx. pose proof (loop_is_period D _ l accepted p body x
    (accepted_stands simplified D l accepted) Hp Hbody) as H. cbn zeta in H.
  rewrite !(proj1 (units_runs_values (blocks D))) in H. now apply H.
Qed.

(** If in one pass through the endless loop a stands before b once, the length of the pass is the
    least period. *)
Theorem least_period_of_pass a b first behind : quiet a b first -> quiet a b (b :: behind) ->
  pass = first ++ a :: b :: behind -> least_period f (length pass).
Proof.
  intros H1 H2 Hpass.
  assert (Hlength : length first + 2 <= length pass).
  { rewrite Hpass, app_length. cbn [length]. lia. }
  assert (Hat : forall k, k < length pass -> f (length before + k) = nth k pass 0).
  { intros k Hk. rewrite in_first_pass by (rewrite app_length; lia).
    rewrite app_nth2 by lia. f_equal. lia. }
  apply (least_period_of_pair f _ (length before) (length before + length first) a b).
  - lia.
  - exact passes_repeat.
  - lia.
  - rewrite Hat by lia. now rewrite Hpass, nth_middle.
  - rewrite <- Nat.add_assoc, Hat, Hpass by lia. rewrite app_nth2 by lia.
    now replace (length first + 1 - length first) with 1 by lia.
  - assert (Hnowhere : forall k, k < length pass -> k <> length first ->
      f (length before + k) = a -> f (length before + k + 1) <> b).
    { intros k Hk Hne Ha. rewrite Hat in Ha by assumption.
      destruct (quiet_between a b pass first behind H1 H2 Hpass k Hk Ha) as [| [Hin Hb]];
        [contradiction |].
      now rewrite <- Nat.add_assoc, Hat. }
    intros x Hx Ha Hb.
    destruct (Nat.lt_ge_cases x (length before + length pass)) as [Hlt | Hge].
    + apply (Hnowhere (x - length before)); [lia | lia | |].
      * now replace (length before + (x - length before)) with x by lia.
      * now replace (length before + (x - length before)) with x by lia.
    + set (k := x - length before - length pass).
      replace x with (length before + k + length pass) in * by lia.
      rewrite passes_repeat in Ha by lia.
      replace (length before + k + length pass + 1) with (length before + k + 1 + length pass) in Hb
        by lia.
      rewrite passes_repeat in Hb by lia. apply (Hnowhere k); [lia | lia | assumption | assumption].
Qed.

(** If what stands before the endless loop ends as a pass does, from behind a value on that is
    another one there, it repeats from there on, and no earlier. *)
Theorem least_preperiod_of_pass z c w first d : before = z ++ c :: w ->
  pass = first ++ d :: w -> c <> d -> least_preperiod f (S (length z)).
Proof.
  intros Hbefore Hpass Hne.
  assert (Hlengths : length before = length z + S (length w) /\
    length pass = length first + S (length w)).
  { rewrite Hpass, Hbefore. now rewrite !app_length. }
  destruct Hlengths as [Hb Hl].
  assert (Hback : forall k, k <= length w ->
    f (length z + k + length pass) = nth k (d :: w) 0 /\ f (length z + k) = nth k (c :: w) 0).
  { intros k Hk. rewrite !in_first_pass by (rewrite app_length; lia). split.
    - rewrite app_nth2 by lia. rewrite Hpass at 2. rewrite app_nth2 by lia. f_equal. lia.
    - rewrite app_nth1 by lia. rewrite Hbefore, app_nth2 by lia. f_equal. lia. }
  apply (least_preperiod_of_difference f (length pass)).
  - lia.
  - intros x Hx. destruct (Nat.lt_ge_cases x (length before)) as [Hlt | Hge];
      [| now apply passes_repeat].
    destruct (Hback (x - length z) ltac:(lia)) as [H1 H2].
    replace (length z + (x - length z)) with x in * by lia. rewrite H1, H2.
    now replace (x - length z) with (S (x - length z - 1)) by lia.
  - intros x [= <-]. destruct (Hback 0 ltac:(lia)) as [H1 H2].
    rewrite Nat.add_0_r in H1, H2. rewrite H1, H2. cbn [nth]. congruence.
Qed.

End Described.

(** That runs are quiet; it is left to show that words behind a are not empty. *)
Ltac quiet_runs :=
  repeat first
    [ apply quiet_nil
    | apply quiet_word; [reflexivity |]
    | apply quiet_two_words; [discriminate | reflexivity | discriminate | cbn [size] |]
    | apply quiet_runs_app
    | apply quiet_loop; intros ].
