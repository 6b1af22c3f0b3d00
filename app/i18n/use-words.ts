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
	const here = useLocation();
	const next = useNavigation().location ?? here;
	const { pathname, search } = next;
	const [, setFetched] = useState("");
	useEffect(() => {
		if (hasWords(i18n, pathname)) return;
		loadWords(i18n, pathname).then(
			() => setFetched(pathname),
			// As Remix does for a page whose modules cannot be fetched: the document needs no words of its own.
			() => window.location.assign(pathname + search),
		);
	}, [i18n, pathname, search]);
	return hasWords(i18n, here.pathname);
}
