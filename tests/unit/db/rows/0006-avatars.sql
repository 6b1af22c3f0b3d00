insert into avatars (user_id, id, source, picture, fetched_at) values ('user-ana', '0123456789abcdef0123456789abcdef', 'https://pictures.example/ana.png', x'52494646', '2026-03-02T10:00:00.000Z');
