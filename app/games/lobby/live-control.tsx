import type { FetcherWithComponents } from "@remix-run/react";
import { Play, Square } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";
import type { LiveSwitch } from "../crash/engine/view";

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
	const hydrated = useHydrated();
	const [displayed, setDisplayed] = useState(answer);
	const [submitted, setSubmitted] = useState<string>();
	const isBusy = fetcher.state !== "idle";
	const intent = fetcher.formData?.get("intent");
	useEffect(() => {
		if (intent) setSubmitted(String(intent));
	}, [intent]);
	useEffect(() => {
		setDisplayed(answer);
		const timer = setTimeout(() => setDisplayed(undefined), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [answer]);
	const failed = t(submitted === "stop" ? "lobby.stopFailed" : "lobby.startFailed");
	const message = displayed && (displayed.message ?? failed);

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
					disabled={live.active || (hydrated && isBusy)}
					className="button button-primary"
				>
					<Play aria-hidden="true" className="size-5" />
					{t("lobby.start")}
				</button>
				<button
					type="submit"
					name="intent"
					value="stop"
					disabled={!live.active || (hydrated && isBusy)}
					className="button"
				>
					<Square aria-hidden="true" className="size-5" />
					{t("lobby.stop")}
				</button>
				<p
					role="status"
					className={`font-semibold ${displayed?.ok ? "text-good" : "text-bad"}`}
					data-testid="control-message"
				>
					{message ?? ""}
				</p>
			</fetcher.Form>
			{live.stopping ? (
				<p className="font-semibold" data-testid="stopping">
					{t("lobby.stopping")}
				</p>
			) : null}
		</section>
	);
}
