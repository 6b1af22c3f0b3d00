insert into platform_events (platform, person_id, person_name, key, kind, facts, happened_at, received_at, state, tries) values ('twitch', '1', 'ana', 'follow', 'follow', '{}', '2026-03-03T00:00:00.000Z', '2026-03-03T00:00:01.000Z', 'waiting', 0);
insert into waiting_watch (platform, person_id, stream_id, day, points) values ('twitch', '1', '9', '2026-03-03', 5);
