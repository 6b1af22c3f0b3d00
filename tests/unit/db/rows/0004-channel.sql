insert into site_settings (key, value, updated_at) values ('name', '"Praça"', '2026-03-02T00:00:00.000Z');
insert into hunts (id, title, start_cost, stop_loss, status, guessing, revision, created_at) values ('h1', 'Hunt', 10000, 0, 'open', 'closed', 3, '2026-03-02T00:00:00.000Z');
insert into hunt_steps (hunt_id, kind, before, actor, created_at) values ('h1', 'add-slot', '{"name":"Slot","bonuses":{"b1":null}}', 'user-ana', '2026-03-02T00:00:00.000Z');
insert into hunt_steps (hunt_id, kind, before, actor, created_at) values ('h1', 'open-slot', '{"name":"Slot","payout":5,"bonuses":{},"guessing":"open"}', 'user-ana', '2026-03-02T00:00:01.000Z');
