/** Loaded into the server ahead of it: SIGUSR2 starts the profiler, the end of the process writes what it saw. */
import { writeFileSync } from "node:fs";
import { Session } from "node:inspector";

const file = process.env.PROFILE_FILE;
if (file) {
	const session = new Session();
	session.connect();
	session.post("Profiler.enable");
	process.on("SIGUSR2", () => session.post("Profiler.start"));
	process.on("exit", () => {
		session.post("Profiler.stop", (error, result) => {
			if (!error) writeFileSync(file, JSON.stringify(result.profile));
		});
	});
}
