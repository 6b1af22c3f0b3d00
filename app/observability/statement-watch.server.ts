import type { Log } from "./log.server";
import type { Metrics } from "./metrics.server";
import { currentExchange, type Exchange } from "~/lib/request-context.server";

/** So long everybody waits: the database's one connection and the process itself. */
const SLOW_MS = 250;
const LONGEST_SHOWN = 300;

interface Spent {
	statements: number;
	ms: number;
}

/** Follows what the database's statements take, in all and for each request. */
export function watchStatements(log: Pick<Log, "warn">, metrics: Metrics) {
	const spent = new WeakMap<Exchange, Spent>();
	const total: Spent = { statements: 0, ms: 0 };

	metrics.readCounter("plateia_database_statements_total", "SQL statements run.", () => total.statements);
	metrics.readCounter(
		"plateia_database_seconds_total",
		"Time spent in SQL statements, in which the process does nothing else.",
		() => total.ms / 1000,
	);

	return {
		/** To be told of each statement when it is over. */
		note(statement: string, ms: number) {
			total.statements += 1;
			total.ms += ms;
			const exchange = currentExchange();
			if (exchange) {
				const own = spent.get(exchange) ?? { statements: 0, ms: 0 };
				own.statements += 1;
				own.ms += ms;
				spent.set(exchange, own);
			}
			// Values stand apart from the text: it holds nobody's data.
			if (ms >= SLOW_MS) log.warn({ event: "statement-slow", ms: Math.round(ms), sql: short(statement) });
		},

		/** What a request has spent so far, as the log names it. */
		spentBy(exchange: Exchange) {
			const { statements, ms } = spent.get(exchange) ?? { statements: 0, ms: 0 };
			return { statements, databaseMs: Math.round(ms) };
		},
	};
}

export type StatementWatch = ReturnType<typeof watchStatements>;

const short = (statement: string): string =>
	statement.length > LONGEST_SHOWN ? `${statement.slice(0, LONGEST_SHOWN)}…` : statement;
