import { Link } from "@remix-run/react";
import { Bell, Check, Info, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";

const SHOWN_MS = 6000;
const ICONS = {
	done: { Icon: Check, colour: "text-good" },
	refusal: { Icon: Info, colour: "text-accent-text" },
	arrival: { Icon: Bell, colour: "text-accent-text" },
};

export interface ToastMessage {
	text: string;
	kind: keyof typeof ICONS;
	/** The path to which the text links. */
	to?: string;
}

/**
 * A message over the header, where it covers no heading and no control of a page or game. Clicks beside its link and
 * button pass through it. It disappears after 6 s or when it is dismissed, and not because the page is loaded again;
 * without scripts the styles hide it.
 * @param message a new object for each message; undefined shows nothing new.
 */
export function Toast({ message }: { message: ToastMessage | undefined }) {
	const { t } = useTranslation();
	const hydrated = useHydrated();
	const [shown, setShown] = useState(message);
	const dismiss = () => setShown(undefined);

	useEffect(() => {
		if (message) setShown(message);
	}, [message]);
	useEffect(() => {
		if (!shown) return;
		const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [shown]);

	const { Icon, colour } = ICONS[shown?.kind ?? "done"];
	return (
		<div role="status" className="toasts">
			{shown ? (
				<p className="toast">
					<Icon aria-hidden="true" className={`size-5 shrink-0 ${colour}`} />
					<span className="line-clamp-3 grow">
						{shown.to === undefined ? (
							shown.text
						) : (
							<Link to={shown.to} className="pointer-events-auto" onClick={dismiss}>
								{shown.text}
							</Link>
						)}
					</span>
					{hydrated ? (
						<button
							type="button"
							className="button button-icon pointer-events-auto"
							aria-label={t("shell.dismiss")}
							onClick={dismiss}
						>
							<X aria-hidden="true" className="size-5" />
						</button>
					) : null}
				</p>
			) : null}
		</div>
	);
}
