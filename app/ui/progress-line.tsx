import { useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";

/** A line along the top while a navigation loads. */
export function ProgressLine() {
	const { t } = useTranslation();
	const { state } = useNavigation();
	return (
		<div role="status">
			{state === "idle" ? null : (
				<>
					<span className="sr-only">{t("shell.loading")}</span>
					<div className="progress-line" />
				</>
			)}
		</div>
	);
}
