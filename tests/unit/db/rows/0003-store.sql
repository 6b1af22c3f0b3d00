insert into store_items (id, name, description, image, price, stock, status, has_codes, revision, created_at,
	updated_at) values ('mug', 'Mug', '', '', 300, 4, 'active', 0, 1, '2026-03-02T00:00:00.000Z', '2026-03-02T00:00:00.000Z');
insert into orders (id, user_id, item_id, item_name, item_price, quantity, total_points, status, created_at)
	values ('order', 'user-ana', 'mug', 'Mug', 300, 1, 300, 'created', '2026-03-02T00:00:00.000Z');
insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
	values ('user-ana', -300, 800, 'redeem', 'order', 'user-ana', '2026-03-02T00:00:00.000Z');
insert into redeem_messages (id, order_id, state, created_at)
	values ('message', 'order', 'off', '2026-03-02T00:00:00.000Z');
update user_points set points = 800 where user_id = 'user-ana';
