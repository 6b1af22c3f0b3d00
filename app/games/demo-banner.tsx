import { type FetcherWithComponents, Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";

interface Props {
	/** The namespace of the texts. */
	texts: "instant" | "crash";
	/** Address of the game. */
	path: string;
	fetcher: Pick<FetcherWithComponents<unknown>, "Form">;
	/** Shows the button that resets the demo points. */
	canRefill: boolean;
}

/** Shown to a visitor: explains the demo points, links to the sign-in, and offers new demo points (`refill`). */
export function DemoBanner({ texts, path, fetcher, canRefill }: Props) {
	const { t } = useTranslation();
	return (
		<div className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-2xl border border-accent-text bg-raised px-4 py-2.5">
			<p>
				{t(`${texts}.demoBanner`)}{" "}
				<Link to={`/login?returnTo=${encodeURIComponent(path)}`} reloadDocument className="link">
					{t(`${texts}.demoPrompt`)}
				</Link>{" "}
				<Link to="/earn" className="link">
					{t("shell.earn")}
				</Link>
			</p>
			{canRefill ? (
				<fetcher.Form method="post" action={path} className="ml-auto">
					<button type="submit" name="intent" value="refill" className="button">
						{t(`${texts}.refill`)}
					</button>
				</fetcher.Form>
			) : null}
		</div>
	);
}
