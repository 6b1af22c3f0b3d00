import { createHash, createHmac } from "node:crypto";

export interface Credentials {
	region: string;
	keyId: string;
	secret: string;
}

interface Unsigned {
	method: string;
	/** Its path is encoded by {@link s3Encoded}, segment by segment. */
	url: URL;
	headers: Readonly<Record<string, string>>;
	/** SHA-256 of the body in hex. */
	sha256: string;
}

const hmac = (key: Buffer, text: string) => createHmac("sha256", key).update(text).digest();

/** Percent-encodes everything but letters, digits and `-._~`, as the signature requires. */
export const s3Encoded = (text: string): string =>
	encodeURIComponent(text).replace(/[!'()*]/g, (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`);

/** The headers of a request to S3 with its signature (AWS Signature Version 4), which covers all of them and the body. */
export function signedHeaders(
	{ method, url, headers, sha256 }: Unsigned,
	{ region, keyId, secret }: Credentials,
	now: Date,
): Record<string, string> {
	const time = now.toISOString().replaceAll(/[-:]|\.\d{3}/g, "");
	const day = time.slice(0, 8);
	const scope = `${day}/${region}/s3/aws4_request`;
	const all: Record<string, string> = {
		...headers,
		host: url.host,
		"x-amz-content-sha256": sha256,
		"x-amz-date": time,
	};
	const names = Object.keys(all).sort();
	const query = [...url.searchParams].map((pair) => pair.map(s3Encoded).join("=")).sort();
	const lines = names.map((name) => `${name}:${all[name]}`);
	const request = [method, url.pathname, query.join("&"), ...lines, "", names.join(";"), sha256].join("\n");
	const hash = createHash("sha256").update(request).digest("hex");
	const key = [day, region, "s3", "aws4_request"].reduce(hmac, Buffer.from(`AWS4${secret}`));
	const signature = hmac(key, `AWS4-HMAC-SHA256\n${time}\n${scope}\n${hash}`).toString("hex");
	const credential = `Credential=${keyId}/${scope},SignedHeaders=${names.join(";")},Signature=${signature}`;
	return { ...all, Authorization: `AWS4-HMAC-SHA256 ${credential}` };
}
