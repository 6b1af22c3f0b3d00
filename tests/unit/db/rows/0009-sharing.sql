insert into shared_rounds (id, user_id, game, round_id, created_at)
	values ('000102030405060708090a0b', 'user-ana', 'plinko', 'round', '2026-03-02T00:00:00.000Z');
