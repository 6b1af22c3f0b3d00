import { useLocation, useNavigation } from "@remix-run/react";
import { useEffect, useState } from "react";
import { useTranslation } from "react-i18next";
import { hasWords, loadWords } from "./parts";

/**
 * Whether the words of the page are there; if not, they are on their way. Those of the next page are
 * fetched beside its data.
 */
export function useWords(): boolean {
	const { i18n } = useTranslation();
	const { pathname } = useLocation();
	const next = useNavigation().location?.pathname ?? pathname;
	const [, setFetched] = useState("");
	useEffect(() => {
		if (hasWords(i18n, next)) return;
		loadWords(i18n, next).then(
			() => setFetched(next),
			(cause: unknown) =>
				// For the error page, which only an error while rendering leads to.
				setFetched(() => {
					throw cause;
				}),
		);
	}, [i18n, next]);
	return hasWords(i18n, pathname);
}
