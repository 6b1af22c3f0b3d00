insert into forgotten_events (hash, until) values ('5f2b', '2026-03-10T00:00:00.000Z');
insert into waiting_watch (platform, person_id, stream_id, day, points, turns) values ('twitch', '2', '9', '2026-03-03', 10, '1:5 2:5 ');
