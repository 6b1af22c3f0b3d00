import { destination, pino } from "pino";
import type { Config } from "~/lib/config.server";
import { guarded } from "~/lib/guarded";
import { currentContext } from "~/lib/request-context.server";

/** Lines are written together, because one write takes as long as a query of a page. */
const FLUSH_MS = 100;
const MAX_COLLECTED_BYTES = 8192;

/** A line of the levels that report no fault. */
const isOrdinary = (line: string): boolean => /^\{"level":"(trace|debug|info)"/.test(line);

/** Standard output. A killed process loses the ordinary lines of the last moment. */
function collectLines() {
	const output = destination({ fd: process.stdout.fd, sync: true, minLength: MAX_COLLECTED_BYTES });
	let isWaiting = false;
	const flush = () => {
		isWaiting = false;
		output.flush();
	};
	process.once(
		"exit",
		guarded(() => output.flushSync()),
	);
	return {
		write(line: string) {
			output.write(line);
			if (!isOrdinary(line)) return output.flush();
			if (isWaiting) return;
			isWaiting = true;
			setTimeout(guarded(flush), FLUSH_MS).unref();
		},
	};
}

/** A logger that writes JSON lines to standard output, each with the id of the current request. */
export function createLog({ LOG_LEVEL }: Pick<Config, "LOG_LEVEL">) {
	const options = {
		level: LOG_LEVEL,
		base: undefined,
		timestamp: pino.stdTimeFunctions.isoTime,
		formatters: { level: (level: string) => ({ level }) },
		mixin: () => ({ requestId: currentContext()?.id }),
	};
	return pino(options, collectLines());
}

export type Log = ReturnType<typeof createLog>;

declare module "~/lib/site" {
	interface Site {
		log: Log;
	}
}
