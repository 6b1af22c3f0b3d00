import type { Language } from "~/i18n/languages";
import type { StreamDetails } from "./stream";

/** Title, category, start and number of viewers of the running stream. */
export function StreamAbout({ details, language }: { details: StreamDetails; language: Language }) {
	const { title, category, about } = details;
	return (
		<div className="grid min-w-0 gap-1 [overflow-wrap:anywhere]" data-testid="stream-details">
			{title ? <p className="text-lg font-semibold">{title}</p> : null}
			<p className="text-sm text-muted">{[category, about[language]].filter(Boolean).join(" · ")}</p>
		</div>
	);
}
