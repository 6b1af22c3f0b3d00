import { OperatorError } from "db/engine";
import { readEnvironment } from "~/lib/config.server";
import { checkStart } from "./checks.server";
import { heapFlags } from "./memory-limit.server";

/**
 * Checks the machine and the settings, and prints Node's flags for the server, with which `bin/plateia` then replaces
 * this process: V8's heap cannot be limited after its start.
 */
export async function start(): Promise<void> {
	const environment = readEnvironment();
	const { faults, warnings } = await checkStart(environment);
	for (const warning of warnings) console.error(warning);
	if (faults.length > 0) throw new OperatorError(faults.join("\n"));
	console.log(heapFlags(environment).join(" "));
}
