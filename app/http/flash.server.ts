import { serialize } from "cookie";
import { isNoticeCode, type NoticeCode } from "~/i18n/messages";
import { cookiesIn } from "~/lib/cookies";

const NAME = "notice";

/** A cookie with a message for the next page, such as "signed out". It holds the message's code, never its text. */
export function createFlash(secure: boolean) {
	const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
	const write = (code: NoticeCode): string => serialize(NAME, code, { ...options, maxAge: 60 });
	return {
		name: NAME,
		/** Undefined for a missing or unknown code. */
		read(request: Request): NoticeCode | undefined {
			const code = cookiesIn(request.headers.get("Cookie"))[NAME];
			return code !== undefined && isNoticeCode(code) ? code : undefined;
		},
		/** Returns a `Set-Cookie` header that lasts 60 s. */
		write,
		/** Redirects to a page, which shows the message. */
		redirect: (path: string, code: NoticeCode): Response =>
			new Response(null, { status: 302, headers: { Location: path, "Set-Cookie": write(code) } }),
		/** Returns a `Set-Cookie` header that deletes the cookie. */
		clear: (): string => serialize(NAME, "", { ...options, maxAge: 0 }),
	};
}

declare module "~/lib/site" {
	interface Site {
		flash: ReturnType<typeof createFlash>;
	}
}
