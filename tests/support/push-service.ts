import { createDecipheriv, createECDH, hkdfSync, randomBytes } from "node:crypto";
import { readBody } from "~/http/bounded-body.server";
import { serve } from "./http-server";

interface Received {
	path: string;
	headers: Record<string, string | string[] | undefined>;
	/** The decrypted message. */
	message: Record<string, string>;
}

/** Decrypts a message of one record (RFC 8188, RFC 8291), as the browser does. */
function decrypt(body: Buffer, device: Device): string {
	const salt = body.subarray(0, 16);
	const keyLength = body[20] ?? 0;
	const sender = body.subarray(21, 21 + keyLength);
	const sealed = body.subarray(21 + keyLength);
	const info = Buffer.concat([Buffer.from("WebPush: info\0"), device.ecdh.getPublicKey(), sender]);
	const secret = hkdfSync("sha256", device.ecdh.computeSecret(sender), device.auth, info, 32);
	const derived = (purpose: string, length: number) =>
		Buffer.from(hkdfSync("sha256", Buffer.from(secret), salt, `Content-Encoding: ${purpose}\0`, length));
	const decipher = createDecipheriv("aes-128-gcm", derived("aes128gcm", 16), derived("nonce", 12));
	decipher.setAuthTag(sealed.subarray(-16));
	const text = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
	return text.subarray(0, text.lastIndexOf(2)).toString();
}

function newDevice() {
	const ecdh = createECDH("prime256v1");
	ecdh.generateKeys();
	return { ecdh, auth: randomBytes(16) };
}

type Device = ReturnType<typeof newDevice>;

/** A push service on loopback, and the browsers that subscribe at it. */
export async function startPushService() {
	const devices = new Map<string, Device>();
	const received: Received[] = [];
	/** The status by path; 201 for others. Undefined never answers. An array is used up, one status for each message. */
	const statuses = new Map<string, number | number[] | undefined>();
	const retryAfter = new Map<string, string>();
	const { origin, close } = await serve(async (request, response) => {
		const { url: path = "", headers } = request;
		const device = devices.get(path);
		const body = await readBody(request, 10_000);
		if (device) received.push({ path, headers, message: JSON.parse(decrypt(body, device)) });
		const next = statuses.has(path) ? statuses.get(path) : 201;
		const status = Array.isArray(next) ? (next.shift() ?? 201) : next;
		const pause = retryAfter.get(path);
		if (pause !== undefined) response.setHeader("Retry-After", pause);
		if (status !== undefined) response.writeHead(status).end();
	});
	return {
		origin,
		close,
		received,
		statuses,
		retryAfter,
		/** The fields that a new browser sends when it subscribes. */
		subscribe(name: string) {
			const device = newDevice();
			devices.set(`/${name}`, device);
			return {
				endpoint: `${origin}/${name}`,
				p256dh: device.ecdh.getPublicKey("base64url"),
				auth: device.auth.toString("base64url"),
			};
		},
	};
}
