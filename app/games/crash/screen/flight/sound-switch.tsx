import { Volume2, VolumeX } from "lucide-react";
import { useTranslation } from "react-i18next";

export function SoundSwitch({ isOn, onToggle }: { isOn: boolean; onToggle(): void }) {
	const { t } = useTranslation();
	const Icon = isOn ? Volume2 : VolumeX;
	return (
		<button
			type="button"
			onClick={onToggle}
			aria-pressed={isOn}
			aria-label={t(isOn ? "crash.soundOff" : "crash.soundOn")}
			className="needs-scripts button button-icon"
		>
			<Icon aria-hidden="true" className="size-5" />
		</button>
	);
}
