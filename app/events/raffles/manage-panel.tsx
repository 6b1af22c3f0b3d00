import { useTranslation } from "react-i18next";
import { CopyButton } from "~/ui/copy-button";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import type { ShownRaffle } from "./raffles-page.server";

interface Props {
	raffle: ShownRaffle;
	/** The address for a broadcast. */
	overlay: string;
	answer: (FieldAnswer & { ok: boolean }) | undefined;
}

/** What admins decide about a raffle: a place that is passed over, and its end. */
export function ManagePanel({ raffle, overlay, answer }: Props) {
	const { t } = useTranslation();
	const drawn = raffle.places.filter(({ state }) => state === "drawn");
	/** Whether the admin's own tickets are in the draw, which the admin then leaves to others. */
	const isEntrant = raffle.state === "drawn" && raffle.own.length > 0;
	const isPaid = raffle.places.some(({ state }) => state === "paid");
	const isDecidable = raffle.state !== "cancelled" && !isEntrant;
	const passable = isDecidable ? drawn : [];
	const isCancellable = isDecidable && !isPaid;
	const { typed } = answer && !answer.ok ? answer : {};
	const refusedOf = (intent: string, place?: number) => {
		const isIt = typed?.intent === intent && (place === undefined || typed.place === String(place));
		return isIt ? answer : undefined;
	};
	const hasForm =
		typed?.intent === "enter" ||
		(isCancellable && refusedOf("cancel")) ||
		passable.some(({ place }) => refusedOf("pass", place));
	const reasonForm = (intent: "pass" | "cancel", button: string, place?: number) => {
		const refused = refusedOf(intent, place);
		return (
			<PostForm
				fields={{ intent, ...(place !== undefined && { place }) }}
				className="grid items-end gap-3 sm:grid-cols-[minmax(0,32rem)_auto] sm:justify-start"
			>
				<Field
					name="reason"
					idPrefix={`${intent}-${place ?? ""}`}
					label={t("raffles.manage.reason")}
					maxLength={200}
					answer={refused}
				/>
				<button type="submit" className="button text-bad">
					{button}
				</button>
				<Refused answer={refused?.fieldErrors?.reason ? undefined : refused} />
			</PostForm>
		);
	};
	return (
		<section className="panel grid gap-4 lg:col-span-2" aria-labelledby="manage">
			<h2 id="manage" className="text-2xl font-bold">
				{t("raffles.manage.title")}
			</h2>
			<h3 className="text-lg font-bold">{t("raffles.manage.overlay")}</h3>
			<p className="text-muted">{t("raffles.manage.overlayText")}</p>
			<div className="flex flex-wrap gap-3">
				<input
					readOnly
					value={overlay}
					aria-label={t("raffles.manage.overlay")}
					className="field min-w-0 grow font-mono text-sm"
				/>
				<CopyButton
					text={overlay}
					label={t("raffles.manage.copy")}
					copiedLabel={t("raffles.manage.copied")}
				/>
			</div>
			{isEntrant ? <p className="max-w-prose">{t("raffles.manage.ownTickets")}</p> : null}
			{passable.map(({ place, ticket }) => (
				<div key={place} className="grid gap-2">
					<h3 className="text-lg font-bold">{t("raffles.manage.passTitle", { ticket })}</h3>
					{reasonForm("pass", t("raffles.manage.pass"), place)}
				</div>
			))}
			{isCancellable ? (
				<details open={refusedOf("cancel") !== undefined}>
					<summary className="cursor-pointer text-lg font-bold">{t("raffles.manage.cancelTitle")}</summary>
					<p className="my-2 max-w-prose text-muted">{t("raffles.manage.cancelText")}</p>
					{reasonForm("cancel", t("raffles.manage.cancel"))}
				</details>
			) : null}
			{/* The form of a page from before may be gone. */}
			<Refused answer={hasForm ? undefined : answer} />
		</section>
	);
}
