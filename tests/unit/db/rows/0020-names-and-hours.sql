insert into users (id, twitch_id, twitch_username, email, roles, created_at) values ('u20', 'erased:1', null, null, '[]', '2026-03-01T00:00:00.000Z');
insert into user_points (user_id, points) values ('u20', 0);
