import { createHash } from "node:crypto";
import type { IncomingMessage, ServerResponse } from "node:http";
import { signedHeaders } from "~/http/s3-signature.server";
import { serve } from "./http-server";

export const STORE_KEYS = { keyId: "key-of-the-site", secret: "secret-of-the-site", region: "test-1" };
const BUCKET = "backups";
/** Small, so that lists have several pages. */
const PAGE = 2;

const escaped = (text: string) => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

/** A local S3-compatible store with one bucket. It checks signatures and hashes as the real ones do. */
export async function startObjectStore() {
	const objects = new Map<string, Buffer>();
	const requests: string[] = [];
	let held: Promise<"answered" | "broken"> = Promise.resolve("answered");
	let refuse: (request: string) => [status: number, code: string] | undefined = () => undefined;

	async function respond(request: IncomingMessage, response: ServerResponse) {
		const chunks: Buffer[] = [];
		try {
			for await (const chunk of request) chunks.push(chunk);
		} catch {
			return;
		}
		const body = Buffer.concat(chunks);
		const { method = "", headers } = request;
		const url = new URL(request.url ?? "", `http://${headers.host}`);
		const [, bucket, ...rest] = decodeURIComponent(url.pathname).split("/");
		const key = rest.join("/");
		requests.push(`${method} ${key}`);
		if ((await held) === "broken") return request.socket.destroy();
		const fail = (status: number, code: string) =>
			response.writeHead(status).end(`<?xml version="1.0"?><Error><Code>${code}</Code></Error>`);
		const refused = refuse(`${method} ${key}`);
		if (refused) return fail(...refused);
		const sha256 = createHash("sha256").update(body).digest("hex");
		const date = String(headers["x-amz-date"]).replace(/(....)(..)(..T..)(..)(..)Z/, "$1-$2-$3:$4:$5Z");
		const expected = signedHeaders({ method, url, headers: {}, sha256 }, STORE_KEYS, new Date(date));
		if (headers["x-amz-content-sha256"] !== sha256) return fail(400, "XAmzContentSHA256Mismatch");
		if (headers.authorization !== expected.Authorization) return fail(403, "SignatureDoesNotMatch");
		if (bucket !== BUCKET) return fail(404, "NoSuchBucket");
		if (method === "PUT") {
			objects.set(key, body);
			return response.writeHead(200).end();
		}
		if (method === "DELETE") {
			objects.delete(key);
			return response.writeHead(204).end();
		}
		if (key === "") return response.writeHead(200).end(list(url.searchParams));
		const found = objects.get(key);
		return found ? response.writeHead(200).end(found) : fail(404, "NoSuchKey");
	}

	function list(query: URLSearchParams) {
		const keys = [...objects.keys()].filter((key) => key.startsWith(query.get("prefix") ?? "")).sort();
		const from = Number(query.get("continuation-token") ?? 0);
		const entries = keys.slice(from, from + PAGE).map((key) => {
			const size = objects.get(key)?.length;
			return `<Contents><Key>${escaped(key)}</Key><Size>${size}</Size></Contents>`;
		});
		const next = from + PAGE < keys.length ? from + PAGE : undefined;
		const more = next === undefined ? "" : `<NextContinuationToken>${next}</NextContinuationToken>`;
		return `<?xml version="1.0"?><ListBucketResult>${entries.join("")}${more}</ListBucketResult>`;
	}

	const { origin, close } = await serve((request, response) => void respond(request, response));
	return {
		objects,
		requests,
		/** The site's settings for a folder of the bucket. */
		settings: {
			BACKUP_S3_ENDPOINT: origin,
			BACKUP_S3_BUCKET: `${BUCKET}/site`,
			BACKUP_S3_REGION: STORE_KEYS.region,
			BACKUP_S3_KEY_ID: STORE_KEYS.keyId,
			BACKUP_S3_SECRET: STORE_KEYS.secret,
		},
		/** The settings for the site's pictures in another folder of the bucket. */
		pictureSettings: {
			PICTURE_S3_ENDPOINT: origin,
			PICTURE_S3_BUCKET: `${BUCKET}/pictures`,
			PICTURE_S3_REGION: STORE_KEYS.region,
			PICTURE_S3_KEY_ID: STORE_KEYS.keyId,
			PICTURE_S3_SECRET: STORE_KEYS.secret,
		},
		/** Answers no request until the returned function is called, which answers them or breaks their connections. */
		hold() {
			let release = (_how: "answered" | "broken") => {};
			held = new Promise((resolve) => {
				release = resolve;
			});
			return (how: "answered" | "broken") => {
				held = Promise.resolve("answered");
				release(how);
			};
		},
		/** Refuses requests, such as `PUT site/NAME`, with a status and code of S3. */
		refuseIf(next: typeof refuse = () => undefined) {
			refuse = next;
		},
		close,
	};
}

export type ObjectStore = Awaited<ReturnType<typeof startObjectStore>>;
