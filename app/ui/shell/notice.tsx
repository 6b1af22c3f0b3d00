import { Check, Info, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";

const SHOWN_MS = 6000;

interface Props {
	/** A new object for each message; undefined if the last load of the page had none. */
	notice: { text: string; isRefusal: boolean } | undefined;
}

/**
 * A message about the last action, under the header, where it covers no button of a form. Clicks pass through it. It
 * disappears after 6 s or when it is dismissed, and not because the page is loaded again; without scripts the styles
 * hide it.
 */
export function Notice({ notice }: Props) {
	const { t } = useTranslation();
	const hydrated = useHydrated();
	const [shown, setShown] = useState(notice);

	useEffect(() => {
		if (notice) setShown(notice);
	}, [notice]);
	useEffect(() => {
		if (!shown) return;
		const timer = setTimeout(() => setShown(undefined), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [shown]);

	return (
		<div
			role="status"
			className="pointer-events-none fixed inset-x-4 top-[calc(var(--spacing-header)+0.5rem)] z-[60] flex justify-center"
		>
			{shown ? (
				<p className="toast flex items-center gap-3 rounded-2xl border border-line bg-raised py-2 pr-2 pl-4 font-semibold shadow-lg">
					{shown.isRefusal ? (
						<Info aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
					) : (
						<Check aria-hidden="true" className="size-5 shrink-0 text-good" />
					)}
					<span className="py-1.5 pr-2">{shown.text}</span>
					{hydrated ? (
						<button
							type="button"
							className="button button-icon pointer-events-auto"
							aria-label={t("shell.dismiss")}
							onClick={() => setShown(undefined)}
						>
							<X aria-hidden="true" className="size-5" />
						</button>
					) : null}
				</p>
			) : null}
		</div>
	);
}
