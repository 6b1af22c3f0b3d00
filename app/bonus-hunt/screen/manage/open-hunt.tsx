import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { ManagedBonus } from "../../model/manage.server";
import { LabelledNumber } from "../labelled-number";
import { AddSlot } from "./add-slot";
import type { ManagedHunt } from "./hunt-controls";
import { NextSlot } from "./next-slot";
import { SlotsTable } from "./slots-table";

interface Props {
	hunt: ManagedHunt;
	bonuses: readonly ManagedBonus[];
	next: { id: string; isChosen: boolean } | undefined;
	editing: string | null;
	/** The intent of the last action, which decides the focused field. */
	done: string | null;
	idempotencyKey: string;
	/** The idempotency key of the form that removes a slot. */
	removeKey: string;
	names: readonly string[];
	language: Language;
}

/** The open hunt: statistics, current slot, form to add a slot, and all slots. */
export function OpenHunt({ hunt, bonuses, next, editing, done, names, language, ...ids }: Props) {
	const { t } = useTranslation();
	const { statistics } = hunt;
	const at = bonuses.findIndex(({ id }) => id === next?.id);
	const bonus = bonuses[at];
	return (
		<>
			<HuntStatisticsPanel hunt={hunt} language={language} />
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
					bet={bonuses.at(-1)?.bet}
					names={names}
					takesFocus={done === "add-slot" || done === "start"}
					language={language}
				/>
			</div>
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

function HuntStatisticsPanel({
	hunt: { startCost, statistics },
	language,
}: Pick<Props, "hunt" | "language">) {
	const { t } = useTranslation();
	const { won, target } = statistics;
	const euros = (cents: number) => formatEuros(cents / 100, language);
	const ratio = (value: number | null) => (value === null ? "–" : formatRatio(value, language));
	return (
		<dl className="panel grid grid-cols-2 gap-4 sm:grid-cols-3 lg:grid-cols-6">
			<LabelledNumber label={t("huntManage.opened")} testId="hunt-opened">
				{t("huntManage.openedOf", {
					opened: formatPoints(statistics.opened, language),
					total: formatPoints(statistics.total, language),
				})}
			</LabelledNumber>
			<LabelledNumber label={t("huntManage.cost")}>{euros(startCost)}</LabelledNumber>
			<LabelledNumber label={t("hunt.pastHunts.won")} testId="hunt-won">
				{euros(won)}
			</LabelledNumber>
			<LabelledNumber
				label={t("huntManage.result")}
				tone={won >= target ? "good" : "bad"}
				testId="hunt-result"
			>
				{`${won > startCost ? "+" : ""}${euros(won - startCost)}`}
			</LabelledNumber>
			<LabelledNumber label={t("hunt.pastHunts.overall")}>
				{ratio(statistics.overallMultiplier)}
			</LabelledNumber>
			<LabelledNumber label={t("huntManage.needed")}>{ratio(statistics.breakEvenCurrent)}</LabelledNumber>
		</dl>
	);
}
