import { Link } from "@remix-run/react";
import { Bell as BellIcon } from "lucide-react";
import { useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { isLanguage } from "~/i18n/languages";
import { useTopic } from "~/live/live";
import { Toast, type ToastMessage } from "~/ui/shell/toast";
import { NOTICES_TOPIC, type UnreadUpdate } from "./notices-topic";

interface Props {
	/** From the root loader; `readAt` is the server's instant before `unread` was read. */
	viewer: { id: string; unread: number; readAt: number };
}

const MAX_SHOWN = 99;

/**
 * The link to the viewer's notifications, with the number of unread ones, kept up to date by the event stream. A toast
 * shows the text of a new one.
 */
export function Bell({ viewer }: Props) {
	const { t, i18n } = useTranslation();
	const [event, setEvent] = useState<UnreadUpdate>();
	const [arrival, setArrival] = useState<ToastMessage>();
	useTopic(NOTICES_TOPIC, {
		unread: (update) => {
			if (update.userId !== viewer.id) return;
			setEvent(update);
			const isNew = update.unread > known.current;
			known.current = update.unread;
			if (isNew && update.newest && isLanguage(i18n.language))
				setArrival({ text: update.newest[i18n.language], kind: "arrival", to: "/notifications" });
		},
	});
	// The instants decide which number is newer, as for the balance.
	const isEventNewer = event?.userId === viewer.id && event.at > viewer.readAt;
	const unread = isEventNewer ? event.unread : viewer.unread;
	// A loaded page does not raise it: the event, which has the text, is still to come.
	const known = useRef(unread);
	useEffect(() => {
		known.current = Math.min(known.current, unread);
	}, [unread]);
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
			<Toast message={arrival} />
		</>
	);
}
