import { Link } from "@remix-run/react";
import { Cherry, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatEuros, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Picture } from "~/pictures/picture";
import { type Column, DataTable } from "~/ui/data-table";
import type { PastHuntPage } from "../../model/past.server";
import { type CorrectionAnswer, CorrectSlot } from "../manage/correct-slot";
import { DASH } from "../tiles";

interface Props {
	hunt: Pick<PastHuntPage, "id" | "slots" | "admin">;
	/** The id of the slot whose row is a form. */
	editing: string | null;
	/** Answer to a refused correction. */
	answer: CorrectionAnswer | undefined;
	language: Language;
}

/** The table of a finished hunt's slots, for admins with links to correct payouts; on a phone each slot is a card. */
export function PastSlots({ hunt: { id, slots, admin }, editing, answer, language }: Props) {
	const { t } = useTranslation();
	const euros = (amount: number | null) => (amount === null ? DASH : formatEuros(amount, language));
	const rows = slots.map((slot, at) => ({ slot, correctable: admin?.correctable[at] }));
	const columns: Column<(typeof rows)[number]>[] = [
		{
			label: t("hunt.pastHunts.slot"),
			cell: ({ slot }) => (
				<span className="flex min-w-0 items-center gap-3">
					<span className="w-7 shrink-0 text-right text-sm text-muted tabular-nums">
						{slot.idForBonusHunt}
					</span>
					<Picture image={slot.slotImage ?? ""} icon={Cherry} className="w-14 shrink-0 rounded-lg" />
					<span className="grid min-w-0">
						<span className="font-semibold break-words">{slot.slotName}</span>
						<span className="text-sm break-words text-muted empty:hidden">
							{[slot.providerName, slot.preNote].filter(Boolean).join(" · ")}
						</span>
					</span>
				</span>
			),
		},
		{ label: t("hunt.pastHunts.bet"), isNumber: true, cell: ({ slot }) => euros(slot.betSize) },
		{
			label: t("hunt.pastHunts.win"),
			isNumber: true,
			className: "font-bold",
			cell: ({ slot, correctable }) => (
				<span className="inline-flex items-center gap-2">
					{slot.payout === null ? t("hunt.pastHunts.notOpened") : euros(slot.payout)}
					{correctable ? <CorrectLink huntId={id} id={correctable.id} name={slot.slotName} /> : null}
				</span>
			),
		},
		{
			label: t("hunt.pastHunts.multiplier"),
			isNumber: true,
			cell: ({ slot }) => (slot.multiplier === null ? DASH : formatRatio(slot.multiplier, language)),
		},
	];
	return (
		<section aria-labelledby="past-slots" className="panel grid gap-4">
			<h2 id="past-slots" className="text-2xl font-bold">
				{t("hunt.pastHunts.slots")}
			</h2>
			<DataTable
				caption={t("hunt.pastHunts.slots")}
				columns={columns}
				rows={rows}
				keyOf={({ slot }) => slot.idForBonusHunt ?? slot.slotName}
				insteadOf={({ slot, correctable }) =>
					correctable?.id === editing && correctable ? (
						<CorrectSlot
							huntId={id}
							name={slot.slotName}
							slot={correctable}
							answer={answer}
							language={language}
						/>
					) : null
				}
				testId="past-slot"
			/>
		</section>
	);
}

function CorrectLink({ huntId, id, name }: { huntId: string; id: string; name: string }) {
	const { t } = useTranslation();
	const label = t("hunt.pastHunts.correct", { name });
	return (
		<Link
			to={`/bonus-hunt/past/${huntId}?edit=${id}`}
			id={`correct-${id}`}
			preventScrollReset
			className="button button-icon"
			aria-label={label}
			title={label}
		>
			<Pencil aria-hidden="true" className="size-5" />
		</Link>
	);
}
