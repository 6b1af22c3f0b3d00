import type { FetcherWithComponents } from "@remix-run/react";
import { Rocket } from "lucide-react";
import { useTranslation } from "react-i18next";
import { START } from "../../engine/curve";
import type { CrashAnswer } from "../page-data";
import { FlightStill } from "./flight-still";
import "./flight.css";

interface Props {
	fetcher: FetcherWithComponents<CrashAnswer>;
	/** The address that the form is posted to. */
	action: string;
	/** No connection to the server; submitting is disabled. */
	isLost: boolean;
}

/** The stage while no game runs: the rocket on the ground, and the button that starts the game. */
export function IdleStage({ fetcher, action, isLost }: Props) {
	const { t } = useTranslation();
	const isStarting = fetcher.formData?.get("intent") === "start";
	const waits = isLost || fetcher.state !== "idle";
	return (
		<section
			className="flight-stage flight-stage--idle"
			aria-label={t("crash.stage")}
			data-phase="idle"
			data-testid="stage"
		>
			<FlightStill phase="waiting" multiplier={START} />
			<fetcher.Form
				method="post"
				action={action}
				className="flight-idle"
				onSubmit={(event) => waits && event.preventDefault()}
			>
				<p className="flight-idle__title">{t("crash.idle")}</p>
				<button
					type="submit"
					name="intent"
					value="start"
					aria-disabled={waits || undefined}
					className="button button-primary min-h-14 text-lg"
					data-testid="start"
				>
					<Rocket aria-hidden="true" className="size-5 shrink-0" />
					{t(isStarting ? "crash.starting" : "crash.start")}
				</button>
				<p className="flight-idle__hint">{t("crash.idleHint")}</p>
			</fetcher.Form>
		</section>
	);
}
