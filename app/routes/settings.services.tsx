import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useActionData, useLoaderData, useNavigation } from "@remix-run/react";
import type { TFunction } from "i18next";
import { useTranslation } from "react-i18next";
import { tryOutsideHunt } from "~/bonus-hunt/outside/outside.server";
import { DomainError } from "~/forms/domain-error";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { WRITE_ONLY } from "~/settings/editable";
import { type ServiceForm, ServiceTest } from "~/settings/service-tests";
import { SettingForm } from "~/settings/setting-form";
import { settingsSchema } from "~/settings/settings.schema";
import { SettingsTabs } from "~/settings/settings-tabs";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { faultText } from "~/store/orders/order-messages";
import { sendTestMessage } from "~/store/redeem-bot/test-message.server";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("settings.tabs.services"),
	messages: ["settings", "orders"],
});

const FORMS = ["bot", "pointsProvider", "hunt"] as const satisfies readonly ServiceForm[];

type ShownForm = (typeof FORMS)[number];

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	await requireAdmin(request);
	const isOn: Record<ShownForm, boolean> = {
		bot: site.redeemBot.isOn,
		pointsProvider: site.pointsProvider !== undefined,
		hunt: site.outsideHunt !== undefined,
	};
	return { ...site.settings.shown(FORMS), isOn };
}

interface Result {
	isGood: boolean;
	text: string;
}

const good = (text: string): Result => ({ isGood: true, text });
const bad = (text: string): Result => ({ isGood: false, text });

/** Tries the stored settings of a service. */
const TESTS: Record<
	ShownForm,
	(call: { t: TFunction; admin: string; who: string; language: "pt" | "en" }) => Promise<Result>
> = {
	async bot({ t, admin }) {
		const fault = await sendTestMessage(
			{ ...site, fetcher: site.fetchers.bot },
			{ username: admin, item: t("settings.test.item") },
		);
		return fault === undefined ? good(t("settings.test.delivered")) : bad(faultText(fault, t));
	},
	async pointsProvider({ t, admin, who }) {
		if (!site.pointsProvider) throw new DomainError("mergeOff");
		const name = (who || admin).toLowerCase();
		const count = await site.pointsProvider.readPoints(name);
		return good(t("settings.test.points", { name, count }));
	},
	async hunt({ t }) {
		const { slots = 0, faults = [] } = (await tryOutsideHunt(site.config, site.fetchers.hunt)) ?? {};
		const texts = faults.map(({ part, reason }) =>
			t("settings.test.huntFailed", { part: t(`settings.test.parts.${part}`), reason: huntFault(reason, t) }),
		);
		return texts.length > 0 ? bad(texts.join(" ")) : good(t("settings.test.slots", { count: slots }));
	},
};

/** What the log calls a failure of the hunt's source, for admins. */
function huntFault(reason: string, t: TFunction): string {
	if (reason === "timeout" || reason === "private") return t(`settings.test.faults.${reason}`);
	if (reason.startsWith("status "))
		return t("settings.test.faults.status", { status: reason.slice("status ".length) });
	if (/^(unreachable|E[A-Z_]+|UND_[A-Z_]+)$/.test(reason)) return t("settings.test.faults.unreachable");
	return t("settings.test.faults.invalid", { reason });
}

/** Saves one of the forms and redirects to this page, or tries a service. */
export const action = createAction({
	role: "admin",
	limit: { points: 30, seconds: 60 },
	unechoed: WRITE_ONLY,
	schema: settingsSchema((form, typed) => site.settings.faultsOf(form, typed)),
	async run({ input: { form, intent, revision, who, ...typed }, viewer, request, headers }) {
		if (intent === "test") {
			if (form !== "bot" && form !== "pointsProvider" && form !== "hunt")
				throw new DomainError("pageExpired");
			const language = await languageOf(request);
			const { t } = i18nIn(language);
			return { tested: form, result: await TESTS[form]({ t, admin: viewer.username, who, language }) };
		}
		await site.settings.save(viewer.id, form, typed, revision);
		headers.append("Set-Cookie", site.flash.write("settingsSaved"));
		return redirect("/settings/services");
	},
});

export default function Services() {
	const { t } = useTranslation();
	const { settings, revisions, isOn } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const sent = useNavigation().formData;
	const isSent = (form: ShownForm, intent: "save" | "test") =>
		sent?.get("form") === form && sent.get("intent") === intent;
	const refused = answer?.ok === false ? answer : undefined;
	return (
		<div className="grid gap-6">
			<header className="grid gap-3">
				<h1 className="text-4xl font-extrabold sm:text-5xl">{t("settings.tabs.services")}</h1>
				<SettingsTabs />
			</header>
			{FORMS.map((form) => (
				<SettingForm
					key={`${form} ${revisions[form]}`}
					{...{ form, settings, answer: refused }}
					revision={revisions[form]}
					busy={isSent(form, "save")}
				>
					<ServiceTest
						form={form}
						isOn={isOn[form]}
						answer={refused}
						result={answer?.ok && "tested" in answer && answer.tested === form ? answer.result : undefined}
						busy={isSent(form, "test")}
						withName={form === "pointsProvider"}
					/>
				</SettingForm>
			))}
		</div>
	);
}
