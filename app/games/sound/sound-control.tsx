import { Volume1, Volume2, VolumeX } from "lucide-react";
import { useTranslation } from "react-i18next";
import { chooseSound, useSoundChoice } from "./sound-choice";

const PANEL_ID = "sound-panel";

/** The button of the games' sound, with a panel to switch it on and to set its volume. Hidden without scripts. */
export function SoundControl() {
	const { t } = useTranslation();
	const { isOn, volume } = useSoundChoice();
	const Icon = isOn ? (volume > 50 ? Volume2 : Volume1) : VolumeX;
	return (
		<div className="needs-scripts">
			<button
				type="button"
				popovertarget={PANEL_ID}
				id="open-sound"
				className="button button-icon"
				aria-label={t(isOn ? "games.soundIsOn" : "games.soundIsOff")}
			>
				<Icon aria-hidden="true" className="size-5" />
			</button>
			<div id={PANEL_ID} popover="auto" className="sound-panel panel">
				<label className="flex min-h-11 items-center justify-between gap-4 font-semibold">
					{t("games.sound")}
					<input
						type="checkbox"
						checked={isOn}
						onChange={({ target }) => chooseSound({ volume, isOn: target.checked })}
						className="size-5 accent-accent"
					/>
				</label>
				<label className="grid gap-1 font-semibold">
					{t("games.volume")}
					<input
						type="range"
						min={5}
						max={100}
						step={5}
						value={volume}
						aria-valuetext={`${volume}%`}
						onChange={({ target }) => chooseSound({ isOn: true, volume: target.valueAsNumber })}
						className="min-h-11 w-full accent-accent"
					/>
				</label>
			</div>
		</div>
	);
}
