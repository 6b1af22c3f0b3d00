import { expect, it } from "vitest";
import type { AlertQueue, QueuedAlert } from "~/team/overlays/alerts";
import { createAlerts } from "~/team/overlays/client/alerts";
import { seededRandom } from "../../../support/random";

const SHOWN_MS = 6000;
const EXPIRES_MS = 60_000;
const STEP_MS = 250;

/** The queue as the site keeps it, over a network that delays each message by up to `delay` ms. */
function openQueue(random: () => number, delay = 0) {
	let time = 1_000_000;
	const alerts: QueuedAlert[] = [];
	const pending: { at: number; run(): void }[] = [];
	const later = (run: () => void) => pending.push({ at: time + random() * delay, run });
	const overlays = new Set<ReturnType<typeof createAlerts>>();
	const read = (): AlertQueue => ({
		...{ now: time, seconds: SHOWN_MS / 1000, sound: true },
		alerts: alerts.filter((one) => (one.endsAt ?? one.expiresAt) > time).map((one) => ({ ...one })),
	});
	const publish = () => {
		const queue = read();
		for (const overlay of overlays) later(() => overlays.has(overlay) && overlay.receive(queue));
	};
	/** How often each alert was shown by an overlay: ids in the order of their begin. */
	const shown: { overlay: number; id: number; at: number }[] = [];
	let opened = 0;
	return {
		shown,
		overlays,
		add() {
			alerts.push({
				...{ id: alerts.length + 1, type: "code.published", title: { pt: "", en: "" }, more: 0 },
				...{ shownAt: null, endsAt: null, expiresAt: time + EXPIRES_MS },
			});
			publish();
		},
		/** An overlay that has just loaded its page. */
		open() {
			const number = ++opened;
			const overlay = createAlerts({
				now: () => time,
				show: (alert) => alert && shown.push({ overlay: number, id: alert.id, at: time }),
				acknowledge: (id) =>
					new Promise((resolve) => {
						later(() => {
							const { alerts: due } = read();
							const first = due.find(({ shownAt }) => shownAt === null);
							if (first?.id === id && due.every(({ shownAt }) => shownAt === null))
								Object.assign(alerts[id - 1] ?? {}, { shownAt: time, endsAt: time + SHOWN_MS });
							const answer = read();
							later(() => resolve(answer));
							publish();
						});
					}),
			});
			overlays.add(overlay);
			const snapshot = read();
			later(() => overlays.has(overlay) && overlay.receive(snapshot));
			return overlay;
		},
		async pass(ms: number) {
			for (const end = time + ms; time < end; ) {
				time += STEP_MS;
				for (const one of pending.splice(0)) one.at <= time ? one.run() : pending.push(one);
				await Promise.resolve();
				await Promise.resolve();
				for (const overlay of overlays) overlay.step();
			}
		},
	};
}

it("1,000 reconnects of two overlays lose no alert and start none twice", async () => {
	const random = seededRandom(43);
	const queue = openQueue(random, 400);
	const open = [queue.open(), queue.open()];
	const added = 500;
	for (let step = 0; step < 1000; step++) {
		if (step % 2 === 0) queue.add();
		const at = step % 2;
		queue.overlays.delete(open[at] as never);
		open[at] = queue.open();
		await queue.pass(3000 + Math.floor(random() * 2000));
	}
	await queue.pass(EXPIRES_MS);
	const begins = new Map<number, number[]>();
	for (const { id, at } of queue.shown) begins.set(id, [...(begins.get(id) ?? []), at]);
	expect([...begins.keys()]).toEqual(Array.from({ length: added }, (_, index) => index + 1));
	// Both overlays, and those that were loaded in between, show it at the same time.
	for (const ats of begins.values()) expect(Math.max(...ats) - Math.min(...ats)).toBeLessThan(SHOWN_MS);
	expect(new Set(queue.shown.map(({ overlay, id }) => `${overlay} ${id}`)).size).toBe(queue.shown.length);
});

it("an alert waits while viewers do not see the source, and ends although the timers stood", async () => {
	const queue = openQueue(seededRandom(1));
	const overlay = queue.open();
	overlay.setActive(false);
	queue.add();
	await queue.pass(5000);
	expect(queue.shown).toEqual([]);
	overlay.setActive(true);
	await queue.pass(1000);
	expect(queue.shown).toHaveLength(1);
	queue.add();
	queue.overlays.delete(overlay);
	await queue.pass(EXPIRES_MS);
	queue.overlays.add(overlay);
	await queue.pass(5000);
	expect(queue.shown, "the second has expired").toHaveLength(1);
});

it("an older queue that comes after a newer one changes nothing", () => {
	const shown: (number | undefined)[] = [];
	const overlay = createAlerts({
		now: () => 5000,
		acknowledge: () => new Promise(() => {}),
		show: (alert) => shown.push(alert?.id),
	});
	const waiting = { shownAt: null, endsAt: null, expiresAt: 60_000 };
	const queue = (now: number, times: Pick<QueuedAlert, "shownAt" | "endsAt" | "expiresAt">): AlertQueue => ({
		...{ now, seconds: 6, sound: true },
		alerts: [{ id: 1, type: "code.published", title: { pt: "", en: "" }, more: 0, ...times }],
	});
	overlay.receive(queue(5000, { ...waiting, shownAt: 5000, endsAt: 11_000 }));
	overlay.receive(queue(4000, waiting));
	expect(shown).toEqual([1]);
});

it("a name that is hidden while its alert is shown leaves the overlay at once, and the alert does not begin again", () => {
	const shown: [title: string | undefined, isNew: boolean][] = [];
	const overlay = createAlerts({
		now: () => 1000,
		acknowledge: () => Promise.reject(new Error("nothing waits")),
		show: (alert, isNew) => shown.push([alert?.title.en, isNew]),
	});
	const queueOf = (en: string): AlertQueue => ({
		...{ now: 1000, seconds: 6, sound: true },
		alerts: [
			{
				...{ id: 1, type: "store.redeemed", title: { pt: en, en }, more: 0 },
				...{ shownAt: 1000, endsAt: 7000, expiresAt: 60_000 },
			},
		],
	});
	for (const title of ["Ana redeemed Cap", "Ana redeemed Cap", "Someone redeemed Cap"])
		overlay.receive(queueOf(title));
	expect(shown).toEqual([
		["Ana redeemed Cap", true],
		["Someone redeemed Cap", false],
	]);
});
