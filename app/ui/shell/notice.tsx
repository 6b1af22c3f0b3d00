import { Check, X } from "lucide-react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";

const SHOWN_MS = 6000;

/** A word about what has just happened: it goes by itself with scripts, and stays as a line without. */
export function Notice({ message }: { message: string | undefined }) {
	const { t } = useTranslation();
	const hydrated = useHydrated();
	const [dismissed, setDismissed] = useState<string>();

	useEffect(() => {
		setDismissed(undefined);
		const timer = setTimeout(() => setDismissed(message), SHOWN_MS);
		return () => clearTimeout(timer);
	}, [message]);

	return (
		<div role="status" className="pointer-events-none fixed inset-x-4 bottom-4 z-[60] flex justify-center">
			{message && message !== dismissed ? (
				<p className="toast pointer-events-auto flex items-center gap-3 rounded-2xl border border-line bg-raised py-2 pr-2 pl-4 font-semibold shadow-lg">
					<Check aria-hidden="true" className="size-5 shrink-0 text-good" />
					<span className="py-1.5 pr-2">{message}</span>
					{hydrated ? (
						<button
							type="button"
							className="button button-icon"
							aria-label={t("shell.dismiss")}
							onClick={() => setDismissed(message)}
						>
							<X aria-hidden="true" className="size-5" />
						</button>
					) : null}
				</p>
			) : null}
		</div>
	);
}
