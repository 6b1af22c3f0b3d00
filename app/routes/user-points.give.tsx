import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData } from "@remix-run/react";
import { ArrowLeft, Gift } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import { i18nIn, languageOf } from "~/i18n/i18next.server";
import { may } from "~/lib/rights";
import { signedPoints } from "~/points/signed-points";
import { readDailyLeft } from "~/points/users/daily-points.server";
import { givePointsToMany } from "~/points/users/giving.server";
import { GivingForm } from "~/points/users/giving-form";
import { givingSchema, signedAmount } from "~/points/users/user-points.schema";
import { MAX_NAMES } from "~/points/users/users";
import { requireRight } from "~/site/guards.server";
import { createAction, site } from "~/site/site.server";
import { Field } from "~/ui/field";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("points.givingMany"),
	messages: ["points"],
	navigation: {
		label: (t) => t("points.givingMany"),
		icon: Gift,
		order: 141,
		for: "points",
		moderatorsOnly: true,
	},
});

/** For the right `points`: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireRight(request, "points")]);
	return {
		...{ language, idempotencyKey: crypto.randomUUID() as string },
		/** Of a moderator; null for admins, who also take points. */
		left: (await readDailyLeft(site.db, { ...site, at: site.now() }, viewer.id)) ?? null,
		hasTable: may(viewer, "names"),
	};
}

/** Gives points to a list of names, or takes them. Returns who got them, and the other names with the cause. */
export const action = createAction({
	role: "points",
	limit: { points: 60, seconds: 60 },
	schema: givingSchema,
	async run({ input, viewer, request }) {
		const { idempotencyKey, amount, note, names } = input;
		const form = { idempotencyKey, names, note, amount: signedAmount(input) };
		const [language, { given, refused }] = await Promise.all([
			languageOf(request),
			givePointsToMany(site, viewer, form),
		]);
		const { t } = i18nIn(language);
		return {
			key: idempotencyKey,
			given,
			change: signedPoints(form.amount, language),
			refused: refused.map(({ name, fault, points }) => ({
				name,
				cause: t(`points.givingFaults.${fault}`, { points }),
			})),
			// For the names that stay in the field.
			known: refused.length > 0 ? { amount, note } : undefined,
		};
	},
});

export default function GivePoints() {
	const { t } = useTranslation();
	const { language, idempotencyKey, left, hasTable } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	// Kept while a later form is refused or cannot be sent.
	const [last, setLast] = useState(answer?.ok ? answer : undefined);
	if (answer?.ok && answer !== last) setLast(answer);
	const refusal = answer && !answer.ok ? answer : undefined;
	return (
		<div className="grid gap-6">
			<header className="grid gap-3">
				{hasTable ? (
					<Link to="/user-points" className="link flex items-center gap-1 justify-self-start">
						<ArrowLeft aria-hidden="true" className="size-4" />
						{t(left === null ? "points.users" : "points.names")}
					</Link>
				) : null}
				<h1 className="text-4xl font-extrabold sm:text-5xl">
					{t(left === null ? "points.giving" : "points.givingMany")}
				</h1>
				<p className="max-w-prose text-lg text-muted">
					{left === null
						? t("points.givingText")
						: t("points.givingLeft", { count: left, points: formatPoints(left, language) })}
				</p>
			</header>
			<div role="status" className="panel grid gap-3 empty:hidden" data-testid="given">
				{last && !refusal ? (
					<>
						<p className="font-semibold">
							{last.given.length > 0
								? t("points.given", { count: last.given.length, amount: last.change })
								: t("points.givenNobody")}
						</p>
						{last.given.length > 0 ? (
							<p className="text-sm text-muted wrap-anywhere">{last.given.join(", ")}</p>
						) : null}
						{last.refused.length > 0 ? (
							<>
								<p className="font-semibold text-bad">
									{t("points.notGiven", { count: last.refused.length })}
								</p>
								<ul className="grid gap-1">
									{last.refused.map(({ name, cause }) => (
										<li key={name} className="wrap-anywhere">
											<strong>{name}</strong>: {cause}
										</li>
									))}
								</ul>
							</>
						) : null}
					</>
				) : null}
			</div>
			<div className="panel max-w-2xl">
				<GivingForm
					// A new form after an answer, with the names that are left.
					key={last?.key}
					known={last?.known}
					idempotencyKey={idempotencyKey}
					refusal={refusal}
					canTake={left === null}
					bound="page"
					idPrefix="give"
				>
					<Field
						name="names"
						label={t("points.givingNames")}
						hint={t("points.givingNamesHint", { most: formatPoints(MAX_NAMES, language) })}
						rows={5}
						isCode
						known={last?.refused.map(({ name }) => name).join("\n")}
						answer={refusal}
						idPrefix="give"
					/>
				</GivingForm>
			</div>
		</div>
	);
}
