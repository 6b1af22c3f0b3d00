import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { freePort } from "../../tests/support/site/site";
import { buildApp } from "./copy";

/** Builds the empty Remix app: a page, and a form whose action does nothing. */
export const buildEmptyApp = () => buildApp(fileURLToPath(new URL("../page-cost/empty", import.meta.url)));

/** Serves the empty app like `npm start` serves the site. */
export async function serveEmptyApp(folder: string) {
	const port = await freePort();
	const child = spawn(
		process.execPath,
		["node_modules/@remix-run/serve/dist/cli.js", "build/server/index.js"],
		{
			cwd: folder,
			env: { PATH: process.env.PATH, NODE_ENV: "production", PORT: String(port) },
			stdio: ["ignore", "pipe", "inherit"],
		},
	);
	child.stdout.resume();
	const origin = `http://localhost:${port}`;
	for (let tries = 0; ; tries += 1) {
		const served = await fetch(origin).then(
			(response) => response.ok,
			() => false,
		);
		if (served) break;
		if (tries > 200) throw new Error("The empty app did not start.");
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	return {
		origin,
		pid: child.pid ?? 0,
		async close() {
			child.kill("SIGKILL");
			await once(child, "exit");
		},
	};
}
