import { setMaxListeners } from "node:events";
import { setTimeout as sleep } from "node:timers/promises";
import { pickFrom, type Random, seededRandom } from "../support/random";
import { NoAnswer, postForm, TextAnswer } from "../support/site/single-fetch";
import { Clients, type Viewer } from "./load";

const GAMES = ["live-crash", "live-crash", "live-crash", "crash"] as const;
const STAKES = [10, 20, 50, 130];
const TARGETS = ["1.01", "1.20", "1.50", "2.00", "7.77"];
/** The longest delay before a cash-out. */
const MAX_WAIT_MS = 2000;
/** The delay before a viewer retries after a refusal. */
const AGAIN_MS = 100;

interface Answer {
	ok: boolean;
	code?: string;
	did?: string;
	betId?: string;
	bet?: {
		id: string;
		stake: number;
		target: number | null;
		multiplier: number | null;
		payout: number | null;
	};
}

interface Bet {
	viewer: Viewer;
	game: (typeof GAMES)[number];
	idempotencyKey: string;
	stake: number;
	target: string | undefined;
	/** From the response; undefined if there was none. */
	id?: string;
	cashedOut?: { multiplier: number | null; payout: number | null };
	cancelled?: true;
	lost?: true;
	/** The site refunds it if its process stood still for too long. */
	refunded?: true;
}

export interface StoredBet {
	id: string;
	user_id: string;
	amount: number;
	target: number | null;
	status: string;
	payout: number | null;
	cash_out_multiplier: number | null;
}

/** Viewers who bet in both games, cash out manually or by target, and record the responses. */
export class CrashCrowd extends Clients {
	readonly bets: Bet[] = [];
	private stopping = new AbortController();

	/**
	 * @param origin the origin of the process that runs the games; may change between two turns.
	 * @param tolerated codes of refusals that do not count as faults, besides those of the rules of the game.
	 * @param waiting the first of the viewers, who have no target and never cash out.
	 */
	constructor(
		public origin: string,
		private readonly viewers: readonly Viewer[],
		private readonly seed: number,
		private readonly tolerated: readonly string[] = [],
		private readonly waiting = 0,
	) {
		super();
	}

	start(turn: number): void {
		this.stopping = new AbortController();
		// The delays of all viewers listen to this signal.
		setMaxListeners(this.viewers.length, this.stopping.signal);
		this.running = this.viewers.map((viewer, index) =>
			this.play(viewer, seededRandom(this.seed + turn * this.viewers.length + index), index >= this.waiting),
		);
	}

	/** Waits until each viewer has received an answer to the last request, or a connection error. */
	override waitForDisconnects(): Promise<void> {
		this.stopping.abort();
		return super.waitForDisconnects();
	}

	/** Sends each bet without a response once more. */
	async repeatUnanswered(from: number): Promise<void> {
		await Promise.all(
			this.bets.slice(from).flatMap((bet) => (bet.id === undefined ? this.place(bet).catch(refused) : [])),
		);
	}

	/** The ids of the bets since `from` that were accepted. */
	acceptedIds(from: number): string[] {
		return this.bets.slice(from).flatMap(({ id }) => id ?? []);
	}

	/** Compares the recorded responses since `from` with the stored bets. @returns the differences. */
	faultsOfStored(findStored: (id: string) => StoredBet | undefined, from: number): string[] {
		return this.bets.slice(from).flatMap((bet) => {
			if (bet.id === undefined) return [];
			const stored = findStored(bet.id);
			const fault = stored ? faultOf(bet, stored) : "is not stored";
			return fault ? [`${JSON.stringify({ ...bet, viewer: bet.viewer.name })} ${fault}`] : [];
		});
	}

	private async play(viewer: Viewer, random: Random, cashesOut: boolean): Promise<void> {
		try {
			while (!this.stopping.signal.aborted) {
				const bet: Bet = {
					viewer,
					game: pickFrom(GAMES, random),
					target: cashesOut && random() < 0.5 ? pickFrom(TARGETS, random) : undefined,
					idempotencyKey: crypto.randomUUID(),
					stake: pickFrom(STAKES, random),
				};
				this.bets.push(bet);
				if (!(await this.place(bet))) {
					this.bets.splice(this.bets.indexOf(bet), 1);
					await this.pause(AGAIN_MS);
				} else if (cashesOut && random() < 0.15) await this.cancel(bet);
				else if (cashesOut && random() < 0.8) await this.cashOut(bet, random() * MAX_WAIT_MS);
			}
		} catch (error) {
			if (!isUnanswered(error)) this.fault(`${viewer.name}: ${error}`);
		}
	}

	/** @returns whether the bet was accepted. */
	private async place(bet: Bet): Promise<boolean> {
		const { idempotencyKey, stake, target } = bet;
		const auto = target === undefined ? undefined : { auto: "on", target };
		const answer = await this.post(bet, { intent: "place", idempotencyKey, stake, ...auto });
		if (answer.ok) bet.id = answer.betId;
		else
			this.expect(answer, ["bettingClosed", "betAlreadyPlaced", "gameInactive", "insufficientPoints"], bet);
		this.note();
		return answer.ok;
	}

	private async cancel(bet: Bet): Promise<void> {
		const answer = await this.post(bet, { intent: "cancel", betId: bet.id ?? "" });
		if (answer.ok) bet.cancelled = true;
		else this.expect(answer, ["bettingClosed", "tooManyCancellations"], bet);
	}

	/** Sends a cash-out after `delay`, and repeats it until the flight has begun. */
	private async cashOut(bet: Bet, delay: number): Promise<void> {
		const fields = { intent: "cash-out", betId: bet.id ?? "" };
		await this.pause(delay);
		let answer = await this.post(bet, fields);
		while (answer.code === "notFlying") {
			if (this.stopping.signal.aborted) return;
			await this.pause(AGAIN_MS);
			answer = await this.post(bet, fields);
		}
		if (answer.ok && answer.bet) {
			bet.cashedOut = { multiplier: answer.bet.multiplier, payout: answer.bet.payout };
			const again = await this.post(bet, fields);
			const isRefused = !again.ok && this.tolerated.includes(again.code ?? "");
			if (!isRefused && again.bet?.payout !== answer.bet.payout)
				this.fault(`paid twice: ${JSON.stringify(again)}`);
		} else {
			if (answer.code === "tooLate") bet.lost = true;
			if (answer.code === "betRefunded") bet.refunded = true;
			this.expect(answer, ["tooLate", "betRefunded"], bet);
		}
	}

	/** Aborted when the server is gone. */
	private pause(ms: number): Promise<void> {
		return sleep(ms, undefined, { signal: this.stopping.signal }).catch(() => {});
	}

	private async post({ viewer, game }: Bet, fields: Record<string, string | number>): Promise<Answer> {
		const { data } = await postForm(`${this.origin}/mini-games/${game}`, viewer, fields);
		return data as Answer;
	}

	private expect(answer: Answer, codes: readonly string[], { viewer, ...bet }: Bet) {
		if ([...codes, ...this.tolerated].includes(answer.code ?? "")) return;
		this.fault(`unexpected ${JSON.stringify(answer)} for ${viewer.name}: ${JSON.stringify(bet)}`);
	}
}

function faultOf(bet: Bet, stored: StoredBet): string | undefined {
	const target = bet.target === undefined ? null : Math.round(Number(bet.target) * 100);
	if (stored.user_id !== bet.viewer.userId || stored.amount !== bet.stake || stored.target !== target) {
		return `is stored as ${JSON.stringify(stored)}`;
	}
	const { cashedOut, cancelled, lost, refunded } = bet;
	const isPaid =
		stored.status === "cashed_out" &&
		stored.payout === cashedOut?.payout &&
		stored.cash_out_multiplier === cashedOut?.multiplier;
	if (cashedOut && !isPaid) return `was answered as paid, but is stored as ${JSON.stringify(stored)}`;
	if (cancelled && stored.status !== "cancelled") return `was answered as cancelled, but is ${stored.status}`;
	if (refunded && stored.status !== "refunded") return `was answered as refunded, but is ${stored.status}`;
	if (lost && stored.status !== "lost") return `was answered as lost, but is ${stored.status}`;
	return undefined;
}

/** Whether the form can be sent to another process: the server is gone, or the process no longer leads. */
const isUnanswered = (error: unknown): boolean =>
	error instanceof NoAnswer || (error instanceof TextAnswer && error.status === 502);

/** Ignores a refusal: a repeat after the restart may arrive when betting is closed. */
function refused(error: unknown) {
	if (error instanceof NoAnswer) throw error;
}
