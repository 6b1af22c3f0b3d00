import { createHash } from "node:crypto";
import { createReadStream, createWriteStream } from "node:fs";
import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { OperatorError } from "db/engine";
import { readBody } from "~/http/bounded-body.server";
import { FetchRefused, type Reach, sendRequest } from "~/http/safe-fetch.server";
import { abortWithin } from "~/lib/abort-within.server";
import type { Config } from "~/lib/config.server";
import type { Site } from "~/lib/site";
import { s3Encoded, signedHeaders } from "./s3-signature.server";

/** The settings of the store; it is off without an endpoint. */
export const STORE_SETTINGS = [
	"BACKUP_S3_ENDPOINT",
	"BACKUP_S3_BUCKET",
	"BACKUP_S3_REGION",
	"BACKUP_S3_KEY_ID",
	"BACKUP_S3_SECRET",
] as const;

export type StoreConfig = Pick<Config, (typeof STORE_SETTINGS)[number]>;

/** Where a store is, and the key for it. */
interface StoreAddress {
	endpoint: string;
	/** The bucket, or `bucket/folder`. */
	bucket: string;
	region: string;
	keyId: string;
	secret: string;
}

/** The store has refused a request. */
export class StoreRefusal extends OperatorError {
	override name = "StoreRefusal";
	constructor(
		readonly status: number,
		/** Of S3, such as `NoSuchBucket`; empty if the answer has none. */
		readonly code: string,
	) {
		super(`the store answered ${`${status} ${code}`.trim()}`);
	}
}

/** Why a store cannot be used. `other`: the log has the reason. */
export type StoreFault =
	| "keys"
	| "bucket"
	| "region"
	| "clock"
	| "private"
	| "timeout"
	| "unreachable"
	| "other";

const FAULTS: Readonly<Record<string, StoreFault>> = {
	...{
		AccessDenied: "keys",
		InvalidAccessKeyId: "keys",
		SignatureDoesNotMatch: "keys",
		401: "keys",
		403: "keys",
	},
	...{ NoSuchBucket: "bucket", 404: "bucket" },
	...{ AuthorizationHeaderMalformed: "region", PermanentRedirect: "region", 301: "region", 307: "region" },
	RequestTimeTooSkewed: "clock",
};

/** Why a request to a store has failed. */
export function storeFaultOf(error: unknown): StoreFault {
	if (error instanceof StoreRefusal) return FAULTS[error.code] ?? FAULTS[error.status] ?? "other";
	if (error instanceof FetchRefused) return "private";
	const { name, code, path } = error as NodeJS.ErrnoException;
	if (name === "TimeoutError" || name === "AbortError") return "timeout";
	// An error of a connection, and not of a file.
	return code !== undefined && path === undefined ? "unreachable" : "other";
}

export interface StoredObject {
	/** Below the folder of the store. */
	key: string;
	bytes: number;
}

/** A body of known size and SHA-256. The store refuses a body that differs. */
interface Body {
	bytes: number;
	sha256: string;
	open(): Readable;
}

type Services = Pick<Site, "now"> &
	Pick<Reach, "trusted" | "mayReach"> & {
		/** Aborts requests. */
		ended?: AbortSignal;
		/** Time for a small request. */
		timeoutMs?: number;
	};

const sha256Of = (text: string | Buffer) => createHash("sha256").update(text).digest("hex");
const NO_BODY: Body = { bytes: 0, sha256: sha256Of(""), open: () => Readable.from([]) };
const TIMEOUT_MS = 30_000;
/** A slower line is taken for a broken one. */
const MIN_BYTES_PER_MS = 50;
const MAX_LIST_BYTES = 8 * 1024 * 1024;
/** A page has up to 1,000 objects. */
const MAX_PAGES = 1000;
const MAX_ERROR_BYTES = 64 * 1024;

/** The body of a file whose size and SHA-256 are known. */
export const fileBody = (path: string, { bytes, sha256 }: { bytes: number; sha256: string }): Body => ({
	...{ bytes, sha256 },
	open: () => createReadStream(path),
});

export const bytesBody = (bytes: Buffer): Body => ({
	...{ bytes: bytes.length, sha256: sha256Of(bytes) },
	open: () => Readable.from([bytes]),
});

export const textBody = (text: string): Body => bytesBody(Buffer.from(text));

/** Opens the store for copies of backups; undefined if none is set. See {@link openStoreAt}. */
export function openStore(config: StoreConfig, services: Services) {
	const { BACKUP_S3_ENDPOINT: endpoint, BACKUP_S3_BUCKET: bucket = "", BACKUP_S3_REGION: region } = config;
	const { BACKUP_S3_KEY_ID: keyId = "", BACKUP_S3_SECRET: secret = "" } = config;
	return endpoint === undefined
		? undefined
		: openStoreAt({ endpoint, bucket, region, keyId, secret }, services);
}

/**
 * Opens an S3-compatible store. Its address must be public and https, unless its origin is trusted.
 * Requests reject with a {@link StoreRefusal}, a `FetchRefused` or an error of the connection.
 */
export function openStoreAt(
	{ endpoint, bucket: path, ...credentials }: StoreAddress,
	{ now, ended, timeoutMs = TIMEOUT_MS, ...reach }: Services,
) {
	const [bucket = "", ...folders] = path.split("/");
	const folder = folders.map((name) => `${name}/`).join("");
	const never = new AbortController().signal;

	async function request<Result>(
		method: "GET" | "PUT" | "DELETE",
		key: string,
		use: (response: IncomingMessage) => Promise<Result>,
		{ query = {}, body = NO_BODY, bytes = 0 }: Options = {},
	): Promise<Result> {
		const path = [bucket, ...key.split("/")].map(s3Encoded).join("/");
		const url = new URL(`${endpoint}/${path}`);
		url.search = Object.entries(query)
			.map((pair) => pair.map(s3Encoded).join("="))
			.join("&");
		if (url.protocol !== "https:" && !reach.trusted?.has(url.origin)) {
			throw new FetchRefused("not an https address");
		}
		const timeFor = (size: number) => timeoutMs + size / MIN_BYTES_PER_MS;
		return abortWithin(timeFor(body.bytes), ended ?? never, async (signal, allow) => {
			const headers = signedHeaders({ method, url, headers: {}, sha256: body.sha256 }, credentials, now());
			const response = await sendRequest(
				url,
				{ ...reach, signal },
				{
					method,
					headers: { ...headers, "Accept-Encoding": "identity", "Content-Length": body.bytes },
					...(body.bytes > 0 && { body: body.open() }),
				},
			);
			// Only after the head: a store that does not answer would otherwise get as much time as the largest object needs.
			allow(timeFor(Math.min(bytes, Number(response.headers["content-length"] ?? bytes))));
			try {
				const { statusCode = 0 } = response;
				if (statusCode >= 200 && statusCode < 300) return await use(response);
				const text = (await readBody(response, MAX_ERROR_BYTES).catch(() => "")).toString();
				throw new StoreRefusal(statusCode, /<Code>(\w+)<\/Code>/.exec(text)?.[1] ?? "");
			} finally {
				response.destroy();
			}
		});
	}

	return {
		/** Where the objects are, for messages. */
		name: `${endpoint}/${path}`,
		put: (key: string, body: Body) => request("PUT", folder + key, async () => {}, { body }),
		remove: (key: string) => request("DELETE", folder + key, async () => {}),
		/** Downloads an object, which has at most `bytes`, to a new file. */
		get: (key: string, path: string, bytes: number) =>
			request(
				"GET",
				folder + key,
				async (response) => {
					const file = createWriteStream(path, { flags: "wx", mode: 0o600 });
					await pipeline(response, limitTo(bytes), file);
				},
				{ bytes },
			),
		/** All objects whose keys begin with a prefix. */
		async list(prefix: string): Promise<StoredObject[]> {
			const found: StoredObject[] = [];
			let from: string | undefined;
			let pages = 0;
			do {
				pages += 1;
				const query = {
					...(from !== undefined && { "continuation-token": from }),
					"list-type": "2",
					prefix: folder + prefix,
				};
				const read = async (response: IncomingMessage) =>
					(await readBody(response, MAX_LIST_BYTES)).toString();
				const text = await request("GET", "", read, { query });
				// Not a search for pairs of tags: its time grows with the square of those that are open.
				for (const entry of text.split("<Contents>").slice(1)) {
					const key = textIn(entry, "Key");
					if (key?.startsWith(folder)) {
						found.push({ key: key.slice(folder.length), bytes: Number(textIn(entry, "Size")) });
					}
				}
				from = textIn(text, "NextContinuationToken");
			} while (from !== undefined && pages < MAX_PAGES);
			return found;
		},
	};
}

/** Opens the store of a site. Like other addresses, only one of the environment may be in the site's own network. */
export function openStoreOf(
	config: StoreConfig & Pick<Config, "TEST_ORIGIN">,
	environment: Readonly<Record<string, string | undefined>>,
	{ now, ended }: Pick<Services, "now" | "ended">,
) {
	const ownOrigin = environment.BACKUP_S3_ENDPOINT && config.BACKUP_S3_ENDPOINT;
	const trusted = new Set([ownOrigin ?? "", config.TEST_ORIGIN ?? ""]);
	return openStore(config, { now, trusted, ...(ended && { ended }) });
}

interface Options {
	query?: Record<string, string>;
	body?: Body;
	/** The maximum size of the answer in bytes, if it is large. The time limit grows with it. */
	bytes?: number;
}

export type Store = ReturnType<typeof openStoreAt>;

/** Ends a download that is longer than it should be. */
const limitTo = (bytes: number) =>
	async function* (chunks: AsyncIterable<Buffer>) {
		let size = 0;
		for await (const chunk of chunks) {
			size += chunk.length;
			if (size > bytes) throw new Error(`more than ${bytes} bytes`);
			yield chunk;
		}
	};

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'" };

/** The text of the first element of a name in XML. */
function textIn(xml: string, name: string): string | undefined {
	const text = new RegExp(`<${name}>([^<]*)</${name}>`).exec(xml)?.[1];
	return text?.replace(/&(?:#(x?)([0-9a-f]+)|(\w+));/gi, (whole, hex, code, entity) =>
		code ? String.fromCodePoint(Number.parseInt(code, hex ? 16 : 10)) : (ENTITIES[entity] ?? whole),
	);
}
