/** The HTTP parts that the local Twitch and the local Kick share. */
import { setMaxListeners } from "node:events";
import { Agent, request as sendRequest } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

const MAX_BODY = 100_000;

/** @param {import("node:http").IncomingMessage} request */
export async function readText(request) {
	let text = "";
	for await (const chunk of request.setEncoding("utf8")) {
		text += chunk;
		if (text.length > MAX_BODY) throw new Error("the body is too long");
	}
	return text;
}

export const jsonReply = (status, value) => ({
	status,
	headers: { "content-type": "application/json" },
	body: value === undefined ? "" : JSON.stringify(value),
});

export const htmlReply = (status, html) => ({
	status,
	headers: {
		"content-type": "text/html; charset=utf-8",
		"cache-control": "no-store",
		"content-security-policy": "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
	},
	body: html,
});

export const redirectReply = (address) => ({ status: 303, headers: { location: address }, body: "" });

/** An address with further parameters. @param {string} address @param {Record<string, string>} parameters */
export function withQuery(address, parameters) {
	const url = new URL(address);
	for (const [name, value] of Object.entries(parameters)) url.searchParams.set(name, value);
	return url.href;
}

/**
 * Sends webhooks over kept connections. A delivery that is not answered with 2xx in time is sent again after each wait of
 * `retryMs`, with the same content and the headers of its attempt.
 * @param {{ retryMs: readonly number[], answerWithinMs: number }} options
 */
export function createWebhookSender({ retryMs, answerWithinMs }) {
	const agent = new Agent({ keepAlive: true, maxSockets: 50 });
	const ending = new AbortController();
	// One for each message that waits.
	setMaxListeners(0, ending.signal);

	/** @returns {Promise<{ status: number | "timeout" | "unreachable", text: string }>} */
	const post = (address, headers, body) =>
		new Promise((resolve) => {
			let isLate = false;
			let isOver = false;
			const finish = (outcome) => {
				isOver = true;
				clearTimeout(timer);
				resolve(outcome);
			};
			/** The receiver may close a kept connection just before it is used again: the request then goes over a new one. */
			const fail = () => {
				if (isOver) return;
				if (!isLate && request.reusedSocket) finish(post(address, headers, body));
				else finish({ status: isLate ? "timeout" : "unreachable", text: "" });
			};
			const request = sendRequest(address, { method: "POST", agent, headers }, (response) => {
				let text = "";
				response.setEncoding("utf8");
				response.on("data", (chunk) => {
					text += chunk;
				});
				response.on("end", () => finish({ status: response.statusCode ?? 0, text }));
				response.on("error", fail);
			});
			const timer = setTimeout(() => {
				isLate = true;
				request.destroy();
			}, answerWithinMs).unref();
			request.on("error", fail);
			request.on("close", fail);
			request.end(body);
		});

	return {
		/**
		 * @param {string} address
		 * @param {(attempt: number) => Record<string, string>} headersOf
		 * @param {string | Buffer} body
		 * @returns the status of each attempt, and the text of the last answer
		 */
		async deliver(address, headersOf, body) {
			/** @type {(number | "timeout" | "unreachable")[]} */
			const statuses = [];
			for (let attempt = 0; ; attempt += 1) {
				const length = String(Buffer.byteLength(body));
				const { status, text } = await post(
					address,
					{ ...headersOf(attempt), "content-length": length },
					body,
				);
				statuses.push(status);
				const isAccepted = typeof status === "number" && status >= 200 && status < 300;
				if (isAccepted || attempt === retryMs.length || ending.signal.aborted) return { statuses, text };
				await sleep(retryMs[attempt], undefined, { signal: ending.signal }).catch(() => {});
				if (ending.signal.aborted) return { statuses, text };
			}
		},
		end() {
			ending.abort();
			agent.destroy();
		},
	};
}

/**
 * Answers that a test has ordered instead of the usual ones, each for one request to its path, and with its method if it
 * names one. `hang` never answers.
 */
export function createMisbehaviour() {
	/** @type {{ path: string, method?: string, status?: number, headers?: Record<string, string>, body?: string, hang?: true }[]} */
	const orders = [];
	return {
		/** @param {typeof orders} further */
		order: (...further) => orders.push(...further),
		/** @param {string} path @param {string} method */
		take(path, method) {
			const index = orders.findIndex((order) => order.path === path && (order.method ?? method) === method);
			return index < 0 ? undefined : orders.splice(index, 1)[0];
		},
	};
}
