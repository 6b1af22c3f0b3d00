insert into instagram_embeds (id, embed_code, position, created_at, updated_at) values ('dated', 'https://www.instagram.com/p/dated_1/', 9, '2026-03-02T00:00:00.000Z', '2026-03-02T00:00:00.000Z');
