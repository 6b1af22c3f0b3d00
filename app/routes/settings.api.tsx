import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { z } from "zod";
import { fieldError, idempotencyKey, visibleText, whole } from "~/forms/form-fields.schema";
import { formatMoment, formatPoints } from "~/i18n/format";
import { languageOf } from "~/i18n/i18next.server";
import { SettingsTabs } from "~/settings/settings-tabs";
import { requireAdmin } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { LIVES, MAX_DAILY_POINTS, SCOPES } from "~/team/api/tokens";
import { createToken, listTokens, revokeToken } from "~/team/api/tokens.server";
import { Choices } from "~/ui/choices";
import { errorOf, Field } from "~/ui/field";
import { PageHeader } from "~/ui/page-header";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { declarePage } from "~/ui/shell/handle";
import { ShownOnce } from "~/ui/shown-once";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({ title: (t) => t("settings.tabs.api"), messages: ["settings"] });

/** Admins only: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	await requireAdmin(request);
	const language = await languageOf(request);
	const when = (instant: string | null) =>
		instant && formatMoment(new Date(instant), language, site.config.SITE_TIMEZONE);
	const points = (count: number) => formatPoints(count, language);
	return {
		idempotencyKey: crypto.randomUUID(),
		tokens: (await listTokens(site)).map(({ dailyPoints, givenToday, ...token }) => ({
			...token,
			ends: when(token.revokedAt ?? token.endsAt),
			lastUsed: when(token.lastUsedAt),
			points: dailyPoints !== null && { given: points(givenToday), most: points(dailyPoints) },
		})),
	};
}

const schema = z.discriminatedUnion("intent", [
	z.object({
		...{ intent: z.literal("create"), idempotencyKey, name: visibleText(40, "tokenNameInvalid") },
		scopes: z
			.array(z.enum(SCOPES), fieldError("tokenScopesInvalid"))
			.min(1, fieldError("tokenScopesInvalid")),
		// Without the scope the field has no effect.
		dailyPoints: whole("tokenPointsInvalid", 1, MAX_DAILY_POINTS).or(z.literal("")).default(""),
		days: z.enum(LIVES, fieldError("pageExpired")),
	}),
	z.object({ intent: z.literal("revoke"), id: z.string(fieldError("pageExpired")).max(64) }),
]);

/** Creates a token, which only this answer shows, or revokes one and redirects to this page. */
export const action = createAction({
	role: "admin",
	limit: { points: 30, seconds: 60 },
	schema,
	async run({ input, viewer }) {
		if (input.intent === "revoke") {
			await revokeToken(site, viewer.id, input.id);
			throw site.flash.redirect("/settings/api", "tokenRevoked");
		}
		const { idempotencyKey: id, ...token } = input;
		return { name: token.name, secret: await createToken(site, viewer.id, { id, ...token }) };
	},
});

export default function Api() {
	const { t } = useTranslation();
	const { tokens, idempotencyKey } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const refused = answer?.ok === false ? answer : undefined;
	const created = answer?.ok ? answer : undefined;
	const isAdding = refused?.typed?.intent !== "revoke";
	return (
		<div className="grid gap-6">
			<PageHeader title={t("settings.tabs.api")} intro={t("settings.api.intro")}>
				<SettingsTabs />
			</PageHeader>
			<ShownOnce
				label={created && t("settings.api.created", { name: created.name })}
				secret={created?.secret}
			/>
			{tokens.length > 0 ? (
				<section className="panel grid gap-4">
					<h2 className="text-2xl font-bold">{t("settings.api.tokens")}</h2>
					<Refused answer={!isAdding ? refused : undefined} />
					<ul>
						{tokens.map(({ id, name, by, scopes, points, lastUsed, ends, revokedAt, isOver }) => (
							<li
								key={id}
								className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0"
								data-testid="token"
							>
								<div className="min-w-0 grow text-sm text-muted [overflow-wrap:anywhere]">
									<p className="text-base font-semibold text-text">
										<bdi>{name}</bdi>
									</p>
									<p>{scopes.map((scope) => t(`settings.api.scope.${scope}.name`)).join(" · ")}</p>
									{points ? <p>{t("settings.api.givenToday", points)}</p> : null}
									<p>
										{t(revokedAt ? "settings.api.revoked" : "settings.api.ends", { when: ends })} ·{" "}
										{t("settings.api.lastUsed", { when: lastUsed ?? "–" })} ·{" "}
										{t("settings.api.createdBy", { name: by ?? t("shell.anonymous") })}
									</p>
								</div>
								{isOver ? null : (
									<PostForm fields={{ intent: "revoke", id }}>
										<button
											type="submit"
											className="button"
											aria-label={t("settings.api.revokeOne", { name })}
										>
											{t("settings.api.revoke")}
										</button>
									</PostForm>
								)}
							</li>
						))}
					</ul>
				</section>
			) : null}
			<PostForm
				key={tokens.length}
				fields={{ intent: "create", idempotencyKey }}
				className="panel grid gap-4"
			>
				<h2 className="text-2xl font-bold">{t("settings.api.add")}</h2>
				<div className="grid content-start gap-4 md:grid-cols-2">
					<Field
						name="name"
						label={t("settings.api.name")}
						hint={t("settings.api.nameHint")}
						maxLength={40}
						answer={refused}
					/>
					<Choices
						name="scopes"
						legend={t("settings.api.scopes")}
						error={errorOf("scopes", refused)}
						options={SCOPES.map((value) => ({
							...{ value, label: t(`settings.api.scope.${value}.name`) },
							text: t(`settings.api.scope.${value}.text`),
						}))}
						ticked={refused?.typed && isAdding ? [refused.typed.scopes].flat() : ["read"]}
						className="md:row-span-3"
					/>
					<Field
						name="dailyPoints"
						label={t("settings.api.dailyPoints")}
						hint={t("settings.api.dailyPointsHint")}
						inputMode="numeric"
						answer={refused}
					/>
					<label className="grid content-start gap-1.5 font-semibold">
						{t("settings.api.life")}
						<select name="days" className="field" defaultValue={String(refused?.typed?.days ?? LIVES[1])}>
							{LIVES.map((days) => (
								<option key={days} value={days}>
									{t("settings.api.days", { count: Number(days) })}
								</option>
							))}
						</select>
					</label>
				</div>
				<Refused
					answer={isAdding && Object.keys(refused?.fieldErrors ?? {}).length === 0 ? refused : undefined}
				/>
				<button type="submit" className="button button-primary justify-self-end px-8 max-sm:w-full">
					{t("settings.api.addButton")}
				</button>
			</PostForm>
			<p className="flex flex-wrap gap-x-6 gap-y-3 text-muted">
				<Link to="/settings/services" className="link">
					{t("settings.api.services")}
				</Link>
				<Link to="/api/v1/openapi.json" reloadDocument className="link">
					{t("settings.api.document")}
				</Link>
			</p>
		</div>
	);
}
