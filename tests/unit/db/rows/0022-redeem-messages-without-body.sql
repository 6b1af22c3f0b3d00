insert into orders (id, user_id, item_id, item_name, item_price, quantity, total_points, status, created_at)
	values ('order-2', 'user-ana', 'mug', 'Mug', 300, 1, 300, 'created', '2026-03-06T00:00:00.000Z');
insert into point_entries (user_id, delta, balance_after, reason, reference, actor, created_at)
	select 'user-ana', -300, points - 300, 'redeem', 'order-2', 'user-ana', '2026-03-06T00:00:00.000Z' from user_points where user_id = 'user-ana';
insert into redeem_messages (id, order_id, state, created_at)
	values ('message-2', 'order-2', 'off', '2026-03-06T00:00:00.000Z');
update user_points set points = points - 300 where user_id = 'user-ana';
