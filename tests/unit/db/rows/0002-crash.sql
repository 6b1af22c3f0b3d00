insert into crash_game_state (id, is_active, updated_at) values (1, 1, '2026-03-02T00:00:00.000Z');
insert into crash_rounds (id, game, status, user_id, opened_at) values ('flight', 'solo', 'open', 'user-ana', '2026-03-02T00:00:00.000Z');
insert into crash_bets (id, round_id, user_id, amount, status, created_at)
	values ('bet', 'flight', 'user-ana', 100, 'active', '2026-03-02T00:00:00.000Z');
insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
	values ('user-ana', -100, 1100, 'solo-crash-stake', 'bet', 'user-ana', '2026-03-02T00:00:00.000Z');
update user_points set points = 1100 where user_id = 'user-ana';
