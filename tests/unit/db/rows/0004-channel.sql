insert into site_settings (key, value, updated_at) values ('name', '"Praça"', '2026-03-02T00:00:00.000Z');
