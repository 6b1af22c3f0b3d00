insert into instant_rounds (id, game, user_id, seed_id, client_seed, nonce, table_version, stake, draws, input, outcome, payout,
	created_at) values ('lost', 'plinko', 'user-ana', 'seed', 'c', 0, 1, 10, 1, '{"stake":10,"balls":1}', '[7]', 1, '2026-03-02T00:00:00.000Z');
insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
	select user_id, -10, points - 10, 'plinko-stake', 'lost', user_id, '2026-03-02T00:00:00.000Z' from user_points where user_id = 'user-ana';
insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
	select user_id, 1, points - 9, 'plinko-payout', 'lost', user_id, '2026-03-02T00:00:00.000Z' from user_points where user_id = 'user-ana';
update user_points set points = points - 9 where user_id = 'user-ana';
