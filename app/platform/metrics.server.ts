/** Figures for Prometheus, in its text format: https://prometheus.io/docs/instrumenting/exposition_formats/ */
import type { Log } from "./log.server";

export interface Sample {
	labels?: Record<string, string>;
	value: number;
}

type Reading = number | readonly Sample[];
type Kind = "counter" | "gauge" | "histogram";
type Labels<Name extends string> = Readonly<Record<Name, string>>;

interface Family {
	name: string;
	help: string;
	kind: Kind;
	lines(): string[] | Promise<string[]>;
}

export interface Counter<Name extends string> {
	/** @param by 1, unless said; never below 0. */
	add(labels: Labels<Name>, by?: number): void;
	samples(): Sample[];
}

export interface Histogram<Name extends string> {
	/** The upper bounds of its buckets; a last one holds all the rest. */
	readonly bounds: readonly number[];
	observe(labels: Labels<Name>, value: number): void;
	/** How many fell into each bucket, over all labels. */
	counts(): number[];
}

export const METRICS_TYPE = "text/plain; version=0.0.4; charset=utf-8";

export function createMetrics(log: Pick<Log, "error">) {
	const families = new Map<string, Family>();

	function add(family: Family) {
		if (families.has(family.name)) throw new RangeError(`two metrics are called ${family.name}`);
		families.set(family.name, family);
	}

	return {
		/** Something that is counted where it happens. */
		counter<Name extends string = never>(name: string, help: string): Counter<Name> {
			const series = new Map<string, Sample & { value: number }>();
			add({ name, help, kind: "counter", lines: () => linesOf(name, [...series.values()]) });
			return {
				add(labels, by = 1) {
					const key = keyOf(labels);
					const known = series.get(key);
					if (known) known.value += by;
					else series.set(key, { labels, value: by });
				},
				samples: () => [...series.values()],
			};
		},

		histogram<Name extends string = never>(
			name: string,
			help: string,
			bounds: readonly number[],
		): Histogram<Name> {
			const series = new Map<string, Distribution>();
			add({
				name,
				help,
				kind: "histogram",
				lines: () => [...series.values()].flatMap((one) => distributionLines(name, bounds, one)),
			});
			return {
				bounds,
				observe(labels, value) {
					const key = keyOf(labels);
					const known = series.get(key) ?? { labels, buckets: zeros(bounds.length + 1), sum: 0 };
					series.set(key, known);
					const place = bounds.findIndex((bound) => value <= bound);
					const at = place < 0 ? bounds.length : place;
					known.buckets[at] = (known.buckets[at] ?? 0) + 1;
					known.sum += value;
				},
				counts() {
					const totals = zeros(bounds.length + 1);
					for (const { buckets } of series.values()) {
						for (const [at, count] of buckets.entries()) totals[at] = (totals[at] ?? 0) + count;
					}
					return totals;
				},
			};
		},

		/** Something that stands elsewhere and is looked up whenever somebody asks for the figures. */
		read(kind: "counter" | "gauge", name: string, help: string, read: () => Reading | Promise<Reading>) {
			add({
				name,
				help,
				kind,
				async lines() {
					const reading = await read();
					return linesOf(name, typeof reading === "number" ? [{ value: reading }] : reading);
				},
			});
		},

		/** All of it. A figure that cannot be read is left out, and logged. */
		async text(): Promise<string> {
			const parts = await Promise.all(
				[...families.values()].map(async ({ name, help, kind, lines }) => {
					try {
						return [`# HELP ${name} ${escaped(help)}`, `# TYPE ${name} ${kind}`, ...(await lines())];
					} catch (error) {
						log.error({ event: "metric-unread", metric: name, err: error });
						return [];
					}
				}),
			);
			return `${parts.flat().join("\n")}\n`;
		},
	};
}

export type Metrics = ReturnType<typeof createMetrics>;

interface Distribution {
	labels: Record<string, string>;
	/** How many fell into each bucket alone; Prometheus wants all below it as well. */
	buckets: number[];
	sum: number;
}

const zeros = (count: number): number[] => new Array<number>(count).fill(0);

/** Of labels that are always named in the same order. */
const keyOf = (labels: Record<string, string>): string => Object.values(labels).join("\u0000");

const linesOf = (name: string, samples: readonly Sample[]): string[] =>
	samples.map(({ labels = {}, value }) => `${name}${labelText(labels)} ${value}`);

function distributionLines(
	name: string,
	bounds: readonly number[],
	{ labels, buckets, sum }: Distribution,
): string[] {
	let below = 0;
	const lines = buckets.map((count, at) => {
		below += count;
		const le = at < bounds.length ? String(bounds[at]) : "+Inf";
		return `${name}_bucket${labelText({ ...labels, le })} ${below}`;
	});
	return [...lines, `${name}_sum${labelText(labels)} ${sum}`, `${name}_count${labelText(labels)} ${below}`];
}

function labelText(labels: Record<string, string>): string {
	const pairs = Object.entries(labels).map(
		([name, value]) => `${name}="${escaped(value).replaceAll('"', '\\"')}"`,
	);
	return pairs.length > 0 ? `{${pairs.join(",")}}` : "";
}

const escaped = (text: string): string => text.replaceAll("\\", "\\\\").replaceAll("\n", "\\n");
