import { Link } from "@remix-run/react";
import { ArrowDown, ArrowUp, Pencil } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { formatEuros, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { ManagedBonus } from "../../model/manage.server";
import { EditSlot } from "./edit-slot";
import { ManageForm } from "./manage-form";
import "~/ui/data-table.css";

interface Props {
	bonuses: readonly ManagedBonus[];
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
	return (
		<table className="data-table">
			<caption className="sr-only">{t("huntManage.slots")}</caption>
			<thead className="text-left text-sm text-muted">
				<tr>
					<th scope="col">
						<abbr title={t("huntManage.number")} className="no-underline">
							#
						</abbr>
					</th>
					<th scope="col">{t("huntManage.slot")}</th>
					<th scope="col" className="text-right">
						{t("huntManage.betColumn")}
					</th>
					<th scope="col" className="text-right">
						{t("huntManage.payoutColumn")}
					</th>
					<th scope="col" className="text-right">
						{t("huntManage.multiplier")}
					</th>
					<th scope="col" className="text-right">
						{t("huntManage.actions")}
					</th>
				</tr>
			</thead>
			<tbody>
				{bonuses.map((bonus, at) =>
					bonus.id === editing ? (
						<tr key={bonus.id}>
							<td colSpan={6}>
								<EditSlot bonus={bonus} removeKey={removeKey} language={language} />
							</td>
						</tr>
					) : (
						<SlotRow
							key={bonus.id}
							bonus={bonus}
							place={at + 1}
							total={bonuses.length}
							orderRevision={orderRevision}
							isNext={bonus.id === next}
							language={language}
						/>
					),
				)}
			</tbody>
		</table>
	);
}

interface RowProps {
	bonus: ManagedBonus;
	place: number;
	total: number;
	orderRevision: number;
	isNext: boolean;
	language: Language;
}

function SlotRow({ bonus, place, total, orderRevision, isNext, language }: RowProps) {
	const { t } = useTranslation();
	const { id, name, provider, preNote, bet, payout } = bonus;
	const isOpened = payout !== null;
	const waiting = isOpened ? "" : "max-md:hidden!";
	return (
		<tr className="align-middle" data-testid="slot-row" data-slot={id}>
			<td className="text-muted tabular-nums max-md:hidden!">{place}</td>
			<td>
				<span className="grid min-w-0">
					<span className={`font-semibold break-words ${isNext ? "text-accent-text" : ""}`}>
						<span aria-hidden="true" className="text-muted tabular-nums md:hidden">
							{place}.{" "}
						</span>
						{name}
					</span>
					{provider || preNote ? (
						<span className="text-sm break-words text-muted">
							{[provider, preNote].filter(Boolean).join(" · ")}
						</span>
					) : null}
				</span>
			</td>
			<td data-label={t("huntManage.betColumn")} className="tabular-nums md:text-right">
				{formatEuros(bet / 100, language)}
			</td>
			<td
				data-label={t("huntManage.payoutColumn")}
				className={`font-bold tabular-nums md:text-right ${waiting}`}
			>
				{isOpened ? formatEuros(payout / 100, language) : "–"}
			</td>
			<td data-label={t("huntManage.multiplier")} className={`tabular-nums md:text-right ${waiting}`}>
				{isOpened ? formatRatio(payout / bet, language) : "–"}
			</td>
			<td>
				<span className="flex flex-wrap gap-2 md:justify-end">
					{isOpened || isNext ? null : (
						<Link
							to={`/bonus-hunt/manage?open=${id}#next`}
							className="button px-3"
							aria-label={t("huntManage.openSlot", { name })}
						>
							{t("huntManage.openIt")}
						</Link>
					)}
					<Move id={id} orderRevision={orderRevision} to={place - 1} isPossible={place > 1}>
						<ArrowUp aria-hidden="true" className="size-5" />
						<span className="sr-only">{t("huntManage.moveUp", { name })}</span>
					</Move>
					<Move id={id} orderRevision={orderRevision} to={place + 1} isPossible={place < total}>
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
			</td>
		</tr>
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
