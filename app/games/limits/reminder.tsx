import { Link, useFetcher, useLocation } from "@remix-run/react";
import { Coffee, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useStates } from "~/live/live";
import { LIMITS_TOPIC } from "./limits-topics";

interface Props {
	/** From the loader. Undefined for a visitor, who plays with demo points and gets no reminder. */
	isDue: boolean | undefined;
}

/** The play reminder: a toast that stays until it is dismissed here or in another tab (through the stream). */
export function Reminder({ isDue }: Props) {
	const { t } = useTranslation();
	const { pathname } = useLocation();
	const fetcher = useFetcher({ key: "care-reminder" });
	const [isOpen, setOpen] = useState(isDue === true);
	useEffect(() => setOpen(isDue === true), [isDue]);
	useStates(isDue === undefined ? undefined : LIMITS_TOPIC, {
		reminder: (reminder) => setOpen(reminder.isDue),
	});
	const visible = isOpen && fetcher.state === "idle";
	return (
		<div role="status" className="toasts">
			{visible ? (
				<div className="toast pointer-events-auto" data-testid="play-reminder">
					<Coffee aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
					<p>
						{t("players.reminder")}{" "}
						<Link to="/points/care" className="link">
							{t("players.toCare")}
						</Link>
					</p>
					<fetcher.Form method="post" action="/points/care" onSubmit={() => setOpen(false)}>
						<input type="hidden" name="returnTo" value={pathname} />
						<button
							type="submit"
							name="intent"
							value="dismiss"
							className="button button-icon"
							aria-label={t("shell.dismiss")}
						>
							<X aria-hidden="true" className="size-5" />
						</button>
					</fetcher.Form>
				</div>
			) : null}
		</div>
	);
}
