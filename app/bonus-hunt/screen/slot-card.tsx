import { Cherry } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatEuros, formatPoints, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { Picture } from "~/pictures/picture";
import type { HuntSlot } from "../model/hunt";
import { isLongName, slotPicture } from "./carousel";
import { DASH } from "./tiles";

interface Props {
	slot: HuntSlot;
	language: Language;
	/** Whether the picture is loaded eagerly, as for the first cards. */
	eager?: boolean;
}

/** The card of a slot. */
export function SlotCard({ slot, language, eager = false }: Props) {
	const { t } = useTranslation();
	const { slotName, slotImage, idForBonusHunt, providerName, preNote } = slot;
	const isOpened = slot.payout !== null;
	const amounts = [
		["bet", slot.betSize, formatEuros],
		["win", slot.payout, formatEuros],
		["multi", slot.multiplier, formatRatio],
	] as const;
	return (
		<article className="hunt-card" data-opened={isOpened} data-testid="hunt-slot">
			<div className="relative">
				<Picture source={slotPicture(slotImage)} icon={Cherry} eager={eager} />
				{idForBonusHunt !== null ? (
					<p className="hunt-number">
						<span className="sr-only">{t("hunt.slot.number")} </span>
						<span aria-hidden="true">#</span>
						{formatPoints(idForBonusHunt, language)}
					</p>
				) : null}
			</div>
			<div className="flex grow flex-col gap-2 p-4">
				<h3 className={`hunt-name ${isLongName(slotName) ? "hunt-name-long" : ""}`}>
					<span>{slotName}</span>
				</h3>
				<p className="min-h-5 truncate text-sm leading-5 text-muted">{providerName}</p>
				<dl className="hunt-amounts">
					{amounts.map(([name, value, format]) => (
						<div key={name} data-amount={name}>
							<dt>{t(`hunt.slot.${name}`)}</dt>
							<dd>{value === null ? DASH : format(value, language)}</dd>
						</div>
					))}
				</dl>
				{preNote ? <p className="hunt-note">{preNote}</p> : null}
			</div>
		</article>
	);
}
