import type { TFunction } from "i18next";

/** Why a form was refused, or that its request did not reach the site; such an answer brings no words. */
export const refusalText = (answer: { code?: string; message?: string }, t: TFunction): string =>
	answer.message ?? t(answer.code === "offline" ? "errors.offline" : "errors.siteFailed");
