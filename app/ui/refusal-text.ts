import type { TFunction } from "i18next";

/**
 * The message of a refused form. For an answer without one, made in the browser, the reason why the site did not
 * answer: see `answerWhenOffline`.
 */
export const refusalText = (answer: { code?: string; message?: string | undefined }, t: TFunction): string =>
	answer.message ?? t(answer.code === "offline" ? "errors.offline" : "errors.siteFailed");
