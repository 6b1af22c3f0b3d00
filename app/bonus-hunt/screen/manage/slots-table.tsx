import { Link } from "@remix-run/react";
import { ArrowDown, ArrowUp, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatEuros, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { type Column, DataTable } from "~/ui/data-table";
import type { Bonus } from "../../model/hunt";
import { EditSlot } from "./edit-slot";
import { ManageForm } from "./manage-form";

interface Props {
	bonuses: readonly Bonus[];
	/** The order revision of the hunt. */
	orderRevision: number;
	/** The id of the slot in the form that opens it. */
	next: string | undefined;
	/** The id of the slot whose row is a form. */
	editing: string | null;
	/** The idempotency key of the form that removes a slot. */
	removeKey: string;
	language: Language;
}

/** The table of all slots in their order, with buttons to open, move and edit; on a phone each slot is a card. */
export function SlotsTable({ bonuses, orderRevision, next, editing, removeKey, language }: Props) {
	const { t } = useTranslation();
	const columns: Column<Bonus>[] = [
		{
			label: t("huntManage.number"),
			className: "text-muted tabular-nums max-md:hidden!",
			cell: (_, at) => at + 1,
		},
		{
			label: t("huntManage.slot"),
			isBare: true,
			cell: ({ id, name, provider, preNote }, at) => (
				<span className="grid min-w-0">
					<span className={`font-semibold break-words ${id === next ? "text-accent-text" : ""}`}>
						<span aria-hidden="true" className="text-muted tabular-nums md:hidden">
							{at + 1}.{" "}
						</span>
						{name}
					</span>
					<span className="text-sm break-words text-muted empty:hidden">
						{[provider, preNote].filter(Boolean).join(" · ")}
					</span>
				</span>
			),
		},
		{
			label: t("huntManage.betColumn"),
			isNumber: true,
			cell: ({ bet }) => formatEuros(bet / 100, language),
		},
		{
			label: t("huntManage.payoutColumn"),
			isNumber: true,
			className: "font-bold",
			cell: ({ payout }) => (payout === null ? null : formatEuros(payout / 100, language)),
		},
		{
			label: t("huntManage.multiplier"),
			isNumber: true,
			cell: ({ payout, bet }) => (payout === null ? null : formatRatio(payout / bet, language)),
		},
		{
			label: t("huntManage.actions"),
			isNumber: true,
			isBare: true,
			cell: ({ id, name, payout }, at) => (
				<span className="flex flex-wrap gap-2 md:justify-end">
					{payout !== null || id === next ? null : (
						<Link
							to={`/bonus-hunt/manage?open=${id}#next`}
							className="button px-3"
							aria-label={t("huntManage.openSlot", { name })}
						>
							{t("huntManage.openIt")}
						</Link>
					)}
					<Move id={id} orderRevision={orderRevision} to={at} isPossible={at > 0}>
						<ArrowUp aria-hidden="true" className="size-5" />
						<span className="sr-only">{t("huntManage.moveUp", { name })}</span>
					</Move>
					<Move id={id} orderRevision={orderRevision} to={at + 2} isPossible={at + 1 < bonuses.length}>
						<ArrowDown aria-hidden="true" className="size-5" />
						<span className="sr-only">{t("huntManage.moveDown", { name })}</span>
					</Move>
					<Link
						to={`/bonus-hunt/manage?edit=${id}`}
						id={`edit-${id}`}
						preventScrollReset
						className="button button-icon"
						aria-label={t("huntManage.editSlot", { name })}
						title={t("huntManage.edit")}
					>
						<Pencil aria-hidden="true" className="size-5" />
					</Link>
				</span>
			),
		},
	];
	return (
		<DataTable
			caption={t("huntManage.slots")}
			columns={columns}
			rows={bonuses}
			keyOf={({ id }) => id}
			insteadOf={(bonus) =>
				bonus.id === editing ? <EditSlot bonus={bonus} removeKey={removeKey} language={language} /> : null
			}
			testId="slot-row"
		/>
	);
}

function Move({
	id,
	orderRevision,
	to,
	isPossible,
	children,
}: {
	id: string;
	orderRevision: number;
	to: number;
	isPossible: boolean;
	children: ReactNode;
}) {
	return (
		<ManageForm intent="move-slot" bonusId={id} fields={{ orderRevision, to }}>
			<button type="submit" disabled={!isPossible} className="button button-icon">
				{children}
			</button>
		</ManageForm>
	);
}
