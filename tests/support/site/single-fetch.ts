import { createRequire } from "node:module";

type Decode = (
	body: ReadableStream<Uint8Array>,
	options: { plugins: ((type: string, ...parts: unknown[]) => { value: unknown })[] },
) => Promise<{ value: unknown; done: Promise<unknown> }>;

const require = createRequire(import.meta.url);
/** Remix's own decoder of `.data` answers, found from the package that brings it. */
const { decode } = createRequire(require.resolve("@remix-run/react/package.json"))("turbo-stream") as {
	decode: Decode;
};

/** The request got no whole answer: the connection failed before or while it was read. */
export class NoAnswer extends Error {
	override name = "NoAnswer";
}

export interface Asker {
	/** A cookie header. */
	readonly cookie: string;
}

/**
 * Posts a form as a browser with scripts does.
 * @returns the status and the action's data, once the answer is complete.
 * @throws {NoAnswer}
 * @throws {Error} for an answer that is not an action's data, such as an error page.
 */
export async function postForm(
	address: string,
	asker: Asker,
	fields: Record<string, string | number>,
): Promise<{ status: number; data: unknown }> {
	const { status, answer } = await sendForm(address, asker, fields);
	if (!("data" in answer)) throw new Error(`${address} answered ${status} ${JSON.stringify(answer)}`);
	return { status, data: answer.data };
}

/**
 * The same for an action that may answer with a redirect as well.
 * @param fields a list stands for as many fields of its name.
 */
export async function sendForm(
	address: string,
	{ cookie }: Asker,
	fields: Record<string, string | number | readonly string[]>,
): Promise<{ status: number; answer: { data?: unknown; error?: unknown; redirect?: string } }> {
	const body = new URLSearchParams(
		Object.entries(fields).flatMap(([name, value]) =>
			(typeof value === "object" ? value : [value]).map((one): [string, string] => [name, String(one)]),
		),
	);
	const headers = { cookie, "sec-fetch-site": "same-origin", "accept-encoding": "identity" };
	const { status, bytes } = await wholeAnswer(`${address}.data`, { method: "POST", headers, body });
	return { status, answer: (await decodeData(bytes)) as { data?: unknown; redirect?: string } };
}

/** What Remix sends in place of a redirect, a Response or an error that a route has thrown. */
const asItIs = (of: string, ...parts: unknown[]) => ({ value: { of, parts } });

/** What a `.data` answer holds. */
export async function decodeData(bytes: BlobPart): Promise<unknown> {
	const { value, done } = await decode(new Blob([bytes]).stream(), { plugins: [asItIs] });
	await done;
	return value;
}

/** Asks for a page. @throws {NoAnswer} */
export async function getPage(address: string, { cookie }: Asker, language: "pt" | "en" = "pt") {
	const headers = { cookie: `${cookie}; language=${language}; age-verified=true`, accept: "text/html" };
	const { status, bytes } = await wholeAnswer(address, { headers, redirect: "manual" });
	return { status, html: new TextDecoder().decode(bytes) };
}

async function wholeAnswer(address: string, init: RequestInit) {
	try {
		const response = await fetch(address, init);
		return { status: response.status, bytes: await response.arrayBuffer() };
	} catch (error) {
		throw new NoAnswer(address, { cause: error });
	}
}
