import type { Catalogue } from "../engine";

export const postgresCatalogue: Catalogue = {
	keys: `select t.relname as "table", c.attname as "column"
		from pg_class t
		left join pg_index i on i.indrelid = t.oid and i.indisprimary
		left join lateral unnest(i.indkey::smallint[]) with ordinality as k (number, place) on true
		left join pg_attribute c on c.attrelid = t.oid and c.attnum = k.number
		where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace order by t.oid, k.place`,
	counters: `select table_name as "table",
			pg_sequence_last_value(pg_get_serial_sequence(table_name, column_name)::regclass) as value
		from information_schema.columns where table_schema = current_schema() and is_identity = 'YES'`,
	setCounter: ({ table, column, value }) => [
		`select setval(pg_get_serial_sequence('${table}', '${column}'), ${value})`,
	],
};
