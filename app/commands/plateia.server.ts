/** The program `plateia`, started by `bin/plateia` and by scheduled backups. The site's modules need a supported Node. */
import { nodeFault } from "./node-version.server";

const fault = nodeFault(process.versions.node);
if (fault !== undefined) {
	console.error(fault);
	process.exitCode = 1;
} else {
	// Not awaited: compiled modules may import from this one, which would wait for each other.
	import("./command-line.server").then(async ({ runCommandLine }) => {
		process.exitCode = await runCommandLine(process.argv.slice(2));
	});
}
