import type { FetcherWithComponents } from "@remix-run/react";
import { Play, Square } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import type { LiveSwitch } from "./lobby-topic";

export type ControlAnswer = { ok: true; message: string } | { ok: false; code: string; message?: string };

interface Props {
	fetcher: FetcherWithComponents<ControlAnswer>;
	/** The answer to the last form, sent with scripts or without; shown for {@link SHOWN_MS}. */
	answer: ControlAnswer | undefined;
	live: LiveSwitch;
}

const SHOWN_MS = 3000;

/** The admin form that switches the live game on and off. */
export function LiveControl({ fetcher, answer, live }: Props) {
	const { t } = useTranslation();
	const [displayed, setDisplayed] = useState(answer);
	const isBusy = fetcher.state !== "idle";
	useEffect(() => {
		setDisplayed(answer);
		const timer = setTimeout(() => setDisplayed(undefined), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [answer]);
	const failed = t(live.active ? "lobby.stopFailed" : "lobby.startFailed");
	const message = displayed ? (displayed.message ?? failed) : live.stopping ? t("lobby.stopping") : "";

	return (
		<section aria-labelledby="live-control" className="panel grid gap-3">
			<h2 id="live-control" className="text-xl font-bold">
				{t("lobby.control")}
			</h2>
			<fetcher.Form method="post" action="/mini-games" className="flex flex-wrap items-center gap-3">
				<button
					type="submit"
					name="intent"
					value="start"
					disabled={live.active || isBusy}
					className="button button-primary"
				>
					<Play aria-hidden="true" className="size-5" />
					{t("lobby.start")}
				</button>
				<button type="submit" name="intent" value="stop" disabled={!live.active || isBusy} className="button">
					<Square aria-hidden="true" className="size-5" />
					{t("lobby.stop")}
				</button>
				<p
					role="status"
					className={`font-semibold ${displayed && !displayed.ok ? "text-bad" : "text-good"}`}
					data-testid="control-message"
				>
					{message}
				</p>
			</fetcher.Form>
		</section>
	);
}
