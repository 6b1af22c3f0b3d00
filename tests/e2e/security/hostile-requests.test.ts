import { once } from "node:events";
import { readdirSync } from "node:fs";
import { connect } from "node:net";
import { afterAll, beforeAll, expect, it } from "vitest";
import { CONTINUE, type HostileRequest, hostileRequests } from "../../support/data/hostile-requests";
import { type Site, startSite } from "../../support/site/site";
import { isLong } from "../../support/test-size";

const AT_ONCE = 16;
/** After this time without an answer the client closes the connection, such as that of an event stream. */
const READ_MS = 1500;
const HALF_AN_HOUR = 30 * 60_000;

let site: Site;
beforeAll(async () => {
	site = await startSite({ env: { RATE_LIMIT_SCALE: "1000" } });
});
afterAll(() => site?.close());

/** Sends a request as its shape says. Resolves when the connection is closed. */
async function send({ parts, ending }: HostileRequest): Promise<void> {
	const socket = connect(Number(new URL(site.origin).port), "localhost");
	let answer = "";
	socket.setEncoding("latin1").on("data", (text: string) => (answer += text));
	socket.on("error", () => {});
	const closed = new Promise((resolve) => socket.once("close", resolve));
	socket.setTimeout(READ_MS, () => socket.destroy());
	await Promise.race([once(socket, "connect").catch(() => {}), closed]);
	for (const part of parts) {
		if (socket.destroyed) break;
		if (part !== CONTINUE) await new Promise((resolve) => socket.write(part, resolve));
		else if (answer === "") await Promise.race([once(socket, "data").catch(() => {}), closed]);
	}
	if (ending === "close") socket.destroy();
	if (ending === "reset") socket.resetAndDestroy();
	await closed;
}

it(
	"no request ends the process or makes one of its listeners fail",
	async () => {
		const { pid } = site.process;
		const before = site.logs().length;
		const file = readdirSync("build/client/assets").find((name) => name.endsWith(".js"));
		const requests = hostileRequests(`/assets/${file}`, isLong);
		const waiting = [...requests];
		const sending = new Set<string>();
		await Promise.all(
			Array.from({ length: AT_ONCE }, async () => {
				for (let next = waiting.shift(); next; next = waiting.shift()) {
					sending.add(next.name);
					await send(next);
					expect(
						site.process.exitCode,
						`after one of\n${[...sending].join("\n")}\n${site.logs().slice(-2000)}`,
					).toBe(null);
					sending.delete(next.name);
				}
			}),
		);
		expect((await fetch(`${site.origin}/healthz`)).status).toBe(200);
		expect(site.process.pid).toBe(pid);
		const lines = site.logs().slice(before).split("\n");
		// Exceptions that end a process are printed, and are not JSON.
		const faults = lines.filter((line) => line !== "" && !/^\{"level":"(debug|info|warn)"/.test(line));
		expect(faults).toEqual([]);
	},
	HALF_AN_HOUR,
);
