import type { FetcherWithComponents } from "@remix-run/react";
import { Play, Square } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";

export type ControlAnswer = { ok: true; message: string } | { ok: false; code: string; message?: string };

interface Props {
	fetcher: FetcherWithComponents<ControlAnswer>;
	/** To the last press of a button, with scripts or without. */
	answer: ControlAnswer | undefined;
	isActive: boolean;
}

const SHOWN_MS = 3000;
/** What the server says when all went well, in both languages. */
const SUCCESS = /success|sucesso/i;

/** For admins: starts and stops the live game. */
export function LiveControl({ fetcher, answer, isActive }: Props) {
	const { t } = useTranslation();
	const hydrated = useHydrated();
	const [shown, setShown] = useState(answer);
	const [asked, setAsked] = useState<string>();
	const isBusy = fetcher.state !== "idle";
	const intent = fetcher.formData?.get("intent");
	useEffect(() => {
		if (intent) setAsked(String(intent));
	}, [intent]);
	useEffect(() => {
		setShown(answer);
		const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [answer]);
	const failed = t(asked === "stop" ? "lobby.stopFailed" : "lobby.startFailed");
	const message = shown && (shown.message ?? failed);

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
					disabled={isActive || (hydrated && isBusy)}
					className="button button-primary"
				>
					<Play aria-hidden="true" className="size-5" />
					{t("lobby.start")}
				</button>
				<button
					type="submit"
					name="intent"
					value="stop"
					disabled={!isActive || (hydrated && isBusy)}
					className="button"
				>
					<Square aria-hidden="true" className="size-5" />
					{t("lobby.stop")}
				</button>
				<p
					role="status"
					className={`font-semibold ${message && SUCCESS.test(message) ? "text-good" : "text-bad"}`}
					data-testid="control-message"
				>
					{message ?? ""}
				</p>
			</fetcher.Form>
		</section>
	);
}
