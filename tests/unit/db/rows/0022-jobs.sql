insert into jobs (kind, reference, key, body, state, next_at, created_at)
	values ('points-import', 'i', 'points-import', '{"importId":"i"}', 'due', '2026-03-03T00:00:00.000Z', '2026-03-03T00:00:00.000Z');
