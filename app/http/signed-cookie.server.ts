import { createHmac, timingSafeEqual } from "node:crypto";
import { parse, serialize } from "cookie";
import { currentContext } from "~/lib/request-context.server";

export interface SignedValue<Value> {
	/**
	 * The value that this site wrote; undefined when there is none or it was tampered with. What an action
	 * has written is what the loaders that render its answer read.
	 */
	read(request: Request): Value | undefined;
	/** A `Set-Cookie` header. */
	write(value: Value): string;
	clear(): string;
}

/** A small JSON value kept at the browser: readable by it, but not to be changed. */
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
	// The name is signed too: a value of one cookie says nothing in another.
	const written = new WeakMap<object, Value>();
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
