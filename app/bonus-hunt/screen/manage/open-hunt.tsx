import type { ComponentProps } from "react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import { typedEuros } from "~/i18n/money";
import type { Bonus } from "../../model/hunt";
import type { ManagedHunt } from "../../model/manage.server";
import { HuntNumbers } from "../hunt-numbers";
import { AddSlot } from "./add-slot";
import { NextSlot } from "./next-slot";
import { PasteSlots } from "./paste-slots";
import { SlotsTable } from "./slots-table";

interface Props {
	hunt: ManagedHunt;
	bonuses: readonly Bonus[];
	next: { id: string; isChosen: boolean } | undefined;
	editing: string | null;
	/** The intent of the last action, which decides the focused field. */
	done: string | null;
	idempotencyKey: string;
	/** The idempotency key of the form that removes a slot. */
	removeKey: string;
	pasteKey: string;
	names: readonly string[];
	pasted: ComponentProps<typeof PasteSlots>["pasted"];
	language: Language;
}

/** The open hunt: statistics, current slot, form to add a slot, and all slots. */
export function OpenHunt({ hunt, bonuses, next, editing, done, names, language, pasted, ...ids }: Props) {
	const { t } = useTranslation();
	const { statistics } = hunt;
	const at = bonuses.findIndex(({ id }) => id === next?.id);
	const bonus = bonuses[at];
	const lastBet = bonuses.at(-1)?.bet;
	return (
		<>
			<HuntNumbers
				hunt={hunt}
				names={["opened", "cost", "won", "resultSoFar", "overall", "neededNow"]}
				language={language}
				className="panel gap-4 sm:grid-cols-3 lg:grid-cols-6"
			/>
			<div className="grid items-start gap-5 lg:grid-cols-2">
				{bonus ? (
					<NextSlot
						key={bonus.id}
						bonus={bonus}
						place={at + 1}
						isChosen={next?.isChosen === true}
						statistics={statistics}
						takesFocus={done === "open-slot" || next?.isChosen === true}
						language={language}
					/>
				) : (
					<p className="panel text-muted">
						{t(statistics.total === 0 ? "huntManage.noSlots" : "huntManage.allOpened")}
					</p>
				)}
				<AddSlot
					key={hunt.id}
					huntId={hunt.id}
					idempotencyKey={ids.idempotencyKey}
					bet={lastBet}
					names={names}
					takesFocus={done === "add-slot" || done === "start"}
					language={language}
				/>
			</div>
			<PasteSlots
				key={`paste ${hunt.id}`}
				huntId={hunt.id}
				idempotencyKey={ids.pasteKey}
				bet={lastBet === undefined ? undefined : typedEuros(lastBet, language)}
				pasted={pasted}
			/>
			{bonuses.length > 0 ? (
				<section aria-labelledby="slots" className="panel grid gap-4">
					<h2 id="slots" className="text-2xl font-bold">
						{t("huntManage.slots")}
					</h2>
					<SlotsTable
						bonuses={bonuses}
						orderRevision={hunt.orderRevision}
						next={next?.id}
						editing={editing}
						removeKey={ids.removeKey}
						language={language}
					/>
				</section>
			) : null}
		</>
	);
}
