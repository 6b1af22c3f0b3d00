import { createHmac, timingSafeEqual } from "node:crypto";
import { parse, serialize } from "cookie";
import { currentContext } from "~/lib/request-context.server";

export interface SignedValue<Value> {
	/**
	 * The cookie's value, whose shape is not checked; undefined if it is missing or its signature is invalid. After a `write` in the
	 * same request it returns the written value, so that the loaders that run after an action see its result.
	 */
	read(request: Request): Value | undefined;
	/** Returns a `Set-Cookie` header with the value. */
	write(value: Value): string;
	/** Returns a `Set-Cookie` header that deletes the cookie. */
	clear(): string;
}

/**
 * A cookie that holds a small JSON value with an HMAC-SHA256 signature. Its client can read but not change it. A
 * signature is valid for this name only. The expiry is not signed: a client can keep and resend an old value.
 */
export function createSignedCookie<Value>({
	name,
	secret,
	secure,
	maxAgeSeconds,
}: {
	name: string;
	secret: string;
	secure: boolean;
	maxAgeSeconds: number;
}): SignedValue<Value> {
	const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
	const written = new WeakMap<object, Value>();
	// The signature covers the name, so that a value is not valid in another cookie.
	const sign = (text: string) => createHmac("sha256", secret).update(`${name}=${text}`).digest();

	return {
		read(request) {
			const context = currentContext();
			if (context && written.has(context)) return written.get(context);
			const [text, signature] = parse(request.headers.get("Cookie") ?? "")[name]?.split(".") ?? [];
			if (!text || !signature) return undefined;
			const given = Buffer.from(signature, "base64url");
			const wanted = sign(text);
			if (given.length !== wanted.length || !timingSafeEqual(given, wanted)) return undefined;
			return JSON.parse(Buffer.from(text, "base64url").toString()) as Value;
		},
		write(value) {
			const context = currentContext();
			if (context) written.set(context, value);
			const text = Buffer.from(JSON.stringify(value)).toString("base64url");
			return serialize(name, `${text}.${sign(text).toString("base64url")}`, {
				...options,
				maxAge: maxAgeSeconds,
			});
		},
		clear: () => serialize(name, "", { ...options, maxAge: 0 }),
	};
}
