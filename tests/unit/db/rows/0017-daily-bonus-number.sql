insert into daily_bonuses (user_id, day, streak, points, created_at, number) values ('user-ana', '2026-03-07', 1, 0, '2026-03-07T10:00:00.000Z', 9);
