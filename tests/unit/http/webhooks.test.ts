import { once } from "node:events";
import { Agent, request } from "node:http";
import { connect } from "node:net";
import { beforeEach, expect, it, onTestFinished } from "vitest";
import { receiveWebhooks } from "~/http/webhooks.server";
import { eventually } from "../../support/eventually";
import { keptLog } from "../../support/platforms";
import { serveBehind } from "../../support/serve-behind";

const PATH = "/hooks/twitch";
const OTHER = "/hooks/kick";
let origin: string;
let log: ReturnType<typeof keptLog>;
let receive: (headers: Headers, body: Buffer) => Promise<Response>;

beforeEach(async () => {
	log = keptLog();
	const receivers = {
		[PATH]: (headers: Headers, body: Buffer) => receive(headers, body),
		[OTHER]: async () => new Response(null, { status: 204 }),
	};
	const middleware = receiveWebhooks(receivers, log, 2);
	({ origin } = await serveBehind([middleware], (_request, response) => void response.end("passed on")));
});

const post = (path: string, body = "", headers = {}) =>
	fetch(origin + path, { method: "POST", body, headers });

it("passes the headers and the bytes of a message on, and answers what its receiver answers", async () => {
	receive = async (headers, body) =>
		new Response(`${headers.get("x-signed")} ${body.toString("hex")}`, {
			headers: { "content-type": "text/plain" },
		});
	const response = await post(`${PATH}?a=b`, "é\n", { "x-signed": "by somebody" });
	expect(response.status).toBe(200);
	expect(response.headers.get("content-type")).toBe("text/plain");
	expect(await response.text()).toBe("by somebody c3a90a");
});

it("passes other paths and methods on", async () => {
	receive = async () => new Response(null, { status: 204 });
	for (const path of ["/", "/hooks", `${PATH}/`, "/hooks/constructor"]) {
		expect(await (await post(path)).text(), path).toBe("passed on");
	}
	expect(await (await fetch(origin + PATH)).text()).toBe("passed on");
	expect((await post(PATH)).status).toBe(204);
});

it("answers 503 beyond the number of messages in progress, and receives again after one is answered", async () => {
	const answers: (() => void)[] = [];
	receive = () => new Promise((resolve) => answers.push(() => resolve(new Response(null, { status: 204 }))));
	const first = [post(PATH), post(PATH)];
	await eventually(() => expect(answers).toHaveLength(2));
	const refused = await post(PATH);
	expect(refused.status).toBe(503);
	expect(refused.headers.get("retry-after")).toBe("5");
	expect((await post(OTHER)).status).toBe(204);
	for (const answer of answers.splice(0)) answer();
	expect((await Promise.all(first)).map(({ status }) => status)).toEqual([204, 204]);
	const last = post(PATH);
	await eventually(() => expect(answers).toHaveLength(1));
	answers[0]?.();
	expect((await last).status).toBe(204);
});

it("receives messages while others are sent slowly, and forgets those whose senders have gone", async () => {
	receive = async () => new Response(null, { status: 204 });
	const slow = await Promise.all(
		Array.from({ length: 3 }, async () => {
			const socket = connect(Number(new URL(origin).port), "127.0.0.1");
			await once(socket, "connect");
			socket.write(
				`POST ${PATH} HTTP/1.1\r\nHost: x\r\nExpect: 100-continue\r\nContent-Length: 9\r\n\r\nabc`,
			);
			// The server has read the head.
			await once(socket, "data");
			return socket;
		}),
	);
	expect((await post(PATH)).status).toBe(204);
	for (const socket of slow) socket.destroy();
	await eventually(async () => expect((await post(PATH)).status).toBe(204));
	expect(log.entries).toEqual([]);
});

/**
 * Sends a body in chunks of 8 KiB, as a client does that does not know its length.
 * @returns the status of the answer, and whether the connection of an earlier request was used.
 */
function stream(agent: Agent, path: string, bytes: number) {
	return new Promise<[number | undefined, boolean]>((resolve, reject) => {
		const outgoing = request(origin + path, { method: "POST", agent }, (response) => {
			response.resume().once("end", () => resolve([response.statusCode, outgoing.reusedSocket]));
		});
		outgoing.once("error", reject);
		for (let left = bytes; left > 0; left -= 8192) outgoing.write(Buffer.alloc(Math.min(left, 8192)));
		outgoing.end();
	});
}

it.each([PATH, OTHER])(
	"reads up to 1 MiB of a body that is too long, so that its sender reads the 413: %s",
	async (path) => {
		receive = async () => new Response(null, { status: 204 });
		const agent = new Agent({ keepAlive: true, maxSockets: 1 });
		onTestFinished(() => agent.destroy());
		expect(await stream(agent, path, 64 * 1024)).toEqual([204, false]);
		expect(await stream(agent, path, 64 * 1024 + 1)).toEqual([413, true]);
		expect(await stream(agent, path, 1024 * 1024)).toEqual([413, true]);
		expect(await stream(agent, path, 1)).toEqual([204, true]);
		expect(log.entries).toEqual([]);
	},
);

it("closes the connection of an endless body", async () => {
	const socket = connect(Number(new URL(origin).port), "127.0.0.1").on("error", () => {});
	const closed = new Promise((resolve) => socket.once("close", resolve));
	await once(socket, "connect");
	socket.write(`POST ${PATH} HTTP/1.1\r\nHost: x\r\nTransfer-Encoding: chunked\r\n\r\n`);
	const send = () => socket.write(`2000\r\n${"x".repeat(8192)}\r\n`, (error) => !error && send());
	send();
	await closed;
	expect((await post(OTHER)).status).toBe(204);
});

it("answers 503 if the message could not be stored, and 500 for another failure, which is logged", async () => {
	receive = () => Promise.reject(Object.assign(new Error("full"), { code: "SQLITE_FULL" }));
	expect((await post(PATH)).status).toBe(503);
	expect(log.entries).toEqual([]);
	receive = () => Promise.reject(new Error("a fault"));
	expect((await post(PATH)).status).toBe(500);
	expect(log.entries).toMatchObject([{ event: "webhook-failed", path: PATH }]);
});
