(** Items that change, and keep their letters (packages/kernel/src/minimality/rewrite.rs, [changed]). *)

From Coq Require Import List ZArith Bool Lia.
From Grundy Require Import Affine Refutation Language Steps Walk Phases Ranges Chain Runs Tree Cycles
  Items Known.
Import ListNotations.
Local Open Scope Z_scope.

(** * The checker *)

(** Are words of this length over two cycles equal? *)
Definition agree (c d : list nat) (f : form) : bool :=
  let all := Z.lcm (Z.of_nat (length c)) (Z.of_nat (length d)) in
  let number := if is_constant f then Z.min (constant f) all else all in
  forallb (fun k => (cycle_value c (Z.of_nat k) =? cycle_value d (Z.of_nat k))%nat)
    (seq 0 (Z.to_nat number)).

Definition count (from upto : form) : form := plus (sub upto from) 1.

(** The product, if it is affine. *)
Definition product (f g : form) : option form :=
  if is_constant f then Some (times (constant f) g)
  else if is_constant g then Some (times (constant g) f) else None.

Section Change.

Variables (n : nat) (rows : list constraint).

Definition phase_in (w : word) (f : form) : state -> option (Z * state) :=
  phase rows f (Z.of_nat (length (cycle w))).

(** What a list becomes of which the first item changes, with d variables around it. *)
Definition changed (d : nat) (c : change) (l : list item) (st : state)
  : option (list item * state) :=
  match l with
  | One w :: l =>
      match c with
      | Drop => then_ (ask n rows (times (-1) (size w)) st) (fun st => Some (l, st))
      | WithCycle [] => None
      | WithCycle other =>
          if agree (cycle w) other (size w) then Some (One (word_over other (size w)) :: l, st)
          else None
      | Join =>
          match l with
          | One u :: l =>
              then_ (phase_in w (size w) st) (fun it =>
                if list_eq_dec Nat.eq_dec (turned (cycle w) (fst it)) (cycle u)
                then Some (One (Word (first w) (others w) (add (size w) (size u))) :: l, snd it)
                else None)
          | _ => None
          end
      | CutItem f =>
          then_ (ask n rows f st) (fun st =>
          then_ (ask n rows (sub (size w) f) st) (fun st =>
          then_ (phase_in w f st) (fun it =>
            Some (One (Word (first w) (others w) f)
                  :: One (word_over (turned (cycle w) (fst it)) (sub (size w) f)) :: l, snd it))))
      | _ => None
      end
  | Many from upto body :: l =>
      match c with
      | Drop =>
          match body with
          | [] => Some (l, st)
          | _ => then_ (ask n rows (times (-1) (count from upto)) st) (fun st => Some (l, st))
          end
      | CutItem f =>
          if within d f then
            then_ (ask n rows (sub f from) st) (fun st =>
            then_ (ask n rows (plus (sub upto f) 1) st) (fun st =>
              Some (Many from (plus f (-1)) body :: Many f upto body :: l, st)))
          else None
      | Once =>
          if within d from then
            let more := plus (count from upto) (-1) in
            then_ (ask n rows more st) (fun st =>
            then_ (ask n rows (times (-1) more) st) (fun st =>
              Some (map (put d d 0 from) body ++ l, st)))
          else None
      | Shift f =>
          if within d f then
            Some (Many (add from f) (add upto f)
                    (map (put d (S d) 0 (sub (variable d) f)) body) :: l, st)
          else None
      | Power =>
          match body with
          | [One w] =>
              if within d (size w) then
                then_ (phase_in w (size w) st) (fun it =>
                  if fst it =? 0 then
                    then_ (product (size w) (count from upto)) (fun all =>
                      Some (One (Word (first w) (others w) all) :: l, snd it))
                  else None)
              else None
          | _ => None
          end
      | _ => None
      end
  | [] => None
  end.

(** The change at a path: the numbers of the loops around the item, and its own. *)
Fixpoint change_at (d : nat) (path : list nat) (c : change) (l : list item) (st : state)
  : option (list item * state) :=
  match path with
  | [] => None
  | [k] =>
      then_ (changed d c (skipn k l) st) (fun it => Some (firstn k l ++ fst it, snd it))
  | k :: path =>
      match skipn k l with
      | Many from upto body :: behind =>
          then_ (change_at (S d) path c body st) (fun it =>
            Some (firstn k l ++ Many from upto (fst it) :: behind, snd it))
      | _ => None
      end
  end.

(** * Why it is right *)

Variable p : list Z.
Hypothesis rows_hold : forall w, all_hold (p ++ w) rows.

Lemma ask_everywhere f st st' : known p rows st -> ask n rows f st = Some st' ->
  known p rows st' /\ forall w, 0 <= eval (p ++ w) f.
Proof. intros H Ha. destruct (ask_sound n p rows f st st' H Ha) as [H1 H2]. split; auto. Qed.

Lemma phase_everywhere w f st k st' : known p rows st -> phase_in w f st = Some (k, st') ->
  known p rows st' /\ 0 <= k < Z.of_nat (length (cycle w)) /\
  forall u, eval (p ++ u) f mod Z.of_nat (length (cycle w)) = k.
Proof.
  intros H Hphase. apply phase_known with (p := p) in Hphase; [| assumption | simpl; lia].
  destruct Hphase as (H1 & H2 & H3). split; [exact H1 |]. split; auto.
Qed.

Lemma agree_values v c d f : c <> [] -> d <> [] -> agree c d f = true ->
  run_values (c, eval v f) = run_values (d, eval v f).
Proof.
  intros Hc Hd H. unfold agree in H. rewrite forallb_forall in H.
  set (all := Z.lcm _ _) in H. set (number := if is_constant f then _ else _) in H.
  assert (Hm : 0 < Z.of_nat (length c)) by (destruct c; [contradiction | simpl length; lia]).
  assert (Hn : 0 < Z.of_nat (length d)) by (destruct d; [contradiction | simpl length; lia]).
  assert (Hall : 0 < all).
  { unfold all. pose proof (Z.lcm_nonneg (Z.of_nat (length c)) (Z.of_nat (length d))).
    pose proof (Z.lcm_eq_0 (Z.of_nat (length c)) (Z.of_nat (length d))). lia. }
  apply run_values_ext. intros k Hk.
  pose proof (Z.mod_pos_bound k all Hall) as Hr. pose proof (Z.div_mod k all ltac:(lia)) as Hq.
  pose proof (Z.div_pos k all ltac:(lia) Hall) as Hpos.
  set (q := k / all) in *. set (r := k mod all) in *.
  destruct (Z.divide_lcm_l (Z.of_nat (length c)) (Z.of_nat (length d))) as (a & Ha).
  destruct (Z.divide_lcm_r (Z.of_nat (length c)) (Z.of_nat (length d))) as (b & Hb).
  fold all in Ha, Hb.
  replace (cycle_value c k) with (cycle_value c r).
  2:{ rewrite <- (cycle_value_add c r (a * q) Hc). f_equal. rewrite Hq, Ha. ring. }
  replace (cycle_value d k) with (cycle_value d r).
  2:{ rewrite <- (cycle_value_add d r (b * q) Hd). f_equal. rewrite Hq, Hb. ring. }
  assert (Hnumber : r < number).
  { unfold number. destruct (is_constant f) eqn:Hf; [| lia].
    rewrite (is_constant_eval v f Hf) in Hk. assert (r <= k) by nia. lia. }
  specialize (H (Z.to_nat r) ltac:(apply in_seq; lia)). rewrite Z2Nat.id in H by lia.
  now apply Nat.eqb_eq.
Qed.

Lemma cycle_not_empty w : cycle w <> [].
Proof. discriminate. Qed.

Lemma word_values_run v w : word_values v w = run_values (cycle w, eval v (size w)).
Proof. reflexivity. Qed.

Lemma product_eval v f g h : product f g = Some h -> eval v h = eval v f * eval v g.
Proof.
  unfold product. destruct (is_constant f) eqn:Hf.
  - intros [= <-]. now rewrite eval_times, (is_constant_eval v f Hf).
  - destruct (is_constant g) eqn:Hg; [| discriminate]. intros [= <-].
    rewrite eval_times, (is_constant_eval v g Hg). ring.
Qed.

Lemma eval_count v from upto : eval v (count from upto) = eval v upto - eval v from + 1.
Proof. unfold count. now autorewrite with eval. Qed.

(** Copies of whole copies of a cycle. *)
Lemma runs_of_range c k from upto : c <> [] -> k mod Z.of_nat (length c) = 0 -> 0 <= k ->
  from <= upto + 1 ->
  flat_map (fun _ => run_values (c, k)) (range from upto) =
  run_values (c, k * (upto - from + 1)).
Proof.
  intros Hc Hk Hpos Hle. assert (Hn : 0 < Z.of_nat (length c)) by (destruct c; [contradiction |
    simpl length; lia]).
  pose proof (Z.div_mod k (Z.of_nat (length c)) ltac:(lia)) as Hq. rewrite Hk, Z.add_0_r in Hq.
  pose proof (Z.div_pos k _ Hpos Hn) as Hm. set (m := k / Z.of_nat (length c)) in *.
  assert (Hlength : length (range from upto) = Z.to_nat (upto - from + 1)).
  { unfold range. now rewrite map_length, seq_length. }
  assert (Hcopies : forall l : list Z, flat_map (fun _ => run_values (c, k)) l =
    concat (repeat c (Z.to_nat m * length l))).
  { assert (Hone : run_values (c, k) = concat (repeat c (Z.to_nat m))).
    { rewrite (copies_of_cycle c Hc). f_equal. f_equal. lia. }
    rewrite Hone. induction l as [| a l IH]; [now rewrite Nat.mul_0_r |].
    cbn [flat_map length]. rewrite IH, Nat.mul_succ_r, Nat.add_comm, repeat_app.
    now rewrite concat_app. }
  rewrite Hcopies, Hlength, (copies_of_cycle c Hc). f_equal. f_equal. rewrite Hq. nia.
Qed.

Ltac next_ask H := match type of H with
  | then_ (ask n rows ?f ?st) _ = _ =>
      let s := fresh "s" in let Hs := fresh "Hs" in
      destruct (ask n rows f st) as [s |] eqn:Hs; [cbn [then_] in H | discriminate];
      apply ask_everywhere in Hs; [| assumption];
      let Hk := fresh "Hk" in let He := fresh "He" in destruct Hs as [Hk He]
  end.

Ltac next_phase H k := match type of H with
  | then_ (phase_in ?w ?f ?st) _ = _ =>
      let s := fresh "s" in let Hs := fresh "Hs" in
      destruct (phase_in w f st) as [[k s] |] eqn:Hs; [cbn [then_ fst snd] in H | discriminate];
      apply phase_everywhere in Hs; [| assumption];
      let Hk := fresh "Hk" in let Hb := fresh "Hb" in let He := fresh "He" in
      destruct Hs as (Hk & Hb & He)
  end.

Lemma changed_sound d c l st l' st' : known p rows st -> changed d c l st = Some (l', st') ->
  known p rows st' /\ forall w, length (p ++ w) = d -> keeps (p ++ w) l l'.
Proof.
  intros Hst H. unfold changed in H.
  assert (Hbefore : forall v one some l, keeps v [one] some -> keeps v (one :: l) (some ++ l)).
  { intros v one some m Hone. apply (keeps_app v [one] m some m Hone). apply keeps_refl. }
  destruct l as [| [w | from upto body] l]; [discriminate | |].
  - destruct c as [| other | | f | | f |]; try discriminate.
    + (* no letters *)
      next_ask H. injection H as <- <-. split; [assumption |]. intros v _.
      specialize (He v). rewrite eval_times in He. apply (Hbefore _ _ []). intros Hp.
      apply Forall_cons_iff in Hp as [Hw _]. cbn [proper] in Hw.
      split; [constructor |]. cbn [items_values flat_map item_values]. rewrite app_nil_r.
      rewrite word_values_run. replace (eval (p ++ v) (size w)) with 0 by lia. reflexivity.
    + (* another cycle *)
      destruct other as [| a other]; [discriminate |].
      destruct (agree _ _ _) eqn:Hagree; [| discriminate]. injection H as <- <-.
      split; [assumption |]. intros v _. apply (Hbefore _ _ [_]). intros Hp. split.
      * apply Forall_cons_iff in Hp as [Hw _]. constructor; [exact Hw | constructor].
      * cbn [items_values flat_map item_values]. rewrite !app_nil_r.
        rewrite word_over_values, word_values_run by discriminate. symmetry.
        now apply agree_values; [discriminate | discriminate |].
    + (* joined *)
      destruct l as [| [u |] l]; try discriminate. next_phase H k.
      destruct (list_eq_dec _ _ _) as [Hturned |]; [| discriminate]. injection H as <- <-.
      split; [assumption |]. intros v _. specialize (He v).
      apply (keeps_app _ [One w; One u] l [_] l); [| apply keeps_refl]. intros Hp.
      apply Forall_cons_iff in Hp as [Hw Hrest]. apply Forall_cons_iff in Hrest as [Hu _].
      cbn [proper] in Hw, Hu. split.
      * constructor; [| constructor]. cbn [proper size]. rewrite eval_add. lia.
      * cbn [items_values flat_map item_values]. rewrite !app_nil_r, !word_values_run.
        cbn [size]. rewrite eval_add. change (cycle (Word _ _ _)) with (cycle w).
        rewrite (run_values_app _ _ _ k (cycle_not_empty w) Hw Hu He). now rewrite Hturned.
    + (* cut *)
      next_ask H. next_ask H. next_phase H k. injection H as <- <-. split; [assumption |].
      intros v _. specialize (He v). specialize (He0 v). specialize (He1 v).
      rewrite eval_sub in He0. apply (Hbefore _ _ [_; _]). intros Hp. split.
      * repeat constructor; cbn [proper size word_over]; rewrite ?eval_sub; lia.
      * cbn [items_values flat_map item_values]. rewrite !app_nil_r.
        rewrite word_over_values by (apply turned_not_empty; discriminate).
        rewrite !word_values_run, eval_sub. cbn [size]. change (cycle (Word _ _ _)) with (cycle w).
        rewrite <- run_values_app by (assumption || discriminate || lia).
        do 2 f_equal. lia.
  - destruct c as [| other | | f | | f |]; try discriminate.
    + (* no iterations, or no letters *)
      assert (Hnone : known p rows st' /\ l' = l /\
        (body = [] \/ forall v, eval (p ++ v) upto < eval (p ++ v) from)).
      { destruct body as [| it body].
        - injection H as <- <-. split; [assumption |]. split; [reflexivity | now left].
        - next_ask H. injection H as <- <-. split; [assumption |]. split; [reflexivity |]. right.
          intros v. specialize (He v). rewrite eval_times, eval_count in He. lia. }
      destruct Hnone as (Hk & -> & Hnone). split; [assumption |]. intros v _.
      apply (Hbefore _ _ []). intros _. split; [constructor |].
      cbn [items_values flat_map item_values]. rewrite app_nil_r. symmetry.
      destruct Hnone as [-> | Hnone]; [now apply flat_map_nil |].
      now rewrite range_empty.
    + (* cut *)
      destruct (within d f); [| discriminate]. next_ask H. next_ask H. injection H as <- <-.
      split; [assumption |]. intros v _. specialize (He v). specialize (He0 v).
      rewrite eval_plus, eval_sub in He0. rewrite eval_sub in He. apply (Hbefore _ _ [_; _]).
      intros Hp. apply Forall_cons_iff in Hp as [Hloop _]. apply proper_loop in Hloop as [H1 H2].
      split.
      * constructor; [| constructor; [| constructor]]; apply proper_loop; rewrite ?eval_plus;
          (split; [lia |]); intros i Hi; apply H2; lia.
      * cbn [items_values flat_map item_values]. rewrite !app_nil_r, eval_plus.
        rewrite <- flat_map_app. f_equal. symmetry. apply range_app; lia.
    + (* one iteration *)
      destruct (within d from) eqn:Hwithin; [| discriminate]. next_ask H. next_ask H.
      injection H as <- <-. split; [assumption |]. intros v Hv. subst d.
      specialize (He v). specialize (He0 v). rewrite eval_plus, eval_count in He.
      rewrite eval_times, eval_plus, eval_count in He0.
      apply Hbefore. intros Hp. apply Forall_cons_iff in Hp as [Hloop _].
      apply proper_loop in Hloop as [H1 H2].
      assert (Hupto : eval (p ++ v) upto = eval (p ++ v) from) by lia.
      specialize (H2 (eval (p ++ v) from) ltac:(lia)).
      assert (Hput : forall it, item_values (p ++ v)
          (put (length (p ++ v)) (length (p ++ v)) 0 from it) =
          item_values ((p ++ v) ++ [eval (p ++ v) from]) it /\
        (proper ((p ++ v) ++ [eval (p ++ v) from]) it -> proper (p ++ v)
          (put (length (p ++ v)) (length (p ++ v)) 0 from it))).
      { intros it. pose proof (put_values it (p ++ v) (eval (p ++ v) from) [] [] from) as Hput.
        cbn [app length] in Hput. rewrite !app_nil_r in Hput. apply Hput; [reflexivity |].
        intros u. now rewrite within_eval. }
      unfold all_proper, items_values. split.
      * apply Forall_map. apply Forall_forall. intros it Hit.
        apply Hput. unfold all_proper in H2. rewrite Forall_forall in H2. now apply H2.
      * cbn [flat_map item_values]. rewrite Hupto, range_one. cbn [flat_map].
        rewrite !app_nil_r. rewrite flat_map_concat_map, map_map, <- flat_map_concat_map.
        apply flat_map_ext. intros it. apply Hput.
    + (* counted otherwise *)
      destruct (within d f) eqn:Hwithin; [| discriminate]. injection H as <- <-.
      split; [assumption |]. intros v Hv. subst d. apply (Hbefore _ _ [_]). intros Hp.
      apply Forall_cons_iff in Hp as [Hloop _]. apply proper_loop in Hloop as [H1 H2].
      set (q := p ++ v) in *. set (by_ := eval q f).
      assert (Hput : forall i it, item_values (q ++ [i])
          (put (length q) (S (length q)) 0 (sub (variable (length q)) f) it) =
          item_values (q ++ [i - by_]) it /\
        (proper (q ++ [i - by_]) it -> proper (q ++ [i])
          (put (length q) (S (length q)) 0 (sub (variable (length q)) f) it))).
      { intros i it.
        pose proof (put_values it q (i - by_) [] [i] (sub (variable (length q)) f)) as Hput.
        rewrite app_nil_r, app_length, Nat.add_1_r in Hput.
        assert (Heval : forall u, eval (q ++ [i] ++ u) (sub (variable (length q)) f) = i - by_).
        { intros u. rewrite eval_sub, eval_variable, within_eval by assumption.
          now rewrite app_nth2, Nat.sub_diag by lia. }
        apply Hput.
        - apply (Heval []).
        - intros u. cbn [app]. pose proof (Heval u) as Hu. pose proof (Heval []) as H0.
          cbn [app] in Hu, H0. now rewrite Hu, H0. }
      split.
      * constructor; [| constructor]. apply proper_loop. rewrite !eval_add. fold by_.
        split; [lia |]. intros i Hi. specialize (H2 (i - by_) ltac:(lia)).
        unfold all_proper in *. apply Forall_map. rewrite Forall_forall in *. intros it Hit.
        now apply Hput, H2.
      * cbn [items_values flat_map item_values]. rewrite !app_nil_r, !eval_add. fold by_.
        rewrite range_shift. rewrite flat_map_concat_map, map_map, <- flat_map_concat_map.
        apply flat_map_ext. intros i.
        rewrite flat_map_concat_map, map_map, <- flat_map_concat_map.
        apply flat_map_ext. intros it. rewrite (proj1 (Hput _ _)). do 3 f_equal. lia.
    + (* a power of a cycle *)
      destruct body as [| [w |] [|]]; try discriminate.
      destruct (within d (size w)) eqn:Hwithin; [| discriminate]. next_phase H k.
      destruct (Z.eqb_spec k 0) as [-> |]; [| discriminate].
      destruct (product _ _) as [all |] eqn:Hproduct; [| discriminate]. cbn [then_] in H.
      injection H as <- <-. split; [assumption |]. intros v Hv. subst d.
      apply (Hbefore _ _ [_]). intros Hp. apply Forall_cons_iff in Hp as [Hloop _].
      apply proper_loop in Hloop as [H1 H2]. specialize (He v).
      set (q := p ++ v) in *. apply (product_eval q) in Hproduct. rewrite eval_count in Hproduct.
      assert (Hsize : forall i, eval (q ++ [i]) (size w) = eval q (size w)).
      { intros i. now apply within_eval. }
      assert (Hcases : eval q upto - eval q from + 1 = 0 \/ 0 <= eval q (size w)).
      { destruct (Z.eq_dec (eval q upto - eval q from + 1) 0) as [| Hne]; [now left | right].
        specialize (H2 (eval q from) ltac:(lia)). apply Forall_cons_iff in H2 as [Hw _].
        cbn [proper] in Hw. now rewrite Hsize in Hw. }
      split.
      * constructor; [| constructor]. cbn [proper size]. rewrite Hproduct.
        destruct Hcases as [-> | Hcases]; [lia | nia].
      * cbn [items_values flat_map item_values]. rewrite !app_nil_r, word_values_run. cbn [size].
        change (cycle (Word _ _ _)) with (cycle w). rewrite Hproduct.
        destruct Hcases as [Hzero | Hcases].
        -- rewrite Hzero, Z.mul_0_r, range_empty by lia. reflexivity.
        -- rewrite <- (runs_of_range _ _ _ _ (cycle_not_empty w) He Hcases H1).
           apply flat_map_ext. intros i. now rewrite app_nil_r, word_values_run, Hsize.
Qed.

Lemma keeps_loop v from upto body body' :
  (forall i, keeps (v ++ [i]) body body') -> keeps v [Many from upto body] [Many from upto body'].
Proof.
  intros H Hp. apply Forall_cons_iff in Hp as [Hloop _]. apply proper_loop in Hloop as [H1 H2].
  split.
  - constructor; [| constructor]. apply proper_loop. split; [exact H1 |]. intros i Hi.
    now apply H, H2.
  - cbn [items_values flat_map item_values]. rewrite !app_nil_r. apply flat_map_ext_in.
    intros i Hi. apply in_range in Hi. now apply (H i), H2.
Qed.

Lemma change_at_sound path : forall d c l st l' st', known p rows st ->
  change_at d path c l st = Some (l', st') ->
  known p rows st' /\ forall w, length (p ++ w) = d -> keeps (p ++ w) l l'.
Proof.
  induction path as [| k path IH]; intros d c l st l' st' Hst H; [discriminate |].
  destruct path as [| k' path].
  - cbn [change_at] in H. destruct (changed _ _ _ _) as [[new s] |] eqn:Hc; [| discriminate].
    cbn [then_ fst snd] in H. injection H as <- <-. apply changed_sound in Hc; [| assumption].
    destruct Hc as [Hs Hkeeps]. split; [assumption |]. intros w Hw.
    rewrite <- (firstn_skipn k l) at 1. apply keeps_app; [apply keeps_refl | now apply Hkeeps].
  - cbn [change_at] in H. destruct (skipn k l) as [| [| from upto body] behind] eqn:Hl;
      try discriminate.
    change (then_ (change_at (S d) (k' :: path) c body st) (fun it =>
      Some (firstn k l ++ Many from upto (fst it) :: behind, snd it)) = Some (l', st')) in H.
    destruct (change_at (S d) (k' :: path) c body st) as [[new s] |] eqn:Hc; [| discriminate].
    cbn [then_ fst snd] in H. injection H as <- <-. apply IH in Hc; [| assumption].
    destruct Hc as [Hs Hkeeps]. split; [assumption |]. intros w Hw.
    rewrite <- (firstn_skipn k l) at 1. rewrite Hl.
    apply keeps_app; [apply keeps_refl |].
    apply (keeps_app _ [_] behind [_] behind); [| apply keeps_refl].
    apply keeps_loop. intros i. rewrite <- app_assoc. apply Hkeeps.
    rewrite app_assoc, app_length, Hw. simpl. lia.
Qed.

End Change.
