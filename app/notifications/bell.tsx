import { Link } from "@remix-run/react";
import { Bell as BellIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { useTopic } from "~/live/live";
import { NOTICES_TOPIC, type UnreadUpdate } from "./notices-topic";

interface Props {
	/** From the root loader; `readAt` is the server's instant before `unread` was read. */
	viewer: { id: string; unread: number; readAt: number };
}

const TOAST_MS = 6000;
const MAX_SHOWN = 99;

/**
 * The link to the viewer's notifications, with the number of unread ones, kept up to date by the event stream. A new
 * one is announced in a toast.
 */
export function Bell({ viewer }: Props) {
	const { t } = useTranslation();
	const [event, setEvent] = useState<UnreadUpdate>();
	useTopic(NOTICES_TOPIC, {
		unread: (update) => {
			if (update.userId === viewer.id) setEvent(update);
		},
	});
	// The instants decide which number is newer, as for the balance.
	const isEventNewer = event?.userId === viewer.id && event.at > viewer.readAt;
	const unread = isEventNewer ? event.unread : viewer.unread;
	const label = unread === 0 ? t("shell.notifications") : t("shell.unreadNotifications", { count: unread });
	return (
		<>
			<Link to="/notifications" className="button button-icon relative" aria-label={label} title={label}>
				<BellIcon aria-hidden="true" className="size-5" />
				{unread > 0 ? (
					<span
						className="absolute -top-1 -right-1 min-w-5 rounded-full bg-accent px-1 text-center text-xs leading-5 font-bold text-accent-ink tabular-nums"
						data-testid="unread"
					>
						{unread > MAX_SHOWN ? `${MAX_SHOWN}+` : unread}
					</span>
				) : null}
			</Link>
			<Arrival unread={unread} />
		</>
	);
}

/** A toast for some seconds when the number of unread notifications grows. */
function Arrival({ unread }: { unread: number }) {
	const { t } = useTranslation();
	const [isShown, setShown] = useState(false);
	const last = useRef(unread);
	useEffect(() => {
		const hasGrown = unread > last.current;
		last.current = unread;
		setShown(hasGrown);
		if (!hasGrown) return;
		const timer = setTimeout(() => setShown(false), TOAST_MS);
		return () => clearTimeout(timer);
	}, [unread]);
	return (
		<div role="status" className="pointer-events-none fixed inset-x-4 top-[4.5rem] flex justify-center">
			{isShown ? (
				<p className="toast pointer-events-auto rounded-2xl border border-line bg-raised px-4 py-3 font-semibold shadow-lg">
					<Link to="/notifications" className="link" onClick={() => setShown(false)}>
						{t("shell.newNotification")}
					</Link>
				</p>
			) : null}
		</div>
	);
}
