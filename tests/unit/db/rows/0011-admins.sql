insert into admins (subject, created_at) values ('twitch|1', '2026-03-03T00:00:00.000Z');
