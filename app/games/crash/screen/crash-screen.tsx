import type { ReactNode } from "react";
import { loadMessages } from "~/i18n/browser";
import { part } from "~/ui/part";
import type { Offers } from "./bet/offers";
import { MessageLine, PlayerBetLine } from "./bet/player-bet-line";
import { FORM_ID, useCrashKeys } from "./bet/use-crash-keys";
import { BetResult } from "./flight/bet-result";
import { FlightStage } from "./flight/flight-stage";
import { Balance, GameLayout } from "./game-layout";
import type { Rounds } from "./game-state";
import { History } from "./history";
import type { Crash } from "./use-crash";

/** Whether this is the first page of the tab, rendered by the server. */
const isRendered = !import.meta.env.SSR && document.querySelector(".crash-game") !== null;

/** Visitors of live Crash cannot bet, and load neither its code nor its messages. */
const BetForm = await part(
	FORM_ID,
	async () => {
		if (!import.meta.env.SSR) await loadMessages(["instant"]);
		return (await import("./bet/bet-form")).BetForm;
	},
	isRendered,
);

interface Props {
	crash: Crash;
	history: Rounds["history"];
	/** The address that forms are posted to. */
	action: string;
	/** Address of the page that checks a round; undefined for demo rounds, which are not stored. */
	checkAt: string | undefined;
	/** What the form offers; undefined while no bet can be placed. */
	offers: Offers | undefined;
	/** Replaces the balance and the form. */
	controls?: ReactNode;
	/** Shown at the end of the form, and before it. */
	queued?: ReactNode;
	beforeForm?: ReactNode;
	/** Shown over the flight, and under the stage. */
	onStage?: ReactNode;
	underStage?: ReactNode;
	/** The bet cannot be changed now. */
	locked: boolean;
	/** The keys do nothing. */
	keysOff: boolean;
	/** Replaces the stage while no round runs. */
	idle: ReactNode;
	banner: ReactNode;
	notes?: ReactNode;
	aside: ReactNode;
}

/** The screen of both games: the stage, the form and the lists around it. */
export function CrashScreen(props: Props) {
	const { crash, action, checkAt, offers, locked } = props;
	const { page, round, bet, flight, marks, choice, setChoice, limit } = crash;
	const { language } = page;
	useCrashKeys({ disabled: props.keysOff, locked, limit, choice, onChoice: setChoice });
	return (
		<GameLayout
			isAboard={round?.phase === "flying" && crash.isOpen}
			notes={props.notes}
			banner={props.banner}
			bar={<History history={props.history} phase={round?.phase} language={language} checkAt={checkAt} />}
			controls={
				props.controls ?? (
					<>
						<Balance
							points={crash.balance}
							isDemo={crash.own.demoBalance !== undefined}
							language={language}
						/>
						{props.beforeForm}
						{offers ? (
							<BetForm crash={crash} action={action} offers={offers} locked={locked} covered={props.keysOff}>
								{bet ? <PlayerBetLine bet={bet} language={language} /> : null}
								{props.queued}
							</BetForm>
						) : (
							<MessageLine message={crash.message} />
						)}
					</>
				)
			}
			stage={
				round ? (
					<FlightStage flight={flight} round={round} marks={marks} language={language}>
						<BetResult bet={bet} language={language} />
						{props.onStage}
					</FlightStage>
				) : (
					props.idle
				)
			}
			underStage={props.underStage}
			aside={props.aside}
		/>
	);
}
