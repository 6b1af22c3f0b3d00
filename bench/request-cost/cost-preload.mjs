/**
 * Preloaded into a server: answers each line on the socket COST_SOCKET with the processor time of the process so far, in
 * microseconds. The answer waits for two turns of the event loop, so that it includes what follows a response.
 */
import { createServer } from "node:net";
import { isMainThread } from "node:worker_threads";

const { COST_SOCKET } = process.env;
// The commands that fill the database inherit the environment.
if (COST_SOCKET && isMainThread && process.argv[1]?.includes("@remix-run/serve")) {
	createServer((socket) => {
		socket.on("data", () =>
			setImmediate(() =>
				setImmediate(() => {
					const { user, system } = process.cpuUsage();
					socket.write(`${user + system}\n`);
				}),
			),
		);
	})
		.listen(COST_SOCKET)
		.unref();
}
