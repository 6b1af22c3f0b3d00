import { pino } from "pino";
import type { Config } from "~/lib/config.server";
import { currentContext } from "~/lib/request-context.server";

/** A logger that writes JSON lines to standard output, each with the id of the current request. */
export function createLog({ LOG_LEVEL }: Pick<Config, "LOG_LEVEL">) {
	return pino({
		level: LOG_LEVEL,
		base: undefined,
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { level: (level) => ({ level }) },
		mixin: () => ({ requestId: currentContext()?.id }),
	});
}

export type Log = ReturnType<typeof createLog>;

declare module "~/lib/site" {
	interface Site {
		log: Log;
	}
}
