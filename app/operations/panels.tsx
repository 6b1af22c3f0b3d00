import { CircleAlert, CircleCheck, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import "~/ui/data-table.css";
import type { SiteProblem } from "./site-checks";
import type { OperationsView } from "./view.server";

const DASH = "–";
const LOOKS = {
	well: [CircleCheck, "text-good"],
	warning: [TriangleAlert, "text-accent-text"],
	bad: [CircleAlert, "text-bad"],
} as const;

const levelOf = ({ severity }: SiteProblem) => (severity === "warning" ? "warning" : "bad");

/** The state of the site and its problems. */
export function StatePanel({ problems }: Pick<OperationsView, "problems">) {
	const { t } = useTranslation();
	const [worst] = problems;
	const state = worst ? levelOf(worst) : "well";
	const [Icon, color] = LOOKS[state];
	return (
		<section aria-labelledby="state" className="panel grid gap-4" data-state={state}>
			{/* Screen readers announce it when it changes. */}
			<h2 id="state" aria-live="polite" className="flex items-center gap-3 text-2xl font-bold">
				<Icon aria-hidden="true" className={`size-8 shrink-0 ${color}`} />
				{t(`operations.states.${state}`)}
			</h2>
			{problems.length > 0 ? (
				<ul className="grid gap-3">
					{problems.map((problem) => {
						const [ProblemIcon, problemColor] = LOOKS[levelOf(problem)];
						return (
							<li key={problem.name} className="flex gap-3" data-problem={problem.name}>
								<ProblemIcon aria-hidden="true" className={`mt-0.5 size-5 shrink-0 ${problemColor}`} />
								<p>
									<strong className="font-semibold">{t(`operations.weights.${levelOf(problem)}`)}</strong>{" "}
									{t(`operations.problems.${problem.name}`, { count: problem.count })}
								</p>
							</li>
						);
					})}
				</ul>
			) : null}
		</section>
	);
}

/** A group of figures as a list. A figure without a value is a dash. */
export function FigurePanel({ group: { id, figures } }: { group: OperationsView["groups"][number] }) {
	const { t } = useTranslation();
	return (
		<section aria-labelledby={id} className="panel grid content-start gap-3">
			<h2 id={id} className="text-xl font-bold">
				{t(`operations.groups.${id}`)}
			</h2>
			<dl className="grid gap-1.5">
				{figures.map(([figure, value]) => (
					<div
						key={figure}
						className="flex items-baseline justify-between gap-x-4 border-t border-line pt-1.5"
					>
						<dt className="text-muted">{t(`operations.figures.${figure}`)}</dt>
						<dd
							className="max-w-3/5 shrink-0 text-right font-semibold tabular-nums wrap-anywhere"
							data-metric={figure}
						>
							{value !== null && typeof value === "object"
								? t(`operations.words.${value.word}`)
								: (value ?? DASH)}
						</dd>
					</div>
				))}
			</dl>
		</section>
	);
}

interface TableProps {
	id: string;
	title: string;
	intro: string;
	head: string[];
	/** The cells of each row by its key. */
	rows: [key: string, cells: ReactNode[]][];
}

function TablePanel({ id, title, intro, head, rows }: TableProps) {
	return (
		<section aria-labelledby={id} className="panel grid grid-cols-[minmax(0,1fr)] gap-3">
			<h2 id={id} className="text-xl font-bold">
				{title}
			</h2>
			<p className="max-w-prose text-muted">{intro}</p>
			{rows.length > 0 ? (
				<table className="data-table text-sm tabular-nums">
					<caption className="sr-only">{title}</caption>
					<thead className="text-left text-muted">
						<tr>
							{head.map((label) => (
								<th key={label} scope="col">
									{label}
								</th>
							))}
						</tr>
					</thead>
					<tbody>
						{rows.map(([key, cells]) => (
							<tr key={key}>
								{head.map((label, at) => (
									<td key={label} data-label={label} className="wrap-anywhere first:font-semibold">
										{cells[at]}
									</td>
								))}
							</tr>
						))}
					</tbody>
				</table>
			) : null}
		</section>
	);
}

/** The kinds of warnings and errors in the log since the start. */
export function EventsTable({ events }: Pick<OperationsView, "events">) {
	const { t } = useTranslation();
	return (
		<TablePanel
			id="events"
			title={t("operations.events")}
			intro={t(events.length > 0 ? "operations.eventsIntro" : "operations.noEvents")}
			head={(["event", "level", "times", "lastAt", "request"] as const).map((name) =>
				t(`operations.${name}`),
			)}
			rows={events.map(({ event, isError, count, lastAt, requestId }) => [
				`${isError} ${event}`,
				[
					...[event, t(isError ? "operations.error" : "operations.warning"), count, lastAt],
					<span key="request" className="mono">
						{requestId ?? DASH}
					</span>,
				],
			])}
		/>
	);
}

/** The processes that serve the site; nothing for a site with a SQLite file. */
export function NodesTable({ nodes }: Pick<OperationsView, "nodes">) {
	const { t } = useTranslation();
	if (nodes.length === 0) return null;
	return (
		<TablePanel
			id="nodes"
			title={t("operations.nodes.title")}
			intro={t("operations.nodes.intro")}
			head={(["process", "role", "startedAt", "silent", "clock"] as const).map((name) =>
				t(`operations.nodes.${name}`),
			)}
			rows={nodes.map(({ id, host, isThis, epoch, startedAt, silent, clock }) => [
				id,
				[
					// One element: on phones the cell is a grid.
					<div key="process">
						{host} <span className="mono font-normal text-muted">{id}</span>
						{isThis ? <span className="block text-muted">{t("operations.nodes.this")}</span> : null}
					</div>,
					epoch === null ? t("operations.nodes.web") : t("operations.nodes.leader", { epoch }),
					...[startedAt, silent, clock],
				],
			])}
		/>
	);
}
