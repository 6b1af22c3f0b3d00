import type { ErrorCode } from "~/i18n/messages";

/** An expected refusal that is shown to the user. Its code selects the message in both languages. */
export class DomainError extends Error {
	override name = "DomainError";

	constructor(
		readonly code: ErrorCode,
		/** Values for the message's placeholders. */
		readonly values: Record<string, string | number> = {},
		/** The HTTP status of the response; by default that of the code in `createAction`, which is 409 for most. */
		readonly status?: number,
	) {
		super(code);
	}
}
