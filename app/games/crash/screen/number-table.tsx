/** A table of formatted numbers. */
export function NumberTable({
	caption,
	heads,
	rows,
}: {
	caption: string;
	heads: string[];
	rows: string[][];
}) {
	return (
		<table className="w-full text-sm tabular-nums">
			<caption className="pb-2 text-left text-muted">{caption}</caption>
			<thead className="text-left align-bottom text-muted">
				<tr>
					{heads.map((head) => (
						<th key={head} scope="col" className="pr-2 last:pr-0 last:text-right">
							{head}
						</th>
					))}
				</tr>
			</thead>
			<tbody>
				{rows.map((cells) => (
					<tr key={cells.join()} className="border-t border-line">
						{cells.map((cell, column) => (
							// biome-ignore lint/suspicious/noArrayIndexKey: a cell is its column
							<td key={column} className="py-1 last:text-right">
								{cell}
							</td>
						))}
					</tr>
				))}
			</tbody>
		</table>
	);
}
