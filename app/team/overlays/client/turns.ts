interface Panel {
	id: string;
	/** In px. */
	height: number;
	/** Viewers can act on it, for a short time. */
	isUrgent: boolean;
}

/** The room of a source, in px. */
interface Room {
	columns: number;
	height: number;
	gap: number;
}

export const TURN_MS = 8000;
/** An urgent panel comes before others, unless these have waited for more turns longer than it. */
const URGENT_TURNS = 1;

/** Whether panels fit, one below the other and then in the next column. */
export function fits(panels: readonly Pick<Panel, "height">[], { columns, height, gap }: Room): boolean {
	let [column, used] = [1, 0];
	for (const panel of panels) {
		if (used > 0 && used + panel.height > height) [column, used] = [column + 1, 0];
		used += panel.height + gap;
	}
	return column <= columns;
}

/**
 * Chooses what a source shows. What it has no room for is shown in turns, so that each panel is seen: news first, then urgent ones,
 * unless another has waited for long.
 */
export function createTurns() {
	/** The last turn of each panel. News have none, and -1 if there was no room. */
	const lastTurns = new Map<string, number>();
	let turn = 0;
	let endsAt = 0;
	return {
		/** A panel that has something new comes at once, and stays for a turn. */
		announce: (id: string) => lastTurns.delete(id),
		/** Whether it is time to choose again, also if no panel has changed. @param now in ms */
		isOver: (now: number) => now >= endsAt,
		/** @returns the ids of the panels to show, in their order. @param now in ms */
		choose(panels: readonly Panel[], room: Room, now: number): string[] {
			if (now >= endsAt) turn += 1;
			if (now >= endsAt || panels.some(({ id }) => !lastTurns.has(id))) endsAt = now + TURN_MS;
			const rankOf = ({ id, isUrgent }: Panel) => {
				const last = lastTurns.get(id);
				if (last === undefined) return Number.POSITIVE_INFINITY;
				return last === turn ? Number.MAX_VALUE : turn - last + (isUrgent ? URGENT_TURNS : 0);
			};
			const shown = [...panels].sort((one, other) => Number(other.isUrgent) - Number(one.isUrgent));
			const ranks = new Map(shown.map((panel) => [panel, rankOf(panel)]));
			let chosen: Panel[] = [];
			for (const [panel] of [...ranks].sort(([, one], [, other]) => (one === other ? 0 : other - one))) {
				const more = shown.filter((one) => one === panel || chosen.includes(one));
				if (chosen.length > 0 && !fits(more, room)) continue;
				chosen = more;
				lastTurns.set(panel.id, turn);
			}
			for (const panel of panels)
				if (!chosen.includes(panel))
					lastTurns.set(panel.id, Math.min(lastTurns.get(panel.id) ?? -1, turn - 1));
			return chosen.map(({ id }) => id);
		},
	};
}
