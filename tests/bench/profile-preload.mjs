/** Preloaded into the server: SIGUSR2 starts the CPU profiler, and the profile is written at exit. */
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
