import { Cherry } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Invites to the next hunt while none is open; `isFirst` before any hunt has been finished. */
export function NextHunt({ isFirst }: { isFirst: boolean }) {
	const { t } = useTranslation();
	return (
		<div className="panel grid justify-items-center gap-3 py-10 text-center" data-testid="next-hunt">
			<Cherry aria-hidden="true" className="size-12 text-accent-text" strokeWidth={1.25} />
			<h2 className="text-2xl font-bold">{t("huntResult.next")}</h2>
			{isFirst ? <p className="font-semibold">{t("hunt.noSlots")}</p> : null}
			<p className="max-w-prose text-muted">{t("hunt.noHunt")}</p>
		</div>
	);
}
