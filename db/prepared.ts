/**
 * Queries that are built and compiled once for each engine, because that takes Kysely longer than SQLite takes to run them. For
 * those of plays, payments and every page; others are built each time.
 */
import type { Compilable, CompiledQuery, DialectAdapter, QueryResult } from "kysely";
import type { Db, Trx } from "./database";

/** Stands for a value while a query is compiled. */
class Placeholder {
	readonly row: number;
	readonly name: string;

	constructor(row: number, name: string) {
		this.row = row;
		this.name = name;
	}
}

/** Runs a query on the connection of a transaction, which nothing else uses during the transaction. */
export type RunDirectly = <Row>(query: CompiledQuery<Row>) => Promise<QueryResult<Row>>;

const direct = new WeakMap<Db | Trx, RunDirectly>();

/** Runs a compiled query. */
export const runCompiled = <Row>(on: Db | Trx, query: CompiledQuery<Row>): Promise<QueryResult<Row>> =>
	direct.get(on)?.(query) ?? on.executeQuery(query);

/**
 * Runs the prepared queries of a transaction without Kysely while `act` runs: Kysely takes longer to reach the connection than most
 * queries take. Queries that `act` has not awaited go through Kysely afterwards, which refuses them.
 */
export async function withDirectQueries<Answer>(
	trx: Trx,
	run: RunDirectly | undefined,
	act: () => Promise<Answer>,
): Promise<Answer> {
	if (run) direct.set(trx, run);
	try {
		return await act();
	} finally {
		direct.delete(trx);
	}
}

/** Queries of more rows are built each time. */
const MAX_ROWS = 4;

const placeholdersFor = <Row extends object>(row: Row, at: number) =>
	Object.fromEntries(Object.keys(row).map((name) => [name, new Placeholder(at, name)])) as Row;

/**
 * Prepares a query that depends on a list of rows, such as an INSERT. It is compiled once for each number of rows and their
 * columns. The rows of a call must have the same columns, and no value that is undefined.
 * @param build must pass each value of the rows on as it is: it gets placeholders, whose content it must not read.
 */
export function preparedForRows<On extends Db | Trx, Row extends object, Result>(
	build: (on: On, rows: readonly Row[]) => Compilable<Result>,
): (on: On, rows: readonly Row[]) => Promise<QueryResult<Result>> {
	const compiled = new WeakMap<DialectAdapter, Map<string, CompiledQuery<Result>>>();
	return (on, rows) => {
		if (rows.length > MAX_ROWS) return on.executeQuery(build(on, rows).compile());
		const { adapter } = on.getExecutor();
		const queries = compiled.get(adapter) ?? new Map<string, CompiledQuery<Result>>();
		compiled.set(adapter, queries);
		const key = `${rows.length} ${Object.keys(rows[0] ?? {}).join()}`;
		const query = queries.get(key) ?? build(on, rows.map(placeholdersFor)).compile();
		queries.set(key, query);
		const parameters = query.parameters.map((value) =>
			value instanceof Placeholder ? rows[value.row]?.[value.name as keyof Row] : value,
		);
		return runCompiled(on, { ...query, parameters });
	};
}

/** As {@link preparedForRows}, for a query that depends on the values of one object. */
export function prepared<On extends Db | Trx, Args extends object, Result>(
	build: (on: On, args: Args) => Compilable<Result>,
): (on: On, args: Args) => Promise<QueryResult<Result>> {
	const run = preparedForRows<On, Args, Result>((on, [args]) => build(on, args as Args));
	return (on, args) => run(on, [args]);
}
