insert into point_imports (id, admin_id, source, state, unknown, users, points_before, points_after, created_at) values ('i1', 'user-ana', 'Firebot', 'done', 'wait', 0, 0, 0, '2026-03-04T00:00:00.000Z');
insert into point_import_lines (import_id, line, name, platform, person_id, points, user_id, before, state, detail) values ('i1', 2, 'lurker_1', 'twitch', '7', 900, null, null, 'waiting', null);
