import type { ErrorCode } from "~/i18n/messages";

/** A refusal that the asker should understand: its code names the words in both languages. */
export class DomainError extends Error {
	override name = "DomainError";

	constructor(
		readonly code: ErrorCode,
		/** Values for the message's placeholders. */
		readonly values: Record<string, string | number> = {},
		/** The HTTP status of the answer, where it is not the usual one of the code. */
		readonly status?: number,
	) {
		super(code);
	}
}
