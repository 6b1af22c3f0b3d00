import { METRICS_TOKEN, type WebProcess } from "./nodes";

/** Acts that processes have run since they began, and attempts after the first. */
export interface Acts {
	acts: number;
	retries: number;
}

/** The sum of several processes. */
export async function readActs(nodes: readonly WebProcess[]): Promise<Acts> {
	const all = await Promise.all(nodes.map(readOne));
	return {
		acts: all.reduce((sum, one) => sum + one.acts, 0),
		retries: all.reduce((sum, one) => sum + one.retries, 0),
	};
}

async function readOne({ origin }: WebProcess): Promise<Acts> {
	const response = await fetch(`${origin}/metrics`, {
		headers: { authorization: `Bearer ${METRICS_TOKEN}` },
	});
	const text = await response.text();
	const numberOf = (name: string) => {
		const [, value] = new RegExp(`^${name} (\\d+)$`, "m").exec(text) ?? [];
		if (value === undefined) throw new Error(`${origin}/metrics has no ${name}`);
		return Number(value);
	};
	return {
		acts: numberOf("plateia_database_acts_total"),
		retries: numberOf("plateia_database_act_retries_total"),
	};
}

/** The acts between two readings. */
export const actsBetween = (before: Acts, after: Acts): Acts => ({
	acts: after.acts - before.acts,
	retries: after.retries - before.retries,
});
