(** From the units of a description to items (packages/kernel/src/minimality/flatten.rs): the
    certificate says which arms are taken, which loops are skipped, and where a loop is cut in two. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Refutation Language Arms ArmsBack Steps Walk Phases Ranges Chain Runs
  Tree Cycles Items Known Changes.
Import ListNotations.
Local Open Scope Z_scope.

(** * The checker *)

(** The arm with this number, or none of them behind the last one: when it is taken, and its body. *)
Fixpoint arm_at (failed : cases) (a : arms) (k : nat) : option (cases * option units) :=
  match a, k with
  | NoArm, O => Some (failed, None)
  | Else body, O => Some (failed, Some body)
  | Arm t body _, O => Some (taken_cases (cases_of t) failed, Some body)
  | Arm t _ rest, S k => arm_at (fail failed (cases_of (negated t))) rest k
  | _, S _ => None
  end.

Section Flatten.

Variables (B : list (list word)) (n : nat) (outcomes : bool).

(** The value that counts for this one. *)
Definition lower (a : nat) : nat := if outcomes then Nat.min 1 a else a.

(** That of each list the alternative named holds. *)
Fixpoint alternatives (d : nat) (rows : list constraint) (values : list form) (l : cases)
    (named : list nat) (st : state) : option state :=
  match l, named with
  | [], [] => Some st
  | one_of :: l, k :: named =>
      then_ (nth_error one_of k) (fun c =>
        let f := substitute values (form_of c) in
        then_ (ask (n + d) rows f st) (fun st =>
        then_ (if is_equation c then ask (n + d) rows (times (-1) f) st else Some st)
          (alternatives d rows values l named)))
  | _, _ => None
  end.

(** The loop over these ranges, one after the other; [inside] makes items of its body.  As many
    answers are left as [fuel] has, or fewer. *)
Fixpoint counted (inside : list constraint -> state -> option (list item * state))
    (fuel : list answer) (d : nat) (rows : list constraint) (ranges : list (form * form))
    (st : state) : option (list item * state) :=
  match ranges with
  | [] => Some ([], st)
  | (from, upto) :: ranges =>
      match fuel with
      | [] => None
      | _ :: fuel =>
          match answers st with
          | OfTheorem LoopSkipped :: l =>
              then_ (ask (n + d) rows (plus (sub from upto) (-1)) (State (facts st) l))
                (counted inside fuel d rows ranges)
          | OfTheorem (LoopParts f) :: l =>
              if within (n + d) f then
                then_ (ask (n + d) rows (sub f from) (State (facts st) l)) (fun st =>
                then_ (ask (n + d) rows (plus (sub upto f) 1) st)
                  (counted inside fuel d rows ((from, plus f (-1)) :: (f, upto) :: ranges)))
              else None
          | OfTheorem LoopRuns :: l =>
              let value := variable (n + d) in
              let new := [at_least value from; at_least upto value] in
              if within (n + d) from && within (n + d) upto && over (n + d) rows then
                then_ (ask (n + d) rows (plus (sub upto from) 1) (State (facts st) l)) (fun st =>
                then_ (enter (S (n + d)) (rows ++ new) new st) (fun it =>
                  if fst it then
                    then_ (inside (rows ++ new) (snd it)) (fun body =>
                    then_ (counted inside fuel d rows ranges
                             (State (facts st) (answers (snd body)))) (fun others =>
                      Some (Many from upto (fst body) :: fst others, snd others)))
                  else
                    counted inside fuel d rows ranges (State (facts st) (answers (snd it)))))
              else None
          | _ => None
          end
      end
  end.

Definition word_item (values : list form) (w : word) : item :=
  One (Word (lower (first w)) (map lower (others w)) (substitute values (size w))).

Definition block_items (values : list form) (b : nat) : list item :=
  map (word_item values) (words B b).

Definition before_it (l : list item) (it : option (list item * state))
  : option (list item * state) :=
  option_map (fun it => (l ++ fst it, snd it)) it.

(** The items of units where the variables have these values, inside of d loops. *)
Fixpoint units_items (us : units) (values : list form) (d : nat) (rows : list constraint)
    (st : state) : option (list item * state) :=
  match us with
  | Block b => Some (block_items values b, st)
  | Next b rest => before_it (block_items values b) (units_items rest values d rows st)
  | More b u rest =>
      then_ (part_items u values d rows st) (fun it =>
        before_it (block_items values b ++ fst it) (units_items rest values d rows (snd it)))
  end
with part_items (u : part) (values : list form) (d : nat) (rows : list constraint) (st : state)
  : option (list item * state) :=
  match u with
  | Loop from upto body =>
      if units_have_words B body then
        if forallb (within (n + d)) values then
          counted (units_items body (values ++ [variable (n + d)]) (S d)) (answers st) d rows
            [(substitute values from, substitute values upto)] st
        else None
      else Some ([], st)
  | Branch a =>
      match answers st with
      | OfTheorem (ArmTaken k named) :: l =>
          then_ (arm_at [] a k) (fun it =>
          then_ (alternatives d rows values (fst it) named (State (facts st) l))
            (arms_items a k values d rows))
      | _ => None
      end
  end
with arms_items (a : arms) (k : nat) (values : list form) (d : nat) (rows : list constraint)
    (st : state) : option (list item * state) :=
  match a, k with
  | NoArm, O => Some ([], st)
  | Else body, O => units_items body values d rows st
  | Arm _ body _, O => units_items body values d rows st
  | Arm _ _ rest, S k => arms_items rest k values d rows st
  | _, S _ => None
  end.

(** * Why it is right *)

Variable p : list Z.
Hypothesis dimension : length p = n.

(** The items say what was said, with these values, where no length is negative. *)
Definition says (v : list Z) (l : list item) (old : list run) : Prop :=
  fine old -> all_proper v l /\ items_values v l = map lower (values old).

Lemma says_app v l1 l2 old1 old2 : says v l1 old1 -> says v l2 old2 ->
  says v (l1 ++ l2) (old1 ++ old2).
Proof.
  intros H1 H2 H. apply fine_app in H as [F1 F2]. destruct (H1 F1) as [P1 E1].
  destruct (H2 F2) as [P2 E2]. split; [now apply all_proper_app |].
  now rewrite items_values_app, values_app, map_app, E1, E2.
Qed.

Lemma block_says v values b : says v (block_items values b)
  (block_runs B (map (eval v) values) b).
Proof.
  unfold block_items, block_runs, says. intros H. unfold fine in H. rewrite Forall_map in H.
  unfold all_proper. rewrite Forall_map. induction (words B b) as [| w ws IH].
  - split; [constructor | reflexivity].
  - apply Forall_cons_iff in H as [H1 H2]. destruct (IH H2) as [P E]. cbn [word_run snd] in H1.
    split.
    + constructor; [| exact P]. cbn [word_item proper size]. now rewrite eval_substitute.
    + cbn [map]. rewrite items_values_cons, E. unfold Runs.values at 2. cbn [flat_map].
      rewrite map_app. f_equal. cbn [word_item item_values].
      rewrite word_values_run. cbn [size]. rewrite eval_substitute.
      unfold word_run, run_values. cbn [fst snd]. rewrite map_map. apply map_ext. intros k.
      unfold cycle_value. unfold cycle at 1 2. cbn [first others].
      change (lower (first w) :: map lower (others w)) with (map lower (cycle w)).
      rewrite map_length.
      replace O with (lower O) at 1 by (unfold lower; now destruct outcomes).
      apply map_nth.
Qed.

Lemma alternatives_sound d rows values l : forall named st st', known p rows st ->
  alternatives d rows values l named st = Some st' ->
  known p rows st' /\ forall w, all_hold (p ++ w) rows ->
    cases_hold (map (eval (p ++ w)) values) l.
Proof.
  induction l as [| one_of l IH]; intros [| k named] st st' Hst H; try discriminate.
  - injection H as <-. split; [exact Hst | intros w _; constructor].
  - cbn [alternatives] in H. destruct (nth_error one_of k) as [c |] eqn:Hc; [| discriminate].
    cbn [then_] in H. destruct (ask _ _ _ st) as [s |] eqn:Hs; [cbn [then_] in H | discriminate].
    apply (ask_sound _ p) in Hs; [| exact Hst]. destruct Hs as [Hs He].
    assert (Hholds : exists s', known p rows s' /\
      alternatives d rows values l named s' = Some st' /\ forall w, all_hold (p ++ w) rows ->
        holds (map (eval (p ++ w)) values) c).
    { destruct c as [f | f]; cbn [is_equation form_of then_] in *.
      - exists s. split; [exact Hs |]. split; [exact H |]. intros w Hw. specialize (He w Hw).
        now rewrite eval_substitute in He.
      - destruct (ask _ _ _ s) as [s' |] eqn:Hs'; [cbn [then_] in H | discriminate].
        apply (ask_sound _ p) in Hs'; [| exact Hs]. destruct Hs' as [Hs' He']. exists s'.
        split; [exact Hs' |]. split; [exact H |]. intros w Hw. specialize (He w Hw).
        specialize (He' w Hw). rewrite eval_times in He'. rewrite eval_substitute in *.
        cbn [holds]. lia. }
    destruct Hholds as (s' & Hs' & H' & Hholds).
    destruct (IH named s' st' Hs' H') as [Hst' Hl]. split; [exact Hst' |]. intros w Hw.
    constructor; [| now apply Hl]. apply Exists_exists. exists c.
    split; [now apply nth_error_In in Hc | now apply Hholds].
Qed.

(** What a loop says over these ranges, [old i] in the iteration i. *)
Definition over_ranges (v : list Z) (old : Z -> list run) (ranges : list (form * form))
  : list run :=
  flat_map (fun r => flat_map old (range (eval v (fst r)) (eval v (snd r)))) ranges.

Lemma counted_sound inside (old : list Z -> Z -> list run) d :
  (forall rows st body st', known p rows st -> inside rows st = Some (body, st') ->
     known p rows st' /\ forall w, length w = S d -> all_hold (p ++ w) rows ->
       says (p ++ w) body (old (removelast w) (last w 0))) ->
  forall fuel rows ranges st items st', known p rows st ->
  counted inside fuel d rows ranges st = Some (items, st') ->
  known p rows st' /\ forall w, length w = d -> all_hold (p ++ w) rows ->
    says (p ++ w) items (over_ranges (p ++ w) (old w) ranges).
Proof.
  intros Hinside. induction fuel as [| a fuel IH]; intros rows ranges st items st' Hst H.
  { destruct ranges as [| [from upto] ranges]; [| discriminate]. injection H as <- <-.
    split; [exact Hst |]. intros w _ _ _. split; [constructor | reflexivity]. }
  destruct ranges as [| [from upto] ranges].
  { injection H as <- <-. split; [exact Hst |]. intros w _ _ _.
    split; [constructor | reflexivity]. }
  cbn [counted] in H. destruct (answers st) as [| [] l]; try discriminate.
  destruct line; try discriminate.
  - (* the loop runs *)
    destruct (_ && _) eqn:Hscope in H; [| discriminate]. rewrite !andb_true_iff in Hscope.
    destruct Hscope as ((Hfrom & Hupto) & Hrows).
    destruct (ask _ _ _ _) as [s |] eqn:Hs; [cbn [then_] in H | discriminate].
    apply (ask_sound _ p) in Hs; [| now apply known_facts]. destruct Hs as [Hs He].
    set (new := [at_least (variable (n + d)) from; at_least upto (variable (n + d))]) in *.
    destruct (enter _ _ _ s) as [[open s'] |] eqn:Henter; [cbn [then_ fst snd] in H |
      discriminate].
    assert (Hs' : known p (rows ++ new) s').
    { intros w Hw. unfold facts_hold. rewrite (enter_facts _ _ _ _ _ _ Henter).
      now apply known_less with (more := new) in Hs; apply Hs. }
    assert (Hnew : forall w i, length w = d -> all_hold (p ++ w) rows ->
      eval (p ++ w) from <= i <= eval (p ++ w) upto -> all_hold (p ++ w ++ [i]) (rows ++ new)).
    { intros w i Hw Hall Hi. rewrite app_assoc.
      assert (Hlen : length (p ++ w) = (n + d)%nat) by (rewrite app_length; lia).
      rewrite <- Hlen in *. apply Forall_app. split; [now apply over_hold |].
      assert (Hvalue : eval ((p ++ w) ++ [i]) (variable (n + d)) = i).
      { now rewrite eval_variable, <- Hlen, app_nth2, Nat.sub_diag by lia. }
      unfold new.
      apply Forall_cons; [| apply Forall_cons; [| apply Forall_nil]]; apply holds_at_least;
        rewrite Hvalue, within_eval by assumption; lia. }
    destruct open.
    + destruct (inside _ s') as [[body s1] |] eqn:Hbody; [cbn [then_ fst snd] in H |
        discriminate].
      destruct (counted inside fuel d rows ranges _) as [[others s2] |] eqn:Hothers;
        [cbn [then_ fst snd] in H | discriminate].
      injection H as <- <-.
      apply Hinside in Hbody; [| exact Hs']. destruct Hbody as [_ Hbody].
      apply IH in Hothers; [| now apply known_facts].
      destruct Hothers as [Hs2 Hothers]. split; [exact Hs2 |]. intros w Hw Hall.
      apply (says_app _ [_] others); [| now apply Hothers]. cbn [fst snd]. intros Hfine.
      specialize (He w Hall). rewrite eval_plus, eval_sub in He.
      assert (Hiteration : forall i, eval (p ++ w) from <= i <= eval (p ++ w) upto ->
        all_proper ((p ++ w) ++ [i]) body /\
        items_values ((p ++ w) ++ [i]) body = map lower (values (old w i))).
      { intros i Hi. specialize (Hbody (w ++ [i])). rewrite app_length, Hw, Nat.add_1_r in Hbody.
        specialize (Hbody eq_refl (Hnew w i Hw Hall Hi)).
        rewrite removelast_last, last_last in Hbody. rewrite <- app_assoc. apply Hbody.
        unfold fine in Hfine. rewrite Forall_flat_map, Forall_forall in Hfine. apply Hfine.
        now apply in_range. }
      split.
      * constructor; [| constructor]. apply proper_loop. split; [lia |]. intros i Hi.
        now apply Hiteration.
      * cbn [items_values flat_map item_values]. rewrite app_nil_r.
        unfold values. rewrite flat_map_flat_map.
        rewrite (flat_map_concat_map _ (range _ _)), (flat_map_concat_map _ (range _ _)).
        rewrite concat_map, map_map. f_equal. apply map_ext_in. intros i Hi. apply in_range in Hi.
        now apply Hiteration.
    + apply IH in H; [| now apply known_facts]. destruct H as [Hst' H]. split; [exact Hst' |].
      intros w Hw Hall. unfold over_ranges. cbn [flat_map fst snd].
      rewrite range_empty; [now apply H |].
      destruct (Z_lt_ge_dec (eval (p ++ w) upto) (eval (p ++ w) from)) as [| Hge]; [assumption |].
      exfalso. specialize (Hnew w (eval (p ++ w) from) Hw Hall ltac:(lia)).
      now apply (enter_sound _ _ _ _ _ _ _ Hnew) in Henter.
  - (* the loop is skipped *)
    destruct (ask _ _ _ _) as [s |] eqn:Hs; [cbn [then_] in H | discriminate].
    apply (ask_sound _ p) in Hs; [| now apply known_facts]. destruct Hs as [Hs He].
    apply IH in H; [| exact Hs]. destruct H as [Hst' H]. split; [exact Hst' |].
    intros w Hw Hall. specialize (He w Hall). rewrite eval_plus, eval_sub in He.
    unfold over_ranges. cbn [flat_map fst snd]. rewrite range_empty by lia. now apply H.
  - (* the loop is cut in two *)
    destruct (within _ f); [| discriminate].
    destruct (ask _ _ _ _) as [s |] eqn:Hs; [cbn [then_] in H | discriminate].
    apply (ask_sound _ p) in Hs; [| now apply known_facts]. destruct Hs as [Hs He].
    destruct (ask _ _ _ s) as [s' |] eqn:Hs'; [cbn [then_] in H | discriminate].
    apply (ask_sound _ p) in Hs'; [| exact Hs]. destruct Hs' as [Hs' He'].
    apply IH in H; [| exact Hs']. destruct H as [Hst' H]. split; [exact Hst' |].
    intros w Hw Hall. specialize (He w Hall). specialize (He' w Hall).
    rewrite eval_sub in He. rewrite eval_plus, eval_sub in He'.
    specialize (H w Hw Hall). unfold over_ranges in *. cbn [flat_map fst snd] in *.
    rewrite eval_plus in H.
    rewrite (range_app _ (eval (p ++ w) f)) by lia. rewrite flat_map_app, <- app_assoc. exact H.
Qed.

Lemma arm_at_sound v a : forall failed k conditions body, Forall apart failed ->
  arm_at failed a k = Some (conditions, body) -> cases_hold v conditions ->
  cases_hold v failed /\
  arms_runs B v a = match body with Some body => units_runs B v body | None => [] end.
Proof.
  induction a as [| e | t e rest IH]; intros failed k conditions body Hapart H Hholds;
    destruct k as [| k]; try discriminate.
  - now injection H as <- <-.
  - now injection H as <- <-.
  - injection H as <- <-. apply taken_cases_hold_back in Hholds as [Hown Hfailed].
    split; [exact Hfailed |]. cbn [arms_runs]. now rewrite (cases_of_test v t Hown).
  - cbn [arm_at] in H. destruct (fail_apart (negated t) failed Hapart) as [Hapart' Hback].
    apply IH in H; try assumption. destruct H as [Hfailed H].
    apply Hback in Hfailed as [Hfailed Hnot]. split; [exact Hfailed |].
    cbn [arms_runs]. now rewrite (negated_fails v t Hnot).
Qed.

Definition unit_flat (us : units) : Prop := forall values d rows st items st',
  known p rows st -> units_items us values d rows st = Some (items, st') ->
  known p rows st' /\ forall w, length w = d -> all_hold (p ++ w) rows ->
    says (p ++ w) items (units_runs B (map (eval (p ++ w)) values) us).

Definition part_flat (u : part) : Prop := forall values d rows st items st',
  known p rows st -> part_items u values d rows st = Some (items, st') ->
  known p rows st' /\ forall w, length w = d -> all_hold (p ++ w) rows ->
    says (p ++ w) items (part_runs B (map (eval (p ++ w)) values) u).

Definition arms_flat (a : arms) : Prop := forall k failed conditions body values d rows st items st',
  known p rows st -> arms_items a k values d rows st = Some (items, st') ->
  arm_at failed a k = Some (conditions, body) ->
  known p rows st' /\ forall w, length w = d -> all_hold (p ++ w) rows ->
    says (p ++ w) items
      (match body with
       | Some body => units_runs B (map (eval (p ++ w)) values) body
       | None => []
       end).

Lemma all_flat : (forall us, unit_flat us) /\ (forall u, part_flat u) /\ (forall a, arms_flat a).
Proof.
  apply shape_ind.
  - intros b values d rows st items st' Hst H. injection H as <- <-. split; [exact Hst |].
    intros w _ _. apply block_says.
  - intros b rest Hr values d rows st items st' Hst H. cbn [units_items] in H.
    destruct (units_items rest _ _ _ _) as [[l s] |] eqn:Hl; [| discriminate].
    cbn [before_it option_map fst snd] in H. injection H as <- <-.
    apply Hr in Hl; [| exact Hst]. destruct Hl as [Hs Hl]. split; [exact Hs |]. intros w Hw Hall.
    cbn [units_runs]. apply says_app; [apply block_says | now apply Hl].
  - intros b u Hu rest Hr values d rows st items st' Hst H. cbn [units_items] in H.
    destruct (part_items u _ _ _ _) as [[l s] |] eqn:Hl; [cbn [then_ fst snd] in H |
      discriminate].
    destruct (units_items rest _ _ _ _) as [[m s'] |] eqn:Hm; [| discriminate].
    cbn [before_it option_map fst snd] in H. injection H as <- <-.
    apply Hu in Hl; [| exact Hst]. destruct Hl as [Hs Hl].
    apply Hr in Hm; [| exact Hs]. destruct Hm as [Hs' Hm]. split; [exact Hs' |].
    intros w Hw Hall. cbn [units_runs]. rewrite <- app_assoc.
    apply says_app; [apply block_says |]. apply says_app; [now apply Hl | now apply Hm].
  - intros from upto body Hb values d rows st items st' Hst H. cbn [part_items] in H.
    destruct (units_have_words B body) eqn:Hwords.
    + destruct (forallb _ values) eqn:Hscope; [| discriminate].
      apply (counted_sound _ (fun w i =>
        units_runs B (map (eval (p ++ w)) values ++ [i]) body)) in H; [| | exact Hst].
      * destruct H as [Hst' H]. split; [exact Hst' |]. intros w Hw Hall.
        specialize (H w Hw Hall). unfold over_ranges in H. cbn [flat_map fst snd] in H.
        rewrite app_nil_r, !eval_substitute in H. exact H.
      * intros rows' s l s' Hs Hl. apply Hb in Hl; [| exact Hs]. destruct Hl as [Hs' Hl].
        split; [exact Hs' |]. intros w Hw Hall. specialize (Hl w Hw Hall).
        destruct w as [| i w _] using rev_ind; [discriminate |].
        rewrite removelast_last, last_last. rewrite app_length in Hw. cbn [length] in Hw.
        rewrite map_app in Hl. cbn [map] in Hl. rewrite eval_variable, app_assoc in Hl.
        assert (Hlen : (n + d)%nat = length (p ++ w)) by (rewrite app_length; lia).
        rewrite app_assoc. rewrite Hlen, app_nth2, Nat.sub_diag in Hl by lia.
        cbn [nth] in Hl. rewrite forallb_forall in Hscope.
        replace (map (eval ((p ++ w) ++ [i])) values) with (map (eval (p ++ w)) values) in Hl;
          [exact Hl |].
        apply map_ext_in. intros f Hf. symmetry. apply within_eval. rewrite <- Hlen.
        now apply Hscope.
    + injection H as <- <-. split; [exact Hst |]. intros w _ _. cbn [part_runs].
      rewrite flat_map_nil; [intros _; split; [constructor | reflexivity] |].
      intros i. now apply no_runs.
  - intros a Ha values d rows st items st' Hst H. cbn [part_items] in H.
    destruct (answers st) as [| [] l]; try discriminate. destruct line; try discriminate.
    destruct (arm_at [] a arm) as [[conditions body] |] eqn:Harm; [| discriminate].
    cbn [then_ fst snd] in H.
    destruct (Flatten.alternatives _ _ _ _ _ _) as [s |] eqn:Hs; [cbn [then_] in H | discriminate].
    apply alternatives_sound in Hs; [| now apply known_facts]. destruct Hs as [Hs Hholds].
    apply (Ha arm [] conditions body) in H; [| exact Hs | exact Harm].
    destruct H as [Hst' H]. split; [exact Hst' |]. intros w Hw Hall. specialize (H w Hw Hall).
    change (part_runs B (map (eval (p ++ w)) values) (Branch a))
      with (arms_runs B (map (eval (p ++ w)) values) a).
    destruct (arm_at_sound (map (eval (p ++ w)) values) a [] arm conditions body) as [_ E];
      try assumption; [constructor | now apply Hholds |].
    now rewrite E.
  - intros k failed conditions body values d rows st items st' Hst H Harm.
    destruct k; [| discriminate]. injection H as <- <-. injection Harm as <- <-.
    split; [exact Hst |]. intros w _ _ _. split; [constructor | reflexivity].
  - intros body Hb k failed conditions body' values d rows st items st' Hst H Harm.
    destruct k; [| discriminate]. injection Harm as <- <-. now apply (Hb values d rows st).
  - intros t body Hb rest Hr k failed conditions body' values d rows st items st' Hst H Harm.
    destruct k as [| k].
    + injection Harm as <- <-. now apply (Hb values d rows st).
    + cbn [arm_at arms_items] in *. now apply (Hr k _ conditions body' values d rows st items st' Hst H Harm).
Qed.

End Flatten.
