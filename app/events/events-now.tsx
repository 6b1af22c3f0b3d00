import { Link } from "@remix-run/react";
import type { EventNow } from "./event-now";

/** A list of events with links to their pages. */
export const EventsNow = ({ events }: { events: readonly EventNow[] }) => (
	<ul className="grid gap-3 sm:grid-cols-2">
		{events.map(({ id, path, title, text }) => (
			<li key={id} className="panel grid min-w-0 content-start gap-1" data-testid="event">
				<Link to={path} className="link min-h-6 justify-self-start text-lg font-bold break-words">
					{title}
				</Link>
				<span className="text-muted">{text}</span>
			</li>
		))}
	</ul>
);
