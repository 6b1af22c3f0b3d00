/** Devices of a viewer that may get push messages. The oldest makes room for a new one. */
export const MAX_DEVICES = 10;

/** The hash of an endpoint, in hex. The browser finds its own device by it. */
export async function deviceIdOf(endpoint: string): Promise<string> {
	const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(endpoint));
	return [...new Uint8Array(hash)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}
