import { Link, useOutlet } from "@remix-run/react";
import { CircleHelp } from "lucide-react";
import type { ReactNode } from "react";
import { FullScreenDialog } from "~/ui/dialog/full-screen-dialog";
import { BreakBanner } from "./limits/break-banner";
import { useLimitReload, useRestriction } from "./limits/restriction";
import { SoundControl } from "./sound/sound-control";

interface Props {
	/** The game's address; its rules are a dialog at this address plus `/info`. */
	path: string;
	title: string;
	closeLabel: string;
	infoLabel: string;
	/** The element in the lobby that gets the focus back. */
	openerId: string;
	/** The game uses the whole screen. */
	fill?: boolean;
	/** @param covered whether another dialog lies over the game. */
	children(covered: boolean): ReactNode;
}

/**
 * The full-screen dialog of a game over the lobby, with the control of the sound, a link to the rules, the outlet of the
 * rules route, and a banner for a player who cannot bet now.
 */
export function GameDialog({ path, title, closeLabel, infoLabel, openerId, fill = false, children }: Props) {
	const rules = useOutlet();
	const covered = rules !== null;
	const restriction = useRestriction();
	useLimitReload(restriction);
	return (
		<>
			<FullScreenDialog
				title={title}
				closeTo="/mini-games"
				closeLabel={closeLabel}
				openerId={openerId}
				covered={covered}
				fill={fill}
				actions={
					<>
						<SoundControl />
						<Link
							to={`${path}/info`}
							id="open-info"
							preventScrollReset
							className="button button-icon"
							aria-label={infoLabel}
						>
							<CircleHelp aria-hidden="true" className="size-5" />
						</Link>
					</>
				}
			>
				<BreakBanner restriction={restriction} />
				{children(covered)}
			</FullScreenDialog>
			{rules}
		</>
	);
}
