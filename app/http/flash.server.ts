import { parse, serialize } from "cookie";
import { isNoticeCode, type NoticeCode } from "~/i18n/messages";

const NAME = "notice";

/** A cookie with a message for the next page, such as "signed out". It holds the message's code, never its text. */
export function createFlash(secure: boolean) {
	const options = { path: "/", httpOnly: true, sameSite: "lax", secure } as const;
	return {
		name: NAME,
		read(request: Request): NoticeCode | undefined {
			const code = parse(request.headers.get("Cookie") ?? "")[NAME];
			return code !== undefined && isNoticeCode(code) ? code : undefined;
		},
		write: (code: NoticeCode): string => serialize(NAME, code, { ...options, maxAge: 60 }),
		clear: (): string => serialize(NAME, "", { ...options, maxAge: 0 }),
	};
}
