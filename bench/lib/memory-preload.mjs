/**
 * Preloaded into a server: on SIGUSR2 it collects garbage, releases free memory and prints the memory in use.
 */
import { Session } from "node:inspector";

const session = new Session();
session.connect();
process.on("SIGUSR2", () => {
	// The collection that V8 does under memory pressure; the usual one keeps free pages.
	session.post("HeapProfiler.collectGarbage", () => {
		const { heapUsed, external } = process.memoryUsage();
		console.log(`held ${Math.round((heapUsed + external) / 1024)} KB`);
	});
});
