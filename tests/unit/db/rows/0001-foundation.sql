insert into player_seeds (id, user_id, server_seed, server_seed_hash, client_seed, nonce, created_at)
	values ('seed', 'user-ana', 's', 'h', 'c', 2, '2026-03-02T00:00:00.000Z');
insert into plinko_rounds (id, user_id, seed_id, client_seed, nonce, table_version, stake, balls, slots, payout,
	created_at) values ('round', 'user-ana', 'seed', 'c', 1, 1, 100, 1, '[3]', 300, '2026-03-02T00:00:00.000Z');
insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
	values ('user-ana', -100, 900, 'plinko-stake', 'round', 'user-ana', '2026-03-02T00:00:00.000Z');
insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
	values ('user-ana', 300, 1200, 'plinko-payout', 'round', 'user-ana', '2026-03-02T00:00:00.000Z');
update user_points set points = 1200 where user_id = 'user-ana';
insert into game_wins (id, user_id, amount, game_name, day, created_at)
	values ('win', 'user-ana', 5, 'Plinko', '2026-03-02', '2026-03-02T00:00:00.000Z');
insert into social_links (platform, url) values ('twitch', 'https://twitch.tv/ana');
