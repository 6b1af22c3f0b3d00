/**
 * Who is served at once, who waits and who is turned away when more is asked for than one process can answer. Pure:
 * time and turns are handed in.
 *
 * Work that is begun costs the same whether it is answered in time or not. So only a few requests are under way at a
 * time, whose answers come one soon after the other; the rest waits, where waiting is cheap, in fair turns of those who
 * ask. A short crowd waits a moment and is served whole. Once a line has stood for longer, waiting helps nobody any
 * more: then those who have waited for a second, or with a form for three, are turned away, which costs next to nothing.
 */
import { FairQueue } from "./fair-queue";

/** What waits in one line: forms that act, pictures and data of pages, event streams, pages. */
export const LANES = ["act", "part", "stream", "page"] as const;
export type Lane = (typeof LANES)[number];

interface Rule {
	/** How many of its lanes are under way at a time, while the process has no time to spare. */
	places: number;
	/** How many of them are begun in one turn of the event loop, which may then be busy for that long. */
	perTurn: number;
	lanes: readonly Lane[];
}

/** Forms have places of their own: a crowd of readers never holds up a cash-out. */
const RULES: readonly Rule[] = [
	// As many as share one commit.
	{ places: 32, perTurn: 8, lanes: ["act"] },
	// A page is a few ms of one thread's work: more at a time would only make the others late.
	{ places: 4, perTurn: 1, lanes: ["part", "stream", "page"] },
];
const MOST_WAITING: Record<Lane, number> = { act: 1000, part: 2000, stream: 2000, page: 2000 };
/**
 * A line that stands for longer is no crowd that has just come; until then nobody is turned away for waiting. A form
 * waits longer: what it asks for is often gone a moment later, and its sender has to send it again by hand.
 */
const CROWD_MS: Record<Lane, number> = { act: 10_000, part: 3000, stream: 3000, page: 3000 };
const STANDING_WAIT_MS: Record<Lane, number> = { act: 3000, part: 1000, stream: 1000, page: 1000 };
/** Those that wait for others, such as the sign-in provider; at last there is an end to them. */
const MOST_UNDER_WAY = 1000;
/**
 * What is under way for longer hardly waits for this process: it holds no place any more, up to so many for each
 * place. A few that wait for a provider that is away would else keep all others out of a busy site.
 */
const LONG_MS = 1000;
const MOST_LONG = 10;
/** So long those who are late are turned away in one turn of the event loop. */
const TURN_MS = 5;

interface Asked {
	lane: Lane;
	/** Who asks: turns are fair among them. */
	key: string;
	begin(): void;
	refuse(): void;
}

interface Ticket extends Asked {
	since: number;
	/** Undefined while it waits. */
	begunAt: number | undefined;
}

interface Line {
	lane: Lane;
	waiting: FairQueue<Ticket>;
	/** When nobody waited the last time. */
	emptyAt: number;
}

interface Tools {
	/** ms. */
	now(): number;
	/** Runs in another turn of the event loop, after what has come meanwhile was taken in. */
	nextTurn(run: () => void): void;
	/** How late the event loop is, in ms: so long requests have waited already before they are seen here. */
	lag(): number;
}

export function createAdmission({ now, nextTurn, lag }: Tools) {
	const groups = RULES.map(({ places, perTurn, lanes }) => ({
		places,
		perTurn,
		lines: lanes.map((lane): Line => ({ lane, waiting: new FairQueue(), emptyAt: now() })),
		/** In the order in which they were begun. */
		underWay: new Set<Ticket>(),
		isWoken: false,
	}));
	type Group = (typeof groups)[number];
	const refused: Record<Lane, number> = { act: 0, part: 0, stream: 0, page: 0 };

	const waitingIn = ({ lines }: Group) => lines.reduce((sum, { waiting }) => sum + waiting.size, 0);

	function hasPlace({ places, underWay }: Group): boolean {
		if (underWay.size < places) return true;
		const time = now();
		let long = 0;
		for (const { begunAt = time } of underWay) {
			if (time - begunAt < LONG_MS || long === MOST_LONG * places) break;
			long += 1;
		}
		return underWay.size < places + long;
	}

	function refuse(ticket: Asked) {
		refused[ticket.lane] += 1;
		ticket.refuse();
	}

	/** Since when somebody must have waited to be turned away. */
	function waitedTooLongSince({ lane, emptyAt }: Line): number {
		const time = now();
		const isStanding = time - emptyAt > CROWD_MS[lane];
		return time - (isStanding ? STANDING_WAIT_MS : CROWD_MS)[lane] + lag();
	}

	/** The rest in another turn, if they are many. */
	function turnAwayTheLate(line: Line) {
		const since = waitedTooLongSince(line);
		const until = now() + TURN_MS;
		for (const late of line.waiting.takeOldest((ticket) => ticket.since < since)) {
			refuse(late);
			if (now() >= until) break;
		}
		if (line.waiting.size === 0) line.emptyAt = now();
	}

	/** Lines take turns as those in them do. */
	function next(group: Group): Ticket | undefined {
		for (const line of group.lines) {
			const ticket = line.waiting.shift();
			if (!ticket) continue;
			if (line.waiting.size === 0) line.emptyAt = now();
			group.lines.splice(group.lines.indexOf(line), 1);
			group.lines.push(line);
			return ticket;
		}
		return undefined;
	}

	function begin(group: Group, ticket: Ticket) {
		ticket.begunAt = now();
		group.underWay.add(ticket);
		ticket.begin();
	}

	function fill(group: Group, most: number, isFree: (group: Group) => boolean) {
		for (let begun = 0; begun < most && isFree(group); begun += 1) {
			const ticket = next(group);
			if (!ticket) return;
			begin(group, ticket);
		}
		wake(group);
	}

	function wake(group: Group) {
		if (group.isWoken || waitingIn(group) === 0 || !hasPlace(group)) return;
		group.isWoken = true;
		nextTurn(() => {
			group.isWoken = false;
			fill(group, group.perTurn, hasPlace);
		});
	}

	return {
		/**
		 * Begins, lets wait or refuses, the last two maybe later.
		 * @returns what is to be called once it needs its place no more: it was answered, or its asker has gone.
		 */
		ask(asked: Asked): () => void {
			const group = groups.find(({ lines }) => lines.some(({ lane }) => lane === asked.lane)) as Group;
			const line = group.lines.find(({ lane }) => lane === asked.lane) as Line;
			const ticket: Ticket = { ...asked, since: now(), begunAt: undefined };
			let isOver = false;
			const free = MOST_WAITING[asked.lane] - line.waiting.size;
			if (hasPlace(group) && waitingIn(group) === 0) {
				line.emptyAt = now();
				begin(group, ticket);
			} else if (line.waiting.countOf(asked.key) >= free || ticket.since < waitedTooLongSince(line)) {
				// No key takes the last places of the others.
				refuse(ticket);
			} else {
				if (line.waiting.size === 0) line.emptyAt = now();
				line.waiting.push(ticket);
				wake(group);
			}
			return () => {
				if (isOver) return;
				isOver = true;
				if (ticket.begunAt === undefined) return line.waiting.delete(ticket);
				group.underWay.delete(ticket);
				wake(group);
			};
		},

		/** To be called now and then while somebody waits. @param isIdle whether the process has time to spare. */
		look(isIdle: boolean) {
			for (const group of groups) {
				for (const line of group.lines) turnAwayTheLate(line);
				// Those under way wait for something outside: their places are worth nothing to anybody.
				if (isIdle) fill(group, group.places, ({ underWay }) => underWay.size < MOST_UNDER_WAY);
				else wake(group);
			}
		},

		isAnybodyWaiting: (): boolean => groups.some((group) => waitingIn(group) > 0),

		figures: () => ({
			underWay: groups.reduce((sum, { underWay }) => sum + underWay.size, 0),
			waiting: groups.reduce((sum, group) => sum + waitingIn(group), 0),
			/** Since the start. */
			refused: { ...refused },
		}),
	};
}
