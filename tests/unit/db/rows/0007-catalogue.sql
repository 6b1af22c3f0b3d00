insert into goals (user_id, item_id, created_at) values ('user-ana', 'mug', '2026-03-02T00:00:00.000Z');
update store_items set translations = '{"en":{"name":"Cup"}}' where id = 'mug';
