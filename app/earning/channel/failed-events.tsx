import { useTranslation } from "react-i18next";
import { PostForm } from "~/ui/post-form";
import type { FailedEvent } from "./stream-page.server";

interface Props {
	events: readonly FailedEvent[];
}

/** The events that could not be handled, with a button that tries them again. Renders nothing if there are none. */
export function FailedEvents({ events }: Props) {
	const { t } = useTranslation();
	if (events.length === 0) return null;
	return (
		<section className="panel grid gap-4" aria-labelledby="failed-events">
			<h2 id="failed-events" className="text-2xl font-bold">
				{t("stream.failed")}
			</h2>
			<p className="max-w-prose text-muted">{t("stream.failedText")}</p>
			<ul className="grid">
				{events.map(({ id, platform, kind, person, at, fault }) => (
					<li key={id} className="grid gap-1 border-t border-line py-2 [overflow-wrap:anywhere]">
						<span>
							{platform} · {kind} · {person} · {at}
						</span>
						<span className="font-mono text-sm text-bad">{fault}</span>
					</li>
				))}
			</ul>
			<PostForm fields={{ intent: "retry" }}>
				<button type="submit" className="button">
					{t("stream.retry")}
				</button>
			</PostForm>
		</section>
	);
}
