insert into hunt_steps (hunt_id, kind, before, actor, created_at) values ('h1', 'open-slot', '{"name":"Slot"}', 'user-ana', '2026-03-03T00:00:00.000Z');
