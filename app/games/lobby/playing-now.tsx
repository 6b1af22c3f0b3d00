import { Users } from "lucide-react";

/** The line of who plays a game now; nothing while nobody does. */
export function PlayingNow({ playing }: { playing: string | undefined }) {
	if (!playing) return null;
	return (
		<p className="flex items-start gap-2 text-sm font-semibold wrap-anywhere" data-testid="playing">
			<Users aria-hidden="true" className="mt-0.5 size-4 shrink-0 text-accent-text" />
			<span className="line-clamp-2">{playing}</span>
		</p>
	);
}
