import type { Problem } from "./problems";

type GroupId = "visitors" | "games" | "services" | "machine";

type FigureId =
	| "tabs"
	| "requests"
	| "requestP50"
	| "requestP99"
	| "failed"
	| "shed"
	| "liveCrash"
	| "liveBets"
	| "soloTables"
	| "bets"
	| "staked"
	| "entries"
	| "signIns"
	| "signInsFailed"
	| "outbox"
	| "outboxFailed"
	| "backup"
	| "uptime"
	| "lag"
	| "memory"
	| "database"
	| "diskFree"
	| "version";

export type Word =
	| "off"
	| "noneYet"
	| "phases.off"
	| "phases.resting"
	| "phases.waiting"
	| "phases.flying"
	| "phases.crashed";

export interface Figure {
	id: FigureId;
	/** As it is written; null where there is none. */
	value: string | null;
	/** In place of a value. */
	word?: Word;
}

export interface FigureGroup {
	id: GroupId;
	figures: Figure[];
}

export interface EventLine {
	event: string;
	level: string;
	count: string;
	/** When it was last told. */
	lastAt: string;
	requestId: string | null;
}

/** The page, with figures and moments as they are written. */
export interface OperationsView {
	state: "well" | "warning" | "bad";
	problems: Problem[];
	groups: FigureGroup[];
	events: EventLine[];
	at: string;
}
