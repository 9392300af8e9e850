(** Descriptions as trees that own their words, and back (packages/kernel/src/simplify/part.rs).
    Turning units into trees and back keeps what they say. *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Lookup Affine Language Refutation Runs.
Import ListNotations.
Local Open Scope Z_scope.

(** Words, counted loops and branches in a row. *)
Inductive tree :=
  | Done
  | Run (w : word) (rest : tree)
  | Again (from upto : form) (body rest : tree)
  | Either (a : branches) (rest : tree)
with branches :=
  | Neither
  | Always (body : tree)
  | If (t : test) (body : tree) (rest : branches).

Scheme tree_mutual := Induction for tree Sort Prop
  with branches_mutual := Induction for branches Sort Prop.
Combined Scheme tree_ind_both from tree_mutual, branches_mutual.

Fixpoint tree_runs (v : list Z) (t : tree) : list run :=
  match t with
  | Done => []
  | Run w rest => word_run v w :: tree_runs v rest
  | Again from upto body rest =>
      flat_map (fun i => tree_runs (v ++ [i]) body) (range (eval v from) (eval v upto))
      ++ tree_runs v rest
  | Either a rest => branches_runs v a ++ tree_runs v rest
  end
with branches_runs (v : list Z) (a : branches) : list run :=
  match a with
  | Neither => []
  | Always body => tree_runs v body
  | If t body rest => if test_holds v t then tree_runs v body else branches_runs v rest
  end.

(** * From units to trees *)

Fixpoint append (t rest : tree) : tree :=
  match t with
  | Done => rest
  | Run w t => Run w (append t rest)
  | Again from upto body t => Again from upto body (append t rest)
  | Either a t => Either a (append t rest)
  end.

Lemma append_runs t rest v : tree_runs v (append t rest) = tree_runs v t ++ tree_runs v rest.
Proof.
  induction t as [| w t IH | from upto body _ t IH | a t IH]; cbn [append tree_runs].
  - reflexivity.
  - now rewrite IH.
  - now rewrite IH, app_assoc.
  - now rewrite IH, app_assoc.
Qed.

(** Does the test hold everywhere or nowhere, as it compares numbers, or asks for an integer that is
    a fraction? *)
Definition outcome_of (t : test) : option bool :=
  let f := difference t in
  if is_constant f then Some (test_holds [] t)
  else
    let content := fold_right Z.gcd 0 (coefficients f) in
    if (0 <? content) && divides content f && negb (constant f mod content =? 0) then
      match compared t with
      | Equal => Some false
      | NotEqual => Some true
      | AtLeast | AtMost => None
      end
    else None.

Lemma outcome_of_holds v t b : outcome_of t = Some b -> test_holds v t = b.
Proof.
  unfold outcome_of. destruct (is_constant (difference t)) eqn:Hc.
  - intros [= <-]. unfold test_holds.
    now rewrite (is_constant_eval v _ Hc), (is_constant_eval [] _ Hc).
  - destruct (_ && _) eqn:Hf; [| discriminate].
    rewrite !andb_true_iff, negb_true_iff, Z.ltb_lt, Z.eqb_neq in Hf.
      destruct Hf as ((Hd & Hdiv) & H0).
    set (d := fold_right Z.gcd 0 (coefficients (difference t))) in *.
    assert (Hne : eval v (difference t) <> 0).
    { intros H. rewrite (divides_eval d _ v Hd Hdiv) in H. apply H0.
      set (m := dot _ v) in H. replace (constant (difference t)) with ((- m) * d) by lia.
      apply Z.mod_mul. lia. }
    unfold test_holds. destruct (compared t); intros [= <-]; apply Z.eqb_neq in Hne;
      now rewrite Hne.
Qed.

(** The arms without those that are never taken, and those behind one that always is. *)
Fixpoint kept (a : branches) : branches :=
  match a with
  | Neither => Neither
  | Always body => Always body
  | If t body rest =>
      match outcome_of t with
      | Some true => Always body
      | Some false => kept rest
      | None => If t body (kept rest)
      end
  end.

Fixpoint all_empty (a : branches) : bool :=
  match a with
  | Neither => true
  | Always Done => true
  | If _ Done rest => all_empty rest
  | _ => false
  end.

Lemma kept_runs v a : branches_runs v (kept a) = branches_runs v a.
Proof.
  induction a as [| body | t body rest IH]; cbn [kept]; [reflexivity | reflexivity |].
  destruct (outcome_of t) as [[|] |] eqn:Ht; cbn [branches_runs].
  - now rewrite (outcome_of_holds v t _ Ht).
  - now rewrite (outcome_of_holds v t _ Ht).
  - now rewrite IH.
Qed.

Lemma all_empty_runs v a : all_empty a = true -> branches_runs v a = [].
Proof.
  induction a as [| body | t body rest IH]; cbn [all_empty branches_runs]; intros H.
  - reflexivity.
  - now destruct body.
  - destruct body; try discriminate. cbn [tree_runs]. destruct (test_holds v t); auto.
Qed.

(** A loop or a branch, if it has words, before the rest. *)
Definition again (from upto : form) (body rest : tree) : tree :=
  match body with Done => rest | _ => Again from upto body rest end.

Definition either (add : tree -> tree -> tree) (a : branches) (rest : tree) : tree :=
  match kept a with
  | Always body => add body rest
  | a => if all_empty a then rest else Either a rest
  end.

Lemma again_runs v from upto body rest :
  tree_runs v (again from upto body rest) = tree_runs v (Again from upto body rest).
Proof.
  destruct body; try reflexivity. cbn [again tree_runs].
  now rewrite flat_map_nil.
Qed.

Lemma either_cases add a rest :
  (exists body, kept a = Always body /\ either add a rest = add body rest) \/
  (all_empty (kept a) = true /\ either add a rest = rest) \/
  either add a rest = Either (kept a) rest.
Proof.
  unfold either. destruct (kept a) as [| body | t body others]; [right | left | right].
  - left. now split.
  - now exists body.
  - destruct (all_empty (If t body others)); [left; now split | now right].
Qed.

Section FromUnits.

Variable B : list (list word).

Definition with_words (ws : list word) (rest : tree) : tree := fold_right Run rest ws.

Fixpoint units_tree (us : units) : tree :=
  match us with
  | Block b => with_words (words B b) Done
  | Next b rest => with_words (words B b) (units_tree rest)
  | More b u rest => with_words (words B b) (part_tree u (units_tree rest))
  end
with part_tree (u : part) (rest : tree) : tree :=
  match u with
  | Loop from upto body => again from upto (units_tree body) rest
  | Branch a => either append (arms_tree a) rest
  end
with arms_tree (a : arms) : branches :=
  match a with
  | NoArm => Neither
  | Else body => Always (units_tree body)
  | Arm t body rest => If t (units_tree body) (arms_tree rest)
  end.

Lemma with_words_runs v ws rest :
  tree_runs v (with_words ws rest) = map (word_run v) ws ++ tree_runs v rest.
Proof. induction ws as [| w ws IH]; [reflexivity |]. cbn. now rewrite <- IH. Qed.

Lemma units_tree_runs :
  (forall us v, tree_runs v (units_tree us) = units_runs B v us) /\
  (forall u v rest, tree_runs v (part_tree u rest) = part_runs B v u ++ tree_runs v rest) /\
  (forall a v, branches_runs v (arms_tree a) = arms_runs B v a).
Proof.
  apply shape_ind.
  - intros b v. cbn [units_tree]. rewrite with_words_runs. apply app_nil_r.
  - intros b rest Hr v. cbn [units_tree units_runs]. now rewrite with_words_runs, Hr.
  - intros b u Hu rest Hr v. cbn [units_tree units_runs]. now rewrite with_words_runs, Hu, Hr.
  - intros from upto body Hb v rest. cbn [part_tree part_runs]. rewrite again_runs.
    cbn [tree_runs]. f_equal. apply flat_map_ext. intros i. apply Hb.
  - intros a Ha v rest. cbn [part_tree part_runs]. rewrite <- Ha, <- (kept_runs v (arms_tree a)).
    destruct (either_cases append (arms_tree a) rest) as [(body & Hk & ->) | [(Hk & ->) | ->]].
    + rewrite Hk. apply append_runs.
    + now rewrite all_empty_runs.
    + reflexivity.
  - reflexivity.
  - intros body Hb v. apply Hb.
  - intros t body Hb rest Hr v. cbn [arms_tree branches_runs arms_runs]. now rewrite Hb, Hr.
Qed.

End FromUnits.

(** * From trees to units *)

(** The most words of a block. *)
Definition most_words : nat := 1024.

(** The units, and their blocks, numbered from [next]; [ws] are the words of the block that is being
    filled, the last one first. *)
Fixpoint build (t : tree) (ws : list word) (room next : nat) : units * list (list word) :=
  match t with
  | Done => (Block next, [rev' ws])
  | Run w rest =>
      match room with
      | O =>
          let (us, l) := build rest [w] (pred most_words) (S next) in
          (Next next us, rev' ws :: l)
      | S room => build rest (w :: ws) room next
      end
  | Again from upto body rest =>
      let (b, l1) := build body [] most_words (S next) in
      let (us, l2) := build rest [] most_words (S next + length l1) in
      (More next (Loop from upto b) us, rev' ws :: l1 ++ l2)
  | Either a rest =>
      let (b, l1) := build_arms a (S next) in
      let (us, l2) := build rest [] most_words (S next + length l1) in
      (More next (Branch b) us, rev' ws :: l1 ++ l2)
  end
with build_arms (a : branches) (next : nat) : arms * list (list word) :=
  match a with
  | Neither => (NoArm, [])
  | Always body => let (b, l) := build body [] most_words next in (Else b, l)
  | If t body rest =>
      let (b, l1) := build body [] most_words next in
      let (r, l2) := build_arms rest (next + length l1) in
      (Arm t b r, l1 ++ l2)
  end.

(** The blocks l stand in B from number [next] on. *)
Definition stand (B : list (list word)) (next : nat) (l : list (list word)) : Prop :=
  forall k, (k < length l)%nat -> words B (next + k) = nth k l [].

Lemma stand_cons B next b l : stand B next (b :: l) -> words B next = b /\ stand B (S next) l.
Proof.
  intros H. split.
  - specialize (H O ltac:(simpl; lia)). now rewrite Nat.add_0_r in H.
  - intros k Hk. specialize (H (S k) ltac:(simpl; lia)). cbn [nth] in H.
    now replace (S next + k)%nat with (next + S k)%nat by lia.
Qed.

Lemma stand_app B next l1 l2 : stand B next (l1 ++ l2) ->
  stand B next l1 /\ stand B (next + length l1) l2.
Proof.
  intros H. split; intros k Hk.
  - rewrite H by (rewrite app_length; lia). now apply app_nth1.
  - specialize (H (length l1 + k)%nat). rewrite app_length, app_nth2 in H by lia.
    replace (length l1 + k - length l1)%nat with k in H by lia.
    rewrite <- H by lia. f_equal. lia.
Qed.

Lemma build_runs B :
  (forall t ws room next us l, build t ws room next = (us, l) -> stand B next l -> forall v,
     units_runs B v us = map (word_run v) (rev ws) ++ tree_runs v t) /\
  (forall a next b l, build_arms a next = (b, l) -> stand B next l -> forall v,
     arms_runs B v b = branches_runs v a).
Proof.
  apply tree_ind_both.
  - intros ws room next us l [= <- <-] H v. apply stand_cons in H as [H _]. rewrite rev'_is in H.
    cbn [units_runs tree_runs]. unfold block_runs. now rewrite H, app_nil_r.
  - intros w rest Hr ws room next us l Hb H v. cbn [build] in Hb. destruct room as [| room].
    + destruct (build rest _ _ _) as [us' l'] eqn:Hrest. injection Hb as <- <-.
      apply stand_cons in H as [H1 H2]. rewrite rev'_is in H1. cbn [units_runs]. unfold block_runs.
      rewrite H1, (Hr _ _ _ _ _ Hrest H2). reflexivity.
    + rewrite (Hr _ _ _ _ _ Hb H). cbn [rev tree_runs].
      now rewrite map_app, <- app_assoc.
  - intros from upto body Hbody rest Hr ws room next us l Hb H v. cbn [build] in Hb.
    destruct (build body _ _ _) as [b l1] eqn:H1.
    destruct (build rest _ _ _) as [us' l2] eqn:H2. injection Hb as <- <-.
    apply stand_cons in H as [Hw H]. rewrite rev'_is in Hw. apply stand_app in H as [Hl1 Hl2].
    cbn [units_runs part_runs tree_runs]. unfold block_runs at 1. rewrite Hw. f_equal.
    rewrite (Hr _ _ _ _ _ H2 Hl2). cbn [rev map app]. f_equal. apply flat_map_ext. intros i.
    now rewrite (Hbody _ _ _ _ _ H1 Hl1).
  - intros a Ha rest Hr ws room next us l Hb H v. cbn [build] in Hb.
    destruct (build_arms a _) as [b l1] eqn:H1.
    destruct (build rest _ _ _) as [us' l2] eqn:H2. injection Hb as <- <-.
    apply stand_cons in H as [Hw H]. rewrite rev'_is in Hw. apply stand_app in H as [Hl1 Hl2].
    cbn [units_runs part_runs tree_runs]. unfold block_runs at 1. rewrite Hw. f_equal.
    rewrite (Hr _ _ _ _ _ H2 Hl2). cbn [rev map app]. f_equal. now apply (Ha _ _ _ H1).
  - intros next b l [= <- <-] _ v. reflexivity.
  - intros body Hbody next b l Hb H v. cbn [build_arms] in Hb.
    destruct (build body _ _ _) as [b' l'] eqn:H1. injection Hb as <- <-.
    cbn [arms_runs branches_runs]. now rewrite (Hbody _ _ _ _ _ H1 H).
  - intros t body Hbody rest Hr next b l Hb H v. cbn [build_arms] in Hb.
    destruct (build body _ _ _) as [b' l1] eqn:H1.
    destruct (build_arms rest _) as [r l2] eqn:H2. injection Hb as <- <-.
    apply stand_app in H as [Hl1 Hl2]. cbn [arms_runs branches_runs].
    now rewrite (Hbody _ _ _ _ _ H1 Hl1), (Hr _ _ _ H2 Hl2).
Qed.

(** The description with other parts before the endless loop and in it, and the same start behind them. *)
Definition with_trees (D : description) (count : nat) (c : list constraint) (before body : tree)
  : description :=
  let (us, l1) := build before [] most_words 0 in
  let (b, l2) := build body [] most_words (length l1) in
  let behind := match start D with Some s => [words (blocks D) s] | None => [] end in
  Description (rule_of D) count c (moves D) (option_map (fun _ => length (l1 ++ l2)) (start D))
    ((l1 ++ l2) ++ behind) us (Endless b).

(** The words of the start; none without one. *)
Definition start_words (D : description) : option (list word) :=
  option_map (words (blocks D)) (start D).

Lemma with_trees_start D count c before body :
  start_words (with_trees D count c before body) = start_words D.
Proof.
  unfold with_trees, start_words. destruct (build before _ _ _) as [us l1].
  destruct (build body _ _ _) as [b l2]. cbn [start blocks].
  destruct (start D); [| reflexivity]. cbn [option_map]. f_equal. unfold words at 1.
  now rewrite app_nth2, Nat.sub_diag by lia.
Qed.

Lemma with_trees_runs D count c before body :
  let E := with_trees D count c before body in
  exists b, endless E = Some b /\ forall v,
    units_runs (blocks E) v (preperiod E) = tree_runs v before /\
    units_runs (blocks E) v b = tree_runs v body.
Proof.
  unfold with_trees.
  destruct (build before [] most_words 0) as [us l1] eqn:H1.
  destruct (build body [] most_words (length l1)) as [b l2] eqn:H2.
  cbn [blocks preperiod]. exists b. split; [reflexivity |]. intros v.
  set (l := (l1 ++ l2) ++ _).
  assert (Hall : stand l 0 l) by (intros k _; reflexivity).
  unfold l at 2 in Hall. apply stand_app in Hall as [Hall _].
  apply stand_app in Hall as [Hl1 Hl2]. destruct (build_runs l) as [Hbuild _].
  now rewrite (Hbuild _ _ _ _ _ _ H1 Hl1), (Hbuild _ _ _ _ _ _ H2 Hl2).
Qed.
