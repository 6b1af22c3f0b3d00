import type { Catalogue } from "../engine";

const tables = "sqlite_master t where t.type = 'table'";

export const sqliteCatalogue: Catalogue = {
	keys: `select t.name as "table", c.name as "column" from (select name from ${tables}) t, pragma_table_info(t.name) c
		where c.pk > 0 order by t.name, c.pk`,
	parents: `select t.name as "table", f."table" as parent from (select name from ${tables}) t, pragma_foreign_key_list(t.name) f`,
	counters: `select name as "table", seq as value from sqlite_sequence`,
	setCounter: ({ table, value }) => [
		`delete from sqlite_sequence where name = '${table}'`,
		`insert into sqlite_sequence (name, seq) values ('${table}', ${value})`,
	],
};
