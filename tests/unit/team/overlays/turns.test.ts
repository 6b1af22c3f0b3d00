import { expect, it } from "vitest";
import { createTurns, fits, TURN_MS } from "~/team/overlays/client/turns";
import { seededRandom } from "../../../support/random";

const STEP_MS = 250;
const MOST_TURNS = 14;

const panelsOf = (...names: string[]) =>
	names.map((id) => ({ id, height: 100, isUrgent: id.startsWith("urgent") }));

it("panels that do not fit are shown in turns: each is seen, whole, and urgent ones most", () => {
	const random = seededRandom(7);
	for (let source = 0; source < 50; source += 1) {
		const room = { columns: 1 + Math.floor(random() * 3), height: 200 + random() * 800, gap: 10 };
		const panels = panelsOf(
			"hunt",
			"urgent code",
			"board",
			"urgent crash",
			"goal",
			"urgent raffle",
			"cup",
		).map((panel) => ({ ...panel, height: Math.min(room.height, 60 + random() * 400) }));
		const turns = createTurns();
		const steps = new Map(panels.map(({ id }) => [id, 0]));
		for (let now = 0; now < MOST_TURNS * TURN_MS; now += STEP_MS) {
			const ids = turns.choose(panels, room, now);
			expect(
				fits(
					ids.flatMap((id) => panels.find((panel) => panel.id === id) ?? []),
					room,
				),
			).toBe(true);
			for (const id of ids) steps.set(id, (steps.get(id) ?? 0) + STEP_MS);
		}
		for (const [id, shown] of steps)
			expect(shown, `${id} ${JSON.stringify(room)}`).toBeGreaterThanOrEqual(TURN_MS);
	}
});

it("a panel with news comes at once and stays for a turn; others stay as they are while there is room", () => {
	const room = { columns: 1, height: 220, gap: 10 };
	const turns = createTurns();
	const all = panelsOf("hunt", "board");
	expect(turns.choose(all, room, 0)).toEqual(["hunt", "board"]);
	const more = [...all, ...panelsOf("urgent code")];
	expect(turns.choose(more, room, 100)).toEqual(["urgent code", "hunt"]);
	expect(turns.choose(more, room, 99 + TURN_MS)).toEqual(["urgent code", "hunt"]);
	expect(turns.choose(more, room, 100 + TURN_MS)).toEqual(["urgent code", "board"]);
	turns.announce("hunt");
	expect(turns.choose(more, room, 200 + TURN_MS)).toEqual(["urgent code", "hunt"]);
	expect(turns.choose(all, room, 300 + TURN_MS), "the code is over").toEqual(["hunt", "board"]);
});

it("a panel that comes and goes does not keep others from their turns", () => {
	const turns = createTurns();
	const [hunt, crash] = [panelsOf("hunt"), panelsOf("urgent crash")];
	const shown = new Set<string>();
	for (let now = 0; now < MOST_TURNS * TURN_MS; now += TURN_MS / 2) {
		turns.choose([...crash, ...hunt], { columns: 1, height: 100, gap: 10 }, now).map((id) => shown.add(id));
		turns.choose([], { columns: 1, height: 100, gap: 10 }, now + STEP_MS);
	}
	expect(shown).toEqual(new Set(["urgent crash", "hunt"]));
});
