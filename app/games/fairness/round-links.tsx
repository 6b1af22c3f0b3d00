import { Link } from "@remix-run/react";

/** Lists a player's last rounds, each as a link to its check. @param none the text without rounds. */
export function RoundLinks({
	rounds,
	none,
}: {
	rounds: readonly (readonly [path: string, text: string])[];
	none: string;
}) {
	if (rounds.length === 0) return <p className="text-muted">{none}</p>;
	return (
		<ul className="grid gap-1">
			{rounds.map(([path, text]) => (
				<li key={path}>
					<Link to={path} className="link text-sm">
						{text}
					</Link>
				</li>
			))}
		</ul>
	);
}
