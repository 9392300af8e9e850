(** Neighbouring words joined, a new variable, and where in a cycle a tree ends that goes on with its
    values (packages/kernel/src/simplify: [plain] of copies.rs, [phase_behind] of endless.rs). *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Language Refutation Ranges Chain Runs Tree Same.
Import ListNotations.
Local Open Scope Z_scope.

(** The same values, and no length becomes negative. *)
Definition keeps (l l' : list run) : Prop := fine l -> fine l' /\ values l' = values l.

Lemma keeps_refl l : keeps l l.
Proof. now intros H. Qed.

Lemma keeps_trans l1 l2 l3 : keeps l1 l2 -> keeps l2 l3 -> keeps l1 l3.
Proof. intros H1 H2 H. destruct (H1 H) as [H3 <-]. now apply H2. Qed.

Lemma keeps_app l1 l2 k1 k2 : keeps l1 k1 -> keeps l2 k2 -> keeps (l1 ++ l2) (k1 ++ k2).
Proof.
  intros H1 H2 H. apply fine_app in H as [Hl1 Hl2].
  destruct (H1 Hl1) as [Hk1 E1]. destruct (H2 Hl2) as [Hk2 E2].
  split; [now apply fine_app |]. now rewrite !values_app, E1, E2.
Qed.

Lemma keeps_flat_map {A} (f g : A -> list run) l : (forall a, keeps (f a) (g a)) ->
  keeps (flat_map f l) (flat_map g l).
Proof.
  intros H. induction l as [| a l IH]; [apply keeps_refl |]. cbn [flat_map]. now apply keeps_app.
Qed.

(** * Neighbouring words of the same value *)

Definition push (w : word) (t : tree) : tree :=
  match others w, t with
  | [], Run u rest =>
      match others u with
      | [] =>
          if (first w =? first u)%nat
          then Run (Word (first w) [] (add (size w) (size u))) rest else Run w t
      | _ => Run w t
      end
  | _, _ => Run w t
  end.

Fixpoint join (t rest : tree) : tree :=
  match t with
  | Done => rest
  | Run w t => push w (join t rest)
  | Again from upto body t => Again from upto body (join t rest)
  | Either a t => Either a (join t rest)
  end.

Fixpoint plain (t : tree) : tree :=
  match t with
  | Done => Done
  | Run w rest => push w (plain rest)
  | Again from upto body rest => Again from upto (plain body) (plain rest)
  | Either a rest => either join (one_arm (plain_branches a)) (plain rest)
  end
with plain_branches (a : branches) : branches :=
  match a with
  | Neither => Neither
  | Always body => Always (plain body)
  | If t body rest => If t (plain body) (plain_branches rest)
  end.

Lemma run_values_single a n : run_values ([a], n) = repeat a (Z.to_nat n).
Proof.
  unfold run_values. cbn [fst snd]. apply (nth_ext _ _ a a).
  - now rewrite map_length, seq_length, repeat_length.
  - intros k Hk. rewrite map_length, seq_length in Hk.
    rewrite nth_map_seq, nth_repeat by assumption.
    unfold cycle_value. now rewrite Z.mod_1_r.
Qed.

Lemma push_keeps w t v : keeps (tree_runs v (Run w t)) (tree_runs v (push w t)).
Proof.
  unfold push. destruct (others w) as [| b l] eqn:Hw; [| apply keeps_refl].
  destruct t as [| u rest | |]; try apply keeps_refl.
  destruct (others u) as [| b l] eqn:Hu; [| apply keeps_refl].
  destruct (Nat.eqb_spec (first w) (first u)) as [Heq |]; [| apply keeps_refl].
  intros H. cbn [tree_runs] in *. inversion H as [| ? ? H1 H']; subst.
  inversion H' as [| ? ? H2 H3]; subst. unfold word_run in *. cbn [snd] in H1, H2.
  cbn [size]. rewrite eval_add. split; [constructor; [simpl; lia | assumption] |].
  unfold values. cbn [flat_map]. rewrite app_assoc. f_equal.
  unfold cycle. cbn [first others]. rewrite Hw, Hu, <- Heq, !run_values_single, <- repeat_app.
  f_equal. lia.
Qed.

Lemma join_keeps t rest v : keeps (tree_runs v t ++ tree_runs v rest) (tree_runs v (join t rest)).
Proof.
  induction t as [| w t IH | from upto body _ t IH | a t IH]; cbn [join tree_runs app].
  - apply keeps_refl.
  - eapply keeps_trans; [| apply push_keeps]. cbn [tree_runs].
    now apply (keeps_app [_] _ [_]); [apply keeps_refl |].
  - rewrite <- app_assoc. now apply keeps_app; [apply keeps_refl |].
  - rewrite <- app_assoc. now apply keeps_app; [apply keeps_refl |].
Qed.

Lemma plain_keeps :
  (forall t v, keeps (tree_runs v t) (tree_runs v (plain t))) /\
  (forall a v, keeps (branches_runs v a) (branches_runs v (plain_branches a))).
Proof.
  apply tree_ind_both.
  - intros v. apply keeps_refl.
  - intros w rest Hr v. eapply keeps_trans; [| apply push_keeps]. cbn [tree_runs].
    apply (keeps_app [_] _ [_]); [apply keeps_refl | apply Hr].
  - intros from upto body Hb rest Hr v. cbn [plain tree_runs].
    apply keeps_app; [| apply Hr]. apply keeps_flat_map. intros i. apply Hb.
  - intros a Ha rest Hr v. cbn [plain tree_runs].
    eapply keeps_trans; [apply keeps_app; [apply Ha | apply Hr] |].
    rewrite <- (one_arm_runs v (plain_branches a)), <- (kept_runs v (one_arm _)).
    destruct (either_cases join (one_arm (plain_branches a)) (plain rest))
      as [(body & Hk & ->) | [(Hk & ->) | ->]].
    + rewrite Hk. apply join_keeps.
    + rewrite all_empty_runs by assumption. apply keeps_refl.
    + apply keeps_refl.
  - intros v. apply keeps_refl.
  - intros body Hb v. apply Hb.
  - intros t body Hb rest Hr v. cbn [plain_branches branches_runs].
    destruct (test_holds v t); auto.
Qed.

(** * A new variable behind the first n *)

Fixpoint lift_list (n : nat) (a : list Z) : list Z :=
  match n, a with
  | _, [] => []
  | O, a => 0 :: a
  | S n, x :: a => x :: lift_list n a
  end.

Definition lift_form (n : nat) (f : form) : form :=
  Form (constant f) (lift_list n (coefficients f)).

Fixpoint lift (n : nat) (t : tree) : tree :=
  match t with
  | Done => Done
  | Run w rest => Run (Word (first w) (others w) (lift_form n (size w))) (lift n rest)
  | Again from upto body rest =>
      Again (lift_form n from) (lift_form n upto) (lift n body) (lift n rest)
  | Either a rest => Either (lift_branches n a) (lift n rest)
  end
with lift_branches (n : nat) (a : branches) : branches :=
  match a with
  | Neither => Neither
  | Always body => Always (lift n body)
  | If t body rest =>
      If (Test (lift_form n (difference t)) (compared t)) (lift n body) (lift_branches n rest)
  end.

Lemma eval_lift p x w f : eval (p ++ x :: w) (lift_form (length p) f) = eval (p ++ w) f.
Proof.
  unfold eval, lift_form. cbn [constant coefficients]. f_equal.
  generalize (coefficients f) as a. induction p as [| y p IH]; intros [| b a]; try reflexivity.
  cbn [length lift_list app dot]. now rewrite IH.
Qed.

Lemma lift_runs p x :
  (forall t w, tree_runs (p ++ x :: w) (lift (length p) t) = tree_runs (p ++ w) t) /\
  (forall a w, branches_runs (p ++ x :: w) (lift_branches (length p) a) = branches_runs (p ++ w) a).
Proof.
  apply tree_ind_both.
  - reflexivity.
  - intros u rest Hr w. cbn [lift tree_runs]. rewrite Hr. f_equal.
    unfold word_run. cbn [size]. now rewrite eval_lift.
  - intros from upto body Hb rest Hr w. cbn [lift tree_runs]. rewrite Hr, !eval_lift. f_equal.
    apply flat_map_ext. intros i. rewrite <- !app_assoc. apply (Hb (w ++ [i])).
  - intros a Ha rest Hr w. cbn [lift tree_runs]. now rewrite Ha, Hr.
  - reflexivity.
  - intros body Hb w. apply Hb.
  - intros t body Hb rest Hr w. cbn [lift_branches branches_runs].
    replace (test_holds (p ++ x :: w) _) with (test_holds (p ++ w) t).
    + now rewrite Hb, Hr.
    + unfold test_holds. cbn [difference compared]. now rewrite eval_lift.
Qed.

(** * Copies of a cycle *)

Section Cycle.

Variable c : list nat.

Let n := Z.of_nat (length c).

(** Where in the cycle a word ends that begins at phase k and goes on with the values of the
    cycle. *)
Definition behind_word (k : Z) (w : word) : option Z :=
  if divides n (size w) then
    let all := Z.lcm (Z.of_nat (length (cycle w))) n in
    let number := if is_constant (size w) then Z.min (constant (size w)) all else all in
    if forallb (fun j => (value_in w (Z.of_nat j) =? cycle_value c (k + Z.of_nat j))%nat)
         (seq 0 (Z.to_nat number))
    then Some ((k + constant (size w)) mod n) else None
  else None.

(** The same for a tree, if it is the same for all values of the variables. *)
Fixpoint phase_behind (k : Z) (t : tree) : option Z :=
  match t with
  | Done => Some k
  | Run w rest =>
      match behind_word k w with Some k => phase_behind k rest | None => None end
  | Again _ _ body rest =>
      match phase_behind k body with
      | Some k' => if k' =? k then phase_behind k rest else None
      | None => None
      end
  | Either a rest =>
      match branches_end k a with Some k => phase_behind k rest | None => None end
  end
with branches_end (k : Z) (a : branches) : option Z :=
  match a with
  | Neither => Some k
  | Always body => phase_behind k body
  | If _ body rest =>
      match phase_behind k body, branches_end k rest with
      | Some k1, Some k2 => if k1 =? k2 then Some k1 else None
      | _, _ => None
      end
  end.

Hypothesis not_empty : c <> [].

Lemma n_pos : 0 < n.
Proof. unfold n. destruct c; [contradiction | simpl length; lia]. Qed.

Lemma cycle_value_mod a b : a mod n = b mod n -> cycle_value c a = cycle_value c b.
Proof. unfold cycle_value. fold n. now intros ->. Qed.

(** The values l are those of the cycle from phase k on, up to before phase k'. *)
Definition goes_on (k : Z) (l : list nat) (k' : Z) : Prop :=
  (forall j, (j < length l)%nat -> nth j l O = cycle_value c (k + Z.of_nat j)) /\
  (k + Z.of_nat (length l)) mod n = k' mod n.

Lemma goes_on_nil k : goes_on k [] k.
Proof. split; [simpl; lia |]. now rewrite Z.add_0_r. Qed.

Lemma goes_on_app k l1 k1 l2 k2 : goes_on k l1 k1 -> goes_on k1 l2 k2 -> goes_on k (l1 ++ l2) k2.
Proof.
  pose proof n_pos as Hn. intros [H1 E1] [H2 E2]. split.
  - intros j Hj. rewrite app_length in Hj. destruct (Nat.lt_ge_cases j (length l1)) as [Hlt | Hge].
    + rewrite app_nth1 by assumption. now apply H1.
    + rewrite app_nth2, H2 by lia. apply cycle_value_mod.
      rewrite Zplus_mod, <- E1, <- Zplus_mod. f_equal. lia.
  - rewrite app_length, Nat2Z.inj_add, Z.add_assoc.
    now rewrite Zplus_mod, E1, <- Zplus_mod.
Qed.

Lemma behind_word_goes_on k w k' v : 0 <= eval v (size w) -> behind_word k w = Some k' ->
  goes_on k (run_values (word_run v w)) k'.
Proof.
  pose proof n_pos as Hn. intros Hsize H. unfold behind_word in H.
  destruct (divides n (size w)) eqn:Hdiv; [| discriminate].
  set (all := Z.lcm _ _) in H. set (number := if is_constant _ then _ else _) in H.
  destruct (forallb _ _) eqn:Hall; [| discriminate]. injection H as <-.
  rewrite forallb_forall in Hall.
  assert (Hlength : length (run_values (word_run v w)) = Z.to_nat (eval v (size w))).
  { unfold run_values. now rewrite map_length, seq_length. }
  split.
  - intros j Hj. rewrite Hlength in Hj. unfold run_values. cbn [word_run fst snd].
    rewrite nth_map_seq by assumption.
    set (m := Z.of_nat (length (cycle w))) in *.
    assert (Hm : 0 < m) by (unfold m, cycle; simpl length; lia).
    assert (Hlcm : 0 < all).
    { unfold all. pose proof (Z.lcm_nonneg m n). pose proof (Z.lcm_eq_0 m n). lia. }
    assert (Hnear : exists i, (i < Z.to_nat number)%nat /\
      Z.of_nat j mod m = Z.of_nat i mod m /\
      (k + Z.of_nat j) mod n = (k + Z.of_nat i) mod n).
    { assert (Hrest : exists i, (i < Z.to_nat all)%nat /\ Z.of_nat j mod m = Z.of_nat i mod m /\
        (k + Z.of_nat j) mod n = (k + Z.of_nat i) mod n /\ (i <= j)%nat).
      { exists (Z.to_nat (Z.of_nat j mod all)).
        pose proof (Z.mod_pos_bound (Z.of_nat j) all Hlcm) as Hb.
        pose proof (Z.div_mod (Z.of_nat j) all ltac:(lia)) as Hq.
        pose proof (Z.div_pos (Z.of_nat j) all ltac:(lia) Hlcm) as Hpos.
        set (q := Z.of_nat j / all) in *. set (r := Z.of_nat j mod all) in *.
        destruct (Z.divide_lcm_l m n) as (a & Ha). destruct (Z.divide_lcm_r m n) as (b & Hbm).
        fold all in Ha, Hbm. rewrite Z2Nat.id by lia. repeat split.
        - lia.
        - rewrite Hq, Ha. replace (a * m * q + r) with (r + (a * q) * m) by ring.
          apply Z.mod_add. lia.
        - replace (k + Z.of_nat j) with (k + r + (b * q) * n) by (rewrite Hq, Hbm; ring).
          apply Z.mod_add. lia.
        - nia. }
      destruct Hrest as (i & Hi & H1 & H2 & Hle). exists i. split; [| now split].
      unfold number. destruct (is_constant (size w)) eqn:Hc; [| assumption].
      rewrite (is_constant_eval v _ Hc) in Hj. lia. }
    destruct Hnear as (i & Hi & Hmod & Hphase).
    rewrite (cycle_value_mod _ _ Hphase). specialize (Hall i ltac:(apply in_seq; lia)).
    apply Nat.eqb_eq in Hall. rewrite <- Hall. unfold value_in, cycle_value. fold m.
    now rewrite Hmod.
  - rewrite Hlength, Z2Nat.id by assumption. rewrite (divides_eval n _ v Hn Hdiv), Z.mod_mod by lia.
    rewrite (Z.mul_comm n), Z.add_assoc. apply Z.mod_add. lia.
Qed.

Lemma phase_behind_goes_on :
  (forall t k k' v, fine (tree_runs v t) -> phase_behind k t = Some k' ->
     goes_on k (values (tree_runs v t)) k') /\
  (forall a k k' v, fine (branches_runs v a) -> branches_end k a = Some k' ->
     goes_on k (values (branches_runs v a)) k').
Proof.
  apply tree_ind_both.
  - intros k k' v _ [= <-]. apply goes_on_nil.
  - intros w rest Hr k k' v H Hk. cbn [phase_behind tree_runs] in *.
    destruct (behind_word k w) as [k1 |] eqn:Hw; [| discriminate].
    inversion H as [| ? ? H1 H2]; subst. change (0 <= eval v (size w)) in H1.
    change (values (word_run v w :: tree_runs v rest))
      with (run_values (word_run v w) ++ values (tree_runs v rest)).
    apply goes_on_app with k1; [now apply behind_word_goes_on | now apply Hr].
  - intros from upto body Hb rest Hr k k' v H Hk. cbn [phase_behind tree_runs] in *.
    destruct (phase_behind k body) as [k1 |] eqn:Hbody; [| discriminate].
    destruct (Z.eqb_spec k1 k) as [-> |]; [| discriminate].
    apply fine_app in H as [H1 H2]. rewrite values_app.
    apply goes_on_app with k; [| now apply Hr].
    induction (range (eval v from) (eval v upto)) as [| i l IH]; [apply goes_on_nil |].
    cbn [flat_map] in *. apply fine_app in H1 as [H1 H3]. rewrite values_app.
    apply goes_on_app with k; [now apply Hb | now apply IH].
  - intros a Ha rest Hr k k' v H Hk. cbn [phase_behind tree_runs] in *.
    destruct (branches_end k a) as [k1 |] eqn:Hend; [| discriminate].
    apply fine_app in H as [H1 H2]. rewrite values_app.
    apply goes_on_app with k1; [now apply Ha | now apply Hr].
  - intros k k' v _ [= <-]. apply goes_on_nil.
  - intros body Hb k k' v H Hk. now apply Hb.
  - intros t body Hb rest Hr k k' v H Hk. cbn [branches_end branches_runs] in *.
    destruct (phase_behind k body) as [k1 |] eqn:Hbody; [| discriminate].
    destruct (branches_end k rest) as [k2 |] eqn:Hrest; [| discriminate].
    destruct (Z.eqb_spec k1 k2) as [<- |]; [| discriminate]. injection Hk as <-.
    destruct (test_holds v t); [now apply Hb | now apply Hr].
Qed.

(** So many copies of the cycle. *)
Lemma copies_of_cycle m : concat (repeat c m) = run_values (c, n * Z.of_nat m).
Proof.
  pose proof n_pos as Hn. induction m as [| m IH].
  - rewrite Z.mul_0_r. reflexivity.
  - cbn [repeat concat]. rewrite IH. unfold run_values. cbn [fst snd].
    replace (Z.to_nat (n * Z.of_nat (S m))) with (length c + Z.to_nat (n * Z.of_nat m))%nat
      by (unfold n; nia).
    rewrite seq_app, map_app. f_equal.
    + apply (nth_ext _ _ O O); [now rewrite map_length, seq_length |].
      intros k Hk. rewrite nth_map_seq by assumption. unfold cycle_value.
      fold n. rewrite Z.mod_small by (unfold n; lia). now rewrite Nat2Z.id.
    + rewrite Nat.add_0_l, (seq_from (length c)), map_map. apply map_ext. intros k.
      apply cycle_value_mod.
      rewrite Nat2Z.inj_add. fold n. replace (n + Z.of_nat k) with (Z.of_nat k + 1 * n) by lia.
      now rewrite Z.mod_add by lia.
Qed.

(** What goes on with the cycle from its beginning to its end is copies of it. *)
Lemma goes_on_copies l : goes_on 0 l 0 ->
  l = concat (repeat c (Z.to_nat (Z.of_nat (length l) / n))).
Proof.
  pose proof n_pos as Hn. intros [H E]. rewrite Z.add_0_l, Z.mod_0_l in E by lia.
  pose proof (Z.div_mod (Z.of_nat (length l)) n ltac:(lia)) as Hq.
  pose proof (Z.div_pos (Z.of_nat (length l)) n ltac:(lia) Hn) as Hpos.
  rewrite copies_of_cycle, Z2Nat.id by assumption. unfold run_values. cbn [fst snd].
  replace (Z.to_nat _) with (length l) by lia.
  apply (nth_ext _ _ O O); [now rewrite map_length, seq_length |].
  intros k Hk. rewrite nth_map_seq by assumption. rewrite H by assumption. f_equal.
Qed.

End Cycle.
