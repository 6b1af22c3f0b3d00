import { redirect } from "@remix-run/node";
import { z } from "zod";
import { preferenceCookie } from "~/account/preferences.server";
import { safeReturnTo } from "~/account/return-to";
import { LANGUAGES } from "~/i18n/languages";
import { createAction, site } from "~/site/site.server";
import { declarePage } from "~/ui/shell/handle";

export { RefusalBoundary as ErrorBoundary } from "~/ui/shell/error-page";

/** A refusal is shown in place of the age gate, whose own form is sent here. */
export const handle = await declarePage({ openToAllAges: true });

export { loadNoPage as loader } from "~/http/no-page.server";

/** Stores the visitor's language, theme or confirmation of age in cookies, and redirects to `returnTo`. */
export const action = createAction({
	role: "anyone",
	hasNoPage: true,
	// Each visitor of a full address opens the age gate.
	limit: { points: 300, seconds: 60 },
	schema: z.object({
		language: z.enum(LANGUAGES).optional(),
		theme: z.enum(["dark", "light"]).optional(),
		ageVerified: z.literal("true").optional(),
		returnTo: z.string().optional(),
	}),
	async run({ input, headers }) {
		const choices = { language: input.language, theme: input.theme, "age-verified": input.ageVerified };
		for (const name of ["language", "theme", "age-verified"] as const) {
			const value = choices[name];
			if (value) headers.append("Set-Cookie", preferenceCookie(name, value, site.secure));
		}
		return redirect(safeReturnTo(input.returnTo));
	},
});
