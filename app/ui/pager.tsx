import { Link, useSearchParams } from "@remix-run/react";
import { ChevronLeft, ChevronRight } from "lucide-react";
import { useTranslation } from "react-i18next";

interface Props {
	/** Query strings from `readPage`. They replace the cursor in the address and keep its other parameters. */
	previous: string | undefined;
	next: string | undefined;
}

/** Links to the previous and the next page of a list. Renders nothing if there is neither. */
export function Pager({ previous, next }: Props) {
	const { t } = useTranslation();
	if (!previous && !next) return null;
	return (
		<nav aria-label={t("shell.pages")} className="flex flex-wrap justify-between gap-3">
			<PageLink position={previous} rel="prev">
				<ChevronLeft aria-hidden="true" className="size-5" />
				{t("shell.previousPage")}
			</PageLink>
			<PageLink position={next} rel="next">
				{t("shell.nextPage")}
				<ChevronRight aria-hidden="true" className="size-5" />
			</PageLink>
		</nav>
	);
}

function PageLink({
	position,
	rel,
	children,
}: {
	position: string | undefined;
	rel: string;
	children: React.ReactNode;
}) {
	const [params] = useSearchParams();
	if (!position) return <span />;
	const search = new URLSearchParams(params);
	search.delete("after");
	search.delete("before");
	for (const [name, value] of new URLSearchParams(position)) search.set(name, value);
	return (
		<Link to={`?${search}`} rel={rel} className="button">
			{children}
		</Link>
	);
}
