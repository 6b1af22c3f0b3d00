import { createRequire } from "node:module";

type Decode = (
	body: ReadableStream<Uint8Array>,
	options: { plugins: ((type: string, ...parts: unknown[]) => { value: unknown })[] },
) => Promise<{ value: unknown; done: Promise<unknown> }>;

const require = createRequire(import.meta.url);
/** Remix's decoder of `.data` responses, resolved from the package that depends on it. */
const { decode } = createRequire(require.resolve("@remix-run/react/package.json"))("turbo-stream") as {
	decode: Decode;
};

/** The request got no complete response: the connection failed. */
export class NoAnswer extends Error {
	override name = "NoAnswer";
}

/** A refusal as plain text, before any action ran: the site is overloaded, or the process does not lead. */
export class TextAnswer extends Error {
	override name = "TextAnswer";
	readonly status: number;

	constructor(address: string, status: number, text: string) {
		super(`${address} answered ${status} ${text}`);
		this.status = status;
	}
}

export interface Client {
	/** A cookie header. */
	readonly cookie: string;
}

/**
 * Posts a form like a browser with scripts.
 * @returns the status and the action's data, after the response is complete.
 * @throws {NoAnswer} or {TextAnswer}
 * @throws {Error} for a response without action data, such as an error page.
 */
export async function postForm(
	address: string,
	client: Client,
	fields: Record<string, string | number>,
): Promise<{ status: number; data: unknown }> {
	const { status, answer } = await sendForm(address, client, fields);
	if (!("data" in answer)) throw new Error(`${address} answered ${status} ${JSON.stringify(answer)}`);
	return { status, data: answer.data };
}

/**
 * Like the function above, for an action that may also redirect.
 * @param fields a list becomes several fields of the same name.
 */
export async function sendForm(
	address: string,
	{ cookie }: Client,
	fields: Record<string, string | number | readonly string[]>,
): Promise<{ status: number; answer: { data?: unknown; error?: unknown; redirect?: string } }> {
	const body = new URLSearchParams(
		Object.entries(fields).flatMap(([name, value]) =>
			(typeof value === "object" ? value : [value]).map((one): [string, string] => [name, String(one)]),
		),
	);
	const headers = { cookie, "sec-fetch-site": "same-origin", "accept-encoding": "identity" };
	const { status, type, bytes } = await completeResponse(`${address}.data`, {
		method: "POST",
		headers,
		body,
	});
	if (type.startsWith("text/plain")) throw new TextAnswer(address, status, new TextDecoder().decode(bytes));
	return { status, answer: (await decodeData(bytes)) as { data?: unknown; redirect?: string } };
}

/** Remix's encoding of a redirect, a Response or an error that a route threw. */
const asItIs = (of: string, ...parts: unknown[]) => ({ value: { of, parts } });

/** The decoded content of a `.data` response. */
export async function decodeData(bytes: BlobPart): Promise<unknown> {
	const { value, done } = await decode(new Blob([bytes]).stream(), { plugins: [asItIs] });
	await done;
	return value;
}

/** Requests a page. @throws {NoAnswer} */
export async function getPage(address: string, { cookie }: Client, language: "pt" | "en" = "pt") {
	const headers = { cookie: `${cookie}; language=${language}; age-verified=true`, accept: "text/html" };
	const { status, bytes } = await completeResponse(address, { headers, redirect: "manual" });
	return { status, html: new TextDecoder().decode(bytes) };
}

async function completeResponse(address: string, init: RequestInit) {
	try {
		const response = await fetch(address, init);
		const type = response.headers.get("content-type") ?? "";
		return { status: response.status, type, bytes: await response.arrayBuffer() };
	} catch (error) {
		throw new NoAnswer(address, { cause: error });
	}
}
