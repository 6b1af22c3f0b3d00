import { useTranslation } from "react-i18next";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import type { ShownRaffle } from "./raffles-page.server";

interface Props {
	raffle: ShownRaffle;
	answer: (FieldAnswer & { ok: boolean }) | undefined;
}

/** What the team decides about a raffle: a place that is passed over, and its end. */
export function ManagePanel({ raffle, answer }: Props) {
	const { t } = useTranslation();
	/** Whether own tickets are in the draw, which is then left to others. */
	const isEntrant = raffle.state === "drawn" && raffle.own.length > 0;
	const isDecidable = raffle.state !== "cancelled" && !isEntrant;
	const isPaid = raffle.places.some(({ state }) => state === "paid");
	const forms = [
		...raffle.places.flatMap(({ place, ticket, state, name }) =>
			isDecidable && state === "drawn"
				? {
						fields: { intent: "pass", place },
						title: t("raffles.manage.passTitle", { ticket, name: name ?? t("raffles.erased") }),
						text: "",
					}
				: [],
		),
		...(isDecidable && !isPaid
			? [
					{
						fields: { intent: "cancel", place: "" },
						title: t("raffles.manage.cancelTitle"),
						text: t("raffles.manage.cancelText"),
					},
				]
			: []),
	];
	const typed = answer && !answer.ok ? answer.typed : undefined;
	const refused = forms.find(
		({ fields: { intent, place } }) => typed?.intent === intent && (typed.place ?? "") === String(place),
	);
	return (
		<section className="panel grid gap-4 lg:col-span-2" aria-labelledby="manage">
			<h2 id="manage" className="text-2xl font-bold">
				{t("raffles.manage.title")}
			</h2>
			{isEntrant ? <p className="max-w-prose">{t("raffles.manage.ownTickets")}</p> : null}
			{forms.map((form) => (
				<details key={form.title} open={form === refused}>
					<summary className="cursor-pointer text-lg font-bold">{form.title}</summary>
					<p className="my-2 max-w-prose text-muted">{form.text}</p>
					<PostForm
						fields={form.fields}
						className="grid items-end gap-3 sm:grid-cols-[minmax(0,32rem)_auto] sm:justify-start"
					>
						<Field
							name="reason"
							idPrefix={`${form.fields.intent}-${form.fields.place}`}
							label={t("raffles.manage.reason")}
							maxLength={200}
							answer={form === refused ? answer : undefined}
						/>
						<button type="submit" className="button text-bad">
							{t(`raffles.manage.${form.fields.intent as "pass" | "cancel"}`)}
						</button>
					</PostForm>
				</details>
			))}
			{/* The form of a page from before may be gone. */}
			<Refused answer={typed?.intent === "enter" || (refused && answer?.fieldErrors) ? undefined : answer} />
		</section>
	);
}
