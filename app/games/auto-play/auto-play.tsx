import { type ComponentType, useState } from "react";
import { useTranslation } from "react-i18next";
import type { AutoPlayProps } from "./auto-play-panel";

/** The button that opens the automatic play, whose code is loaded then. Render it with scripts only. */
export function AutoPlay(props: AutoPlayProps) {
	const { t } = useTranslation();
	const [Panel, setPanel] = useState<ComponentType<AutoPlayProps>>();
	const [isOpen, setOpen] = useState(false);
	const [hasFailed, setFailed] = useState(false);
	async function toggle() {
		setOpen(!isOpen);
		if (Panel) return;
		const loaded = await import("./auto-play-panel").catch(() => undefined);
		setFailed(loaded === undefined);
		if (loaded) setPanel(() => loaded.AutoPlayPanel);
		else setOpen(false);
	}
	return (
		<section className="panel grid gap-3 p-3">
			<button type="button" aria-expanded={isOpen} onClick={toggle} className="button">
				{t("instant.auto.title")}
			</button>
			{hasFailed ? (
				<p role="alert" className="field-error">
					{t("errors.offline")}
				</p>
			) : null}
			{Panel ? (
				<div hidden={!isOpen}>
					<Panel {...props} />
				</div>
			) : null}
		</section>
	);
}
