import type { Catalogue } from "../engine";

export const sqliteCatalogue: Catalogue = {
	keys: `select t.name as "table", c.name as "column"
		from sqlite_master t left join pragma_table_info(t.name) c on c.pk > 0
		where t.type = 'table' order by t.rowid, c.pk`,
	counters: `select name as "table", seq as value from sqlite_sequence`,
	setCounter: ({ table, value }) => [
		`delete from sqlite_sequence where name = '${table}'`,
		`insert into sqlite_sequence (name, seq) values ('${table}', ${value})`,
	],
};
