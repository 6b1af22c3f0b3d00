import { setTimeout as sleep } from "node:timers/promises";
import { pickFrom, type Random, seededRandom } from "../support/random";
import { NoAnswer, sendForm } from "../support/site/single-fetch";
import { type Viewer, withDatabase } from "./load";

export interface OfferedItem {
	id: string;
	price: number;
	stock: number;
}

interface Redeem {
	viewer: Viewer;
	item: OfferedItem;
	idempotencyKey: string;
	/** From the response; undefined if there was none. */
	orderId?: string;
	/** The code of the refusal. */
	refused?: string;
}

interface Decide {
	admin: Viewer;
	intent: "approve" | "cancel";
	orderIds: string[];
	/** From the response. */
	done?: string[];
}

/** The delay before a retry after a refusal or without open orders. */
const AGAIN_MS = 40;
const MAX_CONCURRENT = 6;
const REFUSALS = ["insufficientPoints", "outOfStock"];

/** Viewers who redeem and admins who decide without pauses, and record the responses. */
export class StoreCrowd {
	readonly redeems: Redeem[] = [];
	readonly decisions: Decide[] = [];
	readonly faults: string[] = [];
	private running: Promise<void>[] = [];
	/** An admin without open orders sends nothing, and would not find the server gone. */
	private isStopped = false;

	constructor(
		private readonly site: { origin: string; database: string },
		private readonly viewers: readonly Viewer[],
		private readonly admins: readonly Viewer[],
		private readonly items: readonly OfferedItem[],
		private readonly seed: number,
	) {}

	start(turn: number): void {
		this.isStopped = false;
		const randomOf = (index: number) => seededRandom(this.seed + turn * 1000 + index);
		this.running = [
			...this.viewers.map((viewer, index) => this.redeemOn(viewer, randomOf(index))),
			...this.admins.map((admin, index) => this.decideOn(admin, randomOf(500 + index))),
		];
	}

	/** Waits until every client has stopped, after the server was killed. */
	async waitForDisconnects(): Promise<void> {
		this.isStopped = true;
		await Promise.all(this.running);
	}

	/** Sends each form without a response once more, unchanged. */
	async repeatUnanswered(): Promise<void> {
		await Promise.all([
			...this.redeems.filter(({ orderId, refused }) => !orderId && !refused).map((one) => this.redeem(one)),
			...this.decisions.filter(({ done }) => !done).map((one) => this.decide(one)),
		]);
	}

	/** Compares all recorded responses with the database. @returns the differences. */
	faultsOfStored(): string[] {
		return withDatabase(this.site.database, (database) => {
			const orders = new Map(
				(database.prepare("select id, user_id, item_id, status from orders").all() as StoredOrder[]).map(
					(order) => [order.id, order],
				),
			);
			const lost = this.redeems.flatMap(({ orderId, viewer, item }) => {
				const order = orderId === undefined ? undefined : orders.get(orderId);
				if (orderId === undefined || (order?.user_id === viewer.userId && order.item_id === item.id))
					return [];
				return [`${viewer.name}'s order ${orderId} is stored as ${JSON.stringify(order)}`];
			});
			const undone = this.decisions.flatMap(({ intent, done = [] }) =>
				done.flatMap((id) => {
					const { status } = orders.get(id) ?? {};
					return status === (intent === "approve" ? "approved" : "cancelled")
						? []
						: [`${id} was answered as ${intent}, but is ${status}`];
				}),
			);
			return [...lost, ...undone];
		});
	}

	private async redeemOn(viewer: Viewer, random: Random): Promise<void> {
		await this.repeatUntilStopped(async () => {
			const redeem: Redeem = {
				viewer,
				item: pickFrom(this.items, random),
				idempotencyKey: crypto.randomUUID(),
			};
			this.redeems.push(redeem);
			await this.redeem(redeem);
			if (redeem.refused) await sleep(AGAIN_MS);
		}, viewer);
	}

	private async decideOn(admin: Viewer, random: Random): Promise<void> {
		await this.repeatUntilStopped(async () => {
			const created = withDatabase(this.site.database, (database) =>
				database
					.prepare(
						"select id from orders where status = 'created' order by created_at desc, id desc limit 40",
					)
					.pluck()
					.all(),
			) as string[];
			if (created.length === 0) return void (await sleep(AGAIN_MS));
			const count = 1 + Math.floor(random() * MAX_CONCURRENT);
			const orderIds = [...new Set(Array.from({ length: count }, () => pickFrom(created, random)))];
			const decide: Decide = { admin, intent: random() < 0.5 ? "approve" : "cancel", orderIds };
			this.decisions.push(decide);
			await this.decide(decide);
		}, admin);
	}

	private async repeatUntilStopped(act: () => Promise<void>, { name }: Viewer): Promise<void> {
		while (!this.isStopped) {
			try {
				await act();
			} catch (error) {
				if (error instanceof NoAnswer) return;
				this.faults.push(`${name}: ${error}`);
				// Avoids a tight loop of requests to a site that fails immediately.
				await sleep(100);
			}
		}
	}

	private async redeem(redeem: Redeem): Promise<void> {
		const { viewer, item, idempotencyKey } = redeem;
		const { price, stock } = item;
		const address = `${this.site.origin}/store/${item.id}/redeem`;
		const fields = { idempotencyKey, revision: 1, price, stock, buyer: viewer.userId };
		const { answer } = await sendForm(address, viewer, fields);
		const { code } = (answer.data ?? {}) as { code?: string };
		if (code && REFUSALS.includes(code)) redeem.refused = code;
		else redeem.orderId = answer.redirect?.match(/\?order=([\w-]{36})$/)?.[1];
		if (!redeem.refused && !redeem.orderId) throw new Error(`redeem returned ${JSON.stringify(answer)}`);
	}

	private async decide(decide: Decide): Promise<void> {
		const { admin, intent, orderIds } = decide;
		const { answer } = await sendForm(`${this.site.origin}/orders`, admin, {
			intent,
			order: orderIds,
			note: "why",
		});
		const { decided } = (answer.data ?? {}) as {
			decided?: { done: string[]; left: { code: string }[] };
		};
		if (!decided || decided.left.some(({ code }) => code !== "orderDecided")) {
			throw new Error(`${intent} answered ${JSON.stringify(answer)}`);
		}
		decide.done = decided.done;
	}
}

interface StoredOrder {
	id: string;
	user_id: string;
	item_id: string;
	status: string;
}
