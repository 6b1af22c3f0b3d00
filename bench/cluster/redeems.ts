import { setTimeout as sleep } from "node:timers/promises";
import { refusals as english } from "~/i18n/en/refusals";
import { refusals as portuguese } from "~/i18n/pt/refusals";
import type { Viewer } from "../../tests/faults/load";
import { NoAnswer, sendForm } from "../../tests/support/site/single-fetch";
import type { FaultSite } from "./fault-nodes";

const PRICE = 1;
const STOCK = 1_000_000;
/** The delay before the next form after a refusal. */
const AGAIN_MS = 100;
const LANGUAGES = [
	{ code: "en", cannotStore: english.cannotStore },
	{ code: "pt", cannotStore: portuguese.cannotStore },
] as const;

interface Redeem {
	viewer: Viewer;
	index: number;
	idempotencyKey: string;
	/** From the answer; undefined if there was none, or a refusal. */
	orderId?: string;
}

/**
 * Viewers who redeem without pauses, each an item that nobody else redeems, half of them in each language, and record
 * the answers. The only refusal that is no fault is that nothing can be stored, in the viewer's language.
 */
export class Redeemers {
	readonly redeems: Redeem[] = [];
	readonly faults: string[] = [];
	refused = 0;
	private readonly items: readonly string[];
	private running: Promise<void>[] = [];
	private isStopped = false;

	constructor(
		private readonly site: FaultSite,
		private readonly viewers: readonly Viewer[],
	) {
		this.items = site.addItems(viewers.length, PRICE, STOCK);
	}

	/** @param originOf the origin to which the viewer of an index sends. */
	start(originOf: (index: number) => string): void {
		this.isStopped = false;
		this.running = this.viewers.map((viewer, index) => this.redeemOn(viewer, index, originOf(index)));
	}

	/** Sends no further forms, and waits for the answers. */
	async finish(): Promise<void> {
		this.isStopped = true;
		await Promise.all(this.running);
	}

	/** The forms without an order so far. */
	unanswered(): Redeem[] {
		return this.redeems.filter(({ orderId }) => orderId === undefined);
	}

	/** How many of these forms have acted. */
	async countActed(redeems: readonly Redeem[]): Promise<number> {
		const keys = redeems.map(({ idempotencyKey }) => idempotencyKey);
		const [row] = await this.site.query<{ count: number }>(
			"select count(*)::int as count from idempotency_keys where id = any($1)",
			keys,
		);
		return row?.count ?? 0;
	}

	/** Sends each form without an order once more, with the same idempotency key, and each `again` as well. */
	async repeat(origin: string, again: readonly Redeem[] = []): Promise<void> {
		const before = new Map(again.map((redeem) => [redeem, redeem.orderId]));
		await Promise.all([...this.unanswered(), ...again].map((redeem) => this.send(redeem, origin)));
		for (const [redeem, orderId] of before)
			if (redeem.orderId !== orderId)
				this.faults.push(`${redeem.idempotencyKey} ordered ${orderId}, and ${redeem.orderId} when repeated`);
	}

	/** Requires that no form is without an order. @returns what differs between the answers and the orders. */
	async faultsOfStored(): Promise<string[]> {
		const rows = await this.site.query<{ id: string; user_id: string; item_id: string; entries: number }>(
			`select o.id, o.user_id, o.item_id,
				(select count(*)::int from point_entries e where e.reference = o.id and e.delta = $2::int) as entries
				from orders o where o.item_id = any($1)`,
			this.items,
			-PRICE,
		);
		const orders = new Map(rows.map((order) => [order.id, order]));
		const faults = this.redeems.flatMap(({ idempotencyKey, orderId, viewer, index }) => {
			const order = orders.get(orderId ?? "");
			const isRight =
				order?.user_id === viewer.userId && order.item_id === this.items[index] && order.entries === 1;
			return isRight ? [] : [`${idempotencyKey} got order ${orderId}: ${JSON.stringify(order)}`];
		});
		const answered = new Set(this.redeems.map(({ orderId }) => orderId)).size;
		if (answered !== this.redeems.length) faults.push(`${this.redeems.length} forms got ${answered} orders`);
		if (orders.size !== answered) faults.push(`${orders.size} orders are stored, ${answered} were answered`);
		return faults;
	}

	private async redeemOn(viewer: Viewer, index: number, origin: string): Promise<void> {
		while (!this.isStopped) {
			const redeem: Redeem = { viewer, index, idempotencyKey: crypto.randomUUID() };
			this.redeems.push(redeem);
			try {
				await this.send(redeem, origin);
			} catch (error) {
				if (error instanceof NoAnswer) return;
				this.faults.push(`${viewer.name}: ${error}`);
			}
			if (redeem.orderId === undefined) await sleep(AGAIN_MS);
		}
	}

	private async send(redeem: Redeem, origin: string): Promise<void> {
		const { viewer, index, idempotencyKey } = redeem;
		const language = LANGUAGES[index % 2 ? 1 : 0];
		const { status, answer } = await sendForm(
			`${origin}/store/${this.items[index]}/redeem`,
			{ cookie: `${viewer.cookie}; language=${language.code}` },
			{ idempotencyKey, revision: 1, price: PRICE, stock: STOCK, buyer: viewer.userId },
		);
		const orderId = answer.redirect?.match(/\?order=([\w-]{36})$/)?.[1];
		const { code, message } = (answer.data ?? {}) as { code?: string; message?: string };
		if (orderId) redeem.orderId = orderId;
		else if (status === 503 && code === "cannotStore" && message === language.cannotStore) this.refused += 1;
		else throw new Error(`redeem returned ${status} ${JSON.stringify(answer)}`);
	}
}
