insert into notifications (user_id, kind, reference, data, created_at, read_at) values ('user-ana', 'points-adjusted', 'r1', '{"delta":5,"balance":1005}', '2026-03-02T00:00:00.000Z', null);
insert into push_keys (id, public_key, private_key, created_at) values (1, 'public', 'sealed', '2026-03-02T00:00:00.000Z');
insert into push_subscriptions (id, user_id, session_id, endpoint, p256dh, auth, language, wants_orders, wants_hunts, created_at) values ('d1', 'user-ana', 's1', 'https://push.example/1', 'key', 'auth', 'pt', 1, 1, '2026-03-02T00:00:00.000Z');
