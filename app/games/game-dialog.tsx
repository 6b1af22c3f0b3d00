import { Link, Outlet, useLocation } from "@remix-run/react";
import { CircleHelp } from "lucide-react";
import type { ReactNode } from "react";
import { FullScreenDialog } from "~/ui/dialog/full-screen-dialog";

interface Props {
	/** The game's address; `/info` after it has the dialog with what there is to know. */
	path: string;
	title: string;
	closeLabel: string;
	infoLabel: string;
	/** What has opened it, in the list of games. */
	openerId: string;
	/** @param covered whether another dialog lies over the game. */
	children(covered: boolean): ReactNode;
}

export function GameDialog({ path, title, closeLabel, infoLabel, openerId, children }: Props) {
	const covered = useLocation().pathname.endsWith("/info");
	return (
		<>
			<FullScreenDialog
				title={title}
				closeTo="/mini-games"
				closeLabel={closeLabel}
				openerId={openerId}
				covered={covered}
				actions={
					<Link
						to={`${path}/info`}
						id="open-info"
						preventScrollReset
						className="button button-icon"
						aria-label={infoLabel}
					>
						<CircleHelp aria-hidden="true" className="size-5" />
					</Link>
				}
			>
				{children(covered)}
			</FullScreenDialog>
			<Outlet />
		</>
	);
}
