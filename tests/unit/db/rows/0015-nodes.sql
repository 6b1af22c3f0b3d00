insert into nodes (id, host, started_at, seen_at, clock_ahead) values ('n1', 'web1', 1772496000000, 1772496001000, 12);
insert into leases (name, epoch, holder) values ('games', 3, 'n1');
