insert into earning_rules (rules, valid_from) values ('{}', '2026-03-03T00:00:00.000Z');
insert into claim_codes (id, code, folded, points, max_claims, claims, audience, starts_at, ends_at, created_at) values ('c1', 'PRAÇA', 'PRACA', 50, 10, 0, 'everybody', '2026-03-03T00:00:00.000Z', '2026-03-03T00:10:00.000Z', '2026-03-03T00:00:00.000Z');
