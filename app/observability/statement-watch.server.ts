import { currentContext, type RequestContext } from "~/lib/request-context.server";
import type { Site } from "~/lib/site";

/** Slow-query threshold. A statement blocks the process, because the driver is synchronous. */
const SLOW_MS = 250;
const MAX_SHOWN_LENGTH = 300;

interface Spent {
	statements: number;
	ms: number;
}

/**
 * Measures the count and duration of SQL statements, in total and per request, counts acts and their repetitions, and
 * registers its metrics. Logs statements of 250 ms or more as `statement-slow`.
 */
export function watchStatements({ log, metrics }: Pick<Site, "log" | "metrics">) {
	const spent = new WeakMap<RequestContext, Spent>();
	const total: Spent = { statements: 0, ms: 0 };
	let acts = 0;
	let retries = 0;

	metrics.readCounter("plateia_database_statements_total", "SQL statements run.", () => total.statements);
	metrics.readCounter(
		"plateia_database_seconds_total",
		"Time spent in SQL statements, in which the process does nothing else.",
		() => total.ms / 1000,
	);
	metrics.readCounter(
		"plateia_database_acts_total",
		"Acts, stored or not. An act is one transaction.",
		() => acts,
	);
	metrics.readCounter(
		"plateia_database_act_retries_total",
		"Repeated attempts of acts that conflicted with other acts. Always 0 with SQLite.",
		() => retries,
	);

	return {
		/** Must be called after each statement, with its SQL text and duration, in the context of its request. */
		record(statement: string, ms: number) {
			total.statements += 1;
			total.ms += ms;
			const context = currentContext();
			if (context) {
				const own = spent.get(context) ?? { statements: 0, ms: 0 };
				own.statements += 1;
				own.ms += ms;
				spent.set(context, own);
			}
			// The SQL text holds placeholders, so no personal data is logged.
			if (ms >= SLOW_MS) log.warn({ event: "statement-slow", ms: Math.round(ms), sql: short(statement) });
		},

		/** Must be called once for each act, with the number of its attempts. */
		recordAct(attempts: number) {
			acts += 1;
			retries += attempts - 1;
		},

		/** The number and total duration in ms of a request's statements so far, under their names in the log. */
		spentBy(context: RequestContext) {
			const { statements, ms } = spent.get(context) ?? { statements: 0, ms: 0 };
			return { statements, databaseMs: Math.round(ms) };
		},
	};
}

export type StatementWatch = ReturnType<typeof watchStatements>;

const short = (statement: string): string =>
	statement.length > MAX_SHOWN_LENGTH ? `${statement.slice(0, MAX_SHOWN_LENGTH)}…` : statement;
