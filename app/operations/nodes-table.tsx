import { useTranslation } from "react-i18next";
import "~/ui/data-table.css";
import type { NodeLine } from "./view";

/** A table of the processes that serve the site; empty for a site with a SQLite file. */
export function NodesTable({ nodes }: { nodes: readonly NodeLine[] }) {
	const { t } = useTranslation();
	if (nodes.length === 0) return null;
	return (
		<section aria-labelledby="nodes" className="panel grid grid-cols-[minmax(0,1fr)] gap-3">
			<h2 id="nodes" className="text-xl font-bold">
				{t("operations.nodes.title")}
			</h2>
			<p className="max-w-prose text-muted">{t("operations.nodes.intro")}</p>
			<table className="data-table text-sm">
				<caption className="sr-only">{t("operations.nodes.title")}</caption>
				<thead className="text-left text-muted">
					<tr>
						<th scope="col">{t("operations.nodes.process")}</th>
						<th scope="col">{t("operations.nodes.role")}</th>
						<th scope="col">{t("operations.nodes.startedAt")}</th>
						<th scope="col">{t("operations.nodes.silent")}</th>
						<th scope="col">{t("operations.nodes.clock")}</th>
					</tr>
				</thead>
				<tbody>
					{nodes.map(({ id, host, isThis, epoch, startedAt, silent, clock }) => (
						<tr key={id}>
							<td data-label={t("operations.nodes.process")} className="font-semibold wrap-anywhere">
								{/* One element: on phones the cell is a grid. */}
								<div>
									{host} <span className="mono font-normal text-muted">{id}</span>
									{isThis ? <span className="block text-muted">{t("operations.nodes.this")}</span> : null}
								</div>
							</td>
							<td data-label={t("operations.nodes.role")}>
								{epoch === null ? t("operations.nodes.web") : t("operations.nodes.leader", { epoch })}
							</td>
							<td data-label={t("operations.nodes.startedAt")}>{startedAt}</td>
							<td data-label={t("operations.nodes.silent")} className="tabular-nums">
								{silent}
							</td>
							<td data-label={t("operations.nodes.clock")} className="tabular-nums">
								{clock}
							</td>
						</tr>
					))}
				</tbody>
			</table>
		</section>
	);
}
