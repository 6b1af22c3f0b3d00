/** What the pages of the two games are given: their loaded data, and the answers to their forms. */
import type { FetcherWithComponents } from "@remix-run/react";
import type { Language } from "~/i18n/languages";
import type { ErrorCode } from "~/i18n/messages";
import type { FieldAnswer } from "~/ui/field";
import type { Shown } from "../engine/crash";
import type { PlayerResult } from "../engine/player-results";
import type { LiveState, NameChoice, PlayerBet, PlayerState, SoloState } from "../engine/view";

export interface CrashPage<State> {
	language: Language;
	/** Whose points the page plays with. */
	wallet: string;
	/** Makes the next bet act once. */
	idempotencyKey: string;
	/** The bet that the page opens with, in points. */
	stake: number;
	/** Its automatic cash-out in hundredths; null without one. */
	target: number | null;
	/** In points; undefined without a maximum. */
	maxBet?: number | undefined;
	state: State;
	own: PlayerState;
	/** How the player's last bets ended, newest first. */
	results: readonly PlayerResult[];
}

export type SoloPage = CrashPage<SoloState>;

export interface LivePage extends CrashPage<LiveState> {
	/** Undefined for a visitor. */
	balance?: number | undefined;
	/** How others see the viewer; undefined for a visitor. */
	name?: LiveName | undefined;
}

export interface LiveName {
	/** Null before the first choice. */
	choice: NameChoice | null;
	/** From the next bet on. */
	shown: Shown;
	/** An admin has hidden the name. */
	isHidden: boolean;
	username: string;
}

export type Intent = "place" | "fly" | "cancel" | "cash-out" | "queue" | "unqueue";

export type CrashAnswer =
	| {
			ok: true;
			did:
				| "started"
				| "flown"
				| "placed"
				| "cancelled"
				| "cashedOut"
				| "queued"
				| "unqueued"
				| "refilled"
				| "reacted"
				| "renamed";
			/** The player's state after the act. */
			own: PlayerState;
			/** The bet that was placed: the first one, if the form was sent again. */
			betId?: string;
			/** The bet that was cashed out. */
			bet?: PlayerBet;
			balance?: number | undefined;
			/** Solo Crash only: the state after the act. */
			state?: SoloState;
			/** For the next bet. */
			idempotencyKey?: string;
	  }
	| ({ ok: false; code: ErrorCode } & FieldAnswer);

export interface GameProps<Page> {
	page: Page;
	fetcher: FetcherWithComponents<CrashAnswer>;
	/** To the last form of this page, sent with scripts or without. */
	answer: CrashAnswer | undefined;
	/** Another dialog lies over this one and has the keys. */
	covered: boolean;
}
