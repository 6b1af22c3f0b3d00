insert into promotions (id, title, claim_url, image_url, revision, is_draft, created_at, updated_at)
values ('draft', 'Nova promoção', 'https://example.com/', '', 1, 1, '2026-03-02T00:00:00.000Z', '2026-03-02T00:00:00.000Z');
