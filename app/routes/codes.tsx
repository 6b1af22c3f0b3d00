import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { Ticket } from "lucide-react";
import { useTranslation } from "react-i18next";
import { CodeForm } from "~/earning/codes/code-form";
import { CodeList } from "~/earning/codes/code-list";
import { codesSchema } from "~/earning/codes/codes.schema";
import { createCode, endCode } from "~/earning/codes/codes.server";
import { readCodesPage } from "~/earning/codes/codes-page.server";
import { languageOf } from "~/i18n/i18next.server";
import { instantIn } from "~/lib/calendar";
import { requireRight } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("earning.codes.title"),
	messages: ["earning"],
	navigation: { label: (t) => t("shell.codes"), icon: Ticket, order: 135, for: "codes" },
});

/** For the right `codes`: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireRight(request, "codes")]);
	return { language, ...(await readCodesPage(site, language, viewer)) };
}

/** Creates a code or ends one, and redirects to this page. */
export const action = createAction({
	role: "codes",
	limit: { points: 60, seconds: 60 },
	schema: codesSchema,
	async run({ input, viewer }) {
		switch (input.intent) {
			case "create": {
				const { intent: _intent, startsAt, ...form } = input;
				await createCode(site, viewer.id, {
					...form,
					startsAt: startsAt ? instantIn(site.config.SITE_TIMEZONE, startsAt) : undefined,
				});
				return site.flash.redirect("/codes", "codeAdded");
			}
			case "end":
				await endCode(site, viewer.id, input.codeId);
				return site.flash.redirect("/codes", "codeEnded");
		}
	},
});

export default function Codes() {
	const { t } = useTranslation();
	const { language, codes, hasOverlay, idempotencyKey, zone } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	return (
		<div className="grid gap-6">
			<PageHeader title={t("earning.codes.title")} intro={t("earning.codes.intro")} />
			<div className="grid items-start gap-6 lg:grid-cols-2">
				<CodeForm key={codes[0]?.id} idempotencyKey={idempotencyKey} zone={zone} answer={answer} />
				<CodeList codes={codes} language={language} />
			</div>
			{hasOverlay ? (
				<section className="panel grid justify-items-start gap-4" aria-labelledby="overlay">
					<h2 id="overlay" className="text-2xl font-bold">
						{t("earning.codes.overlay")}
					</h2>
					<p className="max-w-prose text-muted">{t("earning.codes.overlayText")}</p>
					<Link to="/overlay?scenes=code" className="button">
						{t("earning.codes.toOverlay")}
					</Link>
				</section>
			) : null}
		</div>
	);
}
