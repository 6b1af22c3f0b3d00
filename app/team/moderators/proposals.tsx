import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Proposals as Props } from "./proposals.server";

/** Moderators of the channel whom an admin may add here: a button fills in the name in the form. */
export function Proposals({ state, names }: NonNullable<Props>) {
	const { t } = useTranslation();
	return (
		<section className="panel grid gap-4" aria-labelledby="proposals">
			<h2 id="proposals" className="text-2xl font-bold">
				{t("settings.proposals.title")}
			</h2>
			<p className="max-w-prose text-muted" role="status">
				{t(`settings.proposals.${names?.length === 0 ? "none" : state}`)}
			</p>
			<ul className="grid gap-2 empty:hidden">
				{names?.map((name) => (
					<li key={name}>
						<Link to={`?${new URLSearchParams({ who: name })}`} className="button max-w-full">
							<bdi className="truncate">{name}</bdi>
						</Link>
					</li>
				))}
			</ul>
			{state === "unallowed" ? (
				<a href="/settings/stream/twitch?moderators=1" className="button justify-self-start">
					{t("settings.proposals.allow")}
				</a>
			) : state === "asked" ? null : (
				<Link to="?proposals=1" preventScrollReset className="button justify-self-start">
					{t("settings.proposals.ask")}
				</Link>
			)}
		</section>
	);
}
