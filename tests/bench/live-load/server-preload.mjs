/**
 * Loaded into a server ahead of it: SIGUSR2 collects its garbage, gives back what that leaves free and
 * prints what is still in use.
 */
import { Session } from "node:inspector";

const session = new Session();
session.connect();
process.on("SIGUSR2", () => {
	// As the engine does when memory is low; its usual collection keeps free pages for later.
	session.post("HeapProfiler.collectGarbage", () => {
		const { heapUsed, external } = process.memoryUsage();
		console.log(`held ${Math.round((heapUsed + external) / 1024)} KB`);
	});
});
