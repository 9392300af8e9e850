(** The theorem: if the checker accepts, then for all parameters that satisfy the order conditions
    and all positions the described value is the value of the game. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Game Affine Refutation Language Places Follows Walk Split Sweep Chain
  Checker Meaning NotEmpty Largest Blocks.
Import ListNotations.
Local Open Scope Z_scope.

(** Each position lies in an instance. *)
Lemma find_instance D l x : (x < length (values_of D l))%nat -> exists A i C,
  l = A ++ i :: C /\ (length (values_of D A) <= x < length (values_of D (A ++ [i])))%nat.
Proof.
  induction l as [| i l IH] using rev_ind; [simpl; lia |]. intros Hx.
  destruct (Nat.lt_ge_cases x (length (values_of D l))) as [Hlt | Hge].
  - destruct (IH Hlt) as (A & j & C & -> & Hj). exists A, j, (C ++ [i]).
    split; [now rewrite <- app_assoc | assumption].
  - exists l, i, []. split; [reflexivity | lia].
Qed.

Section Accepted.

Variables (D : description) (l : list answer).
Hypothesis accepted : check D l = true.

Lemma accepted_formed : well_formed D = true.
Proof. unfold check in accepted. now apply andb_true_iff in accepted. Qed.

(** Everything that the checker asks was shown. *)
Lemma accepted_parts : exists second third cases fourth,
  meaning D (State [] l) = Some second /\ lasting D second = Some third /\
  largest_cases D third = Some (cases, fourth) /\
  forall first pl, In first cases -> In pl (table D) ->
    exists st st', facts st = [] /\ block_check D first pl st = Some st'.
Proof.
  unfold check in accepted. apply andb_true_iff in accepted as [_ H].
  destruct (run D (State [] l)) as [last |] eqn:Hrun; [clear H | discriminate].
  unfold run, then_ in Hrun.
  destruct (meaning D (State [] l)) as [second |] eqn:H1; [| discriminate].
  destruct (lasting D second) as [third |] eqn:H2; [| discriminate].
  destruct (largest_cases D third) as [[cases fourth] |] eqn:H3; [| discriminate].
  cbn [fst snd] in Hrun.
  destruct (expect_seal fourth) as [fifth |] eqn:H4; [| discriminate].
  exists second, third, cases, fourth. split; [reflexivity |]. split; [assumption |].
  split; [assumption |].
  assert (Hseal : forall st st', expect_seal st = Some st' -> facts st' = []).
  { intros st st'. unfold expect_seal. destruct (answers st) as [| [] rest]; try discriminate.
    now intros [= <-]. }
  apply (try_each_sound (fun st => facts st = []) (fun first => forall pl, In pl (table D) ->
    exists st st', facts st = [] /\ block_check D first pl st = Some st')) in Hrun;
    [| | now apply (Hseal fourth)].
  - destruct Hrun as [_ Hall]. intros first pl Hfirst. now apply (Hall first).
  - intros first st st' _ Hst Htry.
    apply (try_each_sound (fun st => facts st = []) (fun pl =>
      exists st st', facts st = [] /\ block_check D first pl st = Some st')) in Htry;
        try assumption.
    intros pl a b _ Ha Hb. split; [| now exists a, b].
    unfold block_check in Hb. destruct (words _ _); [now injection Hb as <- |].
    unfold then_ in Hb. destruct (each_case _ _ _ _ _ _) as [c |]; [| discriminate].
    now apply (Hseal c).
Qed.

(** What is described obeys the rule. *)
Lemma passes_obey p n x : admitted D p -> (x < length (passes D p n))%nat -> matters D p x ->
  obeys (letters D) (moves_at D p) (fun k => nth k (passes D p n) O) x.
Proof.
  intros Hp Hx Hmatters.
  destruct accepted_parts as (second & third & cases & fourth & H1 & H2 & H3 & Hblocks).
  pose proof accepted_formed as Hformed.
  rewrite instances_values in Hx.
  destruct (find_instance _ _ _ Hx) as (A & i & C & Hi & Hin).
  pose proof (instances_follow D Hformed p n (proj1 Hp)) as Hsteps. rewrite Hi in Hsteps.
  apply steps_app in Hsteps as [_ [Hstep _]].
  pose proof Hstep as (pl & Hpl & Hnumber & _ & Hlen & Hcases).
  assert (Hin_i : In i (instances D p n)) by (rewrite Hi; apply in_or_app; right; now left).
  destruct (instances_of_parameters D p n i Hin_i) as (w & Hw).
  pose proof (conditions_extend D Hformed p w Hp) as Hc. rewrite <- Hw in Hc.
  destruct (largest_cases_sound D (snd i) _ _ _ Hc H3) as (first & Hfirst & Hholds).
  destruct (Hblocks first pl Hfirst Hpl) as (st & st' & Hst & Hblock).
  now apply (block_sound D Hformed (State [] l) eq_refl second H1 p n A i C pl first st st').
Qed.

(** ** The moves are positive, and the lengths are not negative *)

Theorem moves_at_least_one p s : admitted D p -> In s (moves D) -> 1 <= eval p s.
Proof.
  destruct accepted_parts as (second & _ & _ & _ & H1 & _).
  now apply (moves_positive D (State [] l) eq_refl second H1).
Qed.

Theorem lengths_not_negative p n : admitted D p ->
  Forall (admissible D) (instances D p n).
Proof.
  intros Hp. apply Forall_forall. intros i Hi.
  destruct accepted_parts as (second & _ & _ & _ & H1 & _).
  now apply (all_admissible D accepted_formed (State [] l) eq_refl second H1 p n).
Qed.

(** ** The described sequence is the sequence of the game *)

Lemma passes_S p n : exists more, passes D p (S n) = passes D p n ++ more.
Proof.
  unfold passes. destruct (endless D) as [body |].
  - exists (units_values (blocks D) p body).
    replace (S n) with (n + 1)%nat by lia. rewrite repeat_app, concat_app. cbn [repeat concat].
    now rewrite app_nil_r, app_assoc.
  - exists []. now rewrite !app_nil_r.
Qed.

Lemma passes_more p n k : (n <= k)%nat -> exists more, passes D p k = passes D p n ++ more.
Proof.
  induction 1 as [| k _ (more & IH)]; [exists []; now rewrite app_nil_r |].
  destruct (passes_S p k) as (last & Hlast). exists (more ++ last).
  now rewrite Hlast, IH, app_assoc.
Qed.

(** The endless loop has positions. *)
Theorem loop_not_empty p body : admitted D p -> endless D = Some body ->
  units_values (blocks D) p body <> [].
Proof.
  destruct accepted_parts as (second & third & _ & _ & H1 & H2 & _).
  now apply (body_not_empty D accepted_formed (State [] l) eq_refl second H1 third H2).
Qed.

Lemma passes_long p n : admitted D p -> endless D <> None -> (n <= length (passes D p n))%nat.
Proof.
  intros Hp Hendless. induction n as [| n IH]; [lia |].
  unfold passes in *. destruct (endless D) as [body |] eqn:Hbody; [| contradiction].
  pose proof (loop_not_empty p body Hp Hbody) as Hne.
  destruct (units_values (blocks D) p body) as [| v values] eqn:Hv; [contradiction |].
  cbn [repeat concat]. rewrite app_length in *. simpl. rewrite app_length. lia.
Qed.

Lemma described_prefix p n x : admitted D p -> endless D <> None -> (x < n)%nat ->
  nth x (passes D p n) O = described D p x.
Proof.
  intros Hp Hendless Hx. destruct (passes_more p (S x) n Hx) as (more & ->).
  apply app_nth1. exact (passes_long p (S x) Hp Hendless).
Qed.

(** For all parameters that satisfy the order conditions, and all positions, the described value is
    the value of the game. *)
Theorem described_is_value p x : admitted D p -> endless D <> None ->
  described D p x = value (letters D) (moves_at D p) x.
Proof.
  intros Hp Hendless. apply value_unique. clear x. intros x.
  assert (Hx : (x < length (passes D p (S x)))%nat) by exact (passes_long p (S x) Hp Hendless).
  pose proof (passes_obey p (S x) x Hp Hx (fun Hnone => False_ind _ (Hendless Hnone))) as H.
  unfold obeys in *. unfold described at 1. rewrite H. f_equal. apply map_ext_in. intros s Hs.
  apply described_prefix; [assumption | assumption | lia].
Qed.

(** Of a finite piece, each position whose options all lie in it obeys the rule. *)
Theorem piece_obeys p x : admitted D p -> endless D = None ->
  (x < length (passes D p 0))%nat -> (forall s, In s (moves_at D p) -> (s <= x)%nat) ->
  obeys (letters D) (moves_at D p) (fun k => nth k (passes D p 0) O) x.
Proof. intros Hp _ Hx Hall. apply passes_obey; [assumption | assumption | now intros _]. Qed.

(** What the endless loop stands for is repeated: its length is a period of the game, from the
    position on where it begins. *)
Theorem loop_is_period p body x : admitted D p -> endless D = Some body ->
  let period := length (units_values (blocks D) p body) in
  (length (units_values (blocks D) p (preperiod D)) <= x)%nat ->
  value (letters D) (moves_at D p) (x + period) = value (letters D) (moves_at D p) x.
Proof.
  intros Hp Hbody period Hx.
  assert (Hendless : endless D <> None) by congruence.
  rewrite <- !described_is_value by assumption.
  rewrite <- (described_prefix p (S (S (x + period))) (x + period)) by (assumption || lia).
  rewrite <- (described_prefix p (S (x + period)) x) by (assumption || lia).
  unfold passes. rewrite Hbody. set (n := S (x + period)). cbn [repeat concat].
  rewrite app_nth2 by lia. rewrite app_nth2 by (fold period; lia).
  rewrite app_nth2 by lia. f_equal. fold period. lia.
Qed.

End Accepted.

(** For a given description D: that parameters satisfy its conditions, that its moves are those
    written, and what it says of the game. *)
Ltac admit_parameters D :=
  split; [reflexivity |];
  cbv [D all_hold conditions];
  repeat (apply Forall_cons; [cbv [holds eval constant coefficients dot]; lia |]);
  apply Forall_nil.

Ltac name_moves D :=
  cbv [D moves_at moves map eval constant coefficients dot];
  repeat (apply f_equal2; [lia |]); reflexivity.

Ltac conclude D accepted :=
  rewrite (described_is_value D _ accepted);
  [ apply f_equal2; [name_moves D | reflexivity] | admit_parameters D | discriminate ].
