import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { useFetcher, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { readShared } from "db/shared-reads";
import { House } from "lucide-react";
import { z } from "zod";
import { useHuntReload } from "~/bonus-hunt/screen/use-hunt-reload";
import { textIn } from "~/channel/channel";
import { StreamAbout } from "~/channel/stream-about";
import { useStreamState } from "~/channel/use-stream-state";
import { fieldError } from "~/forms/form-fields.schema";
import { useLobbyEvents } from "~/games/lobby/use-lobby-events";
import { dismissChecklist, readChecklist } from "~/home/checklist.server";
import { GamesNow } from "~/home/games-now";
import { Hero } from "~/home/hero";
import { readHome } from "~/home/home.server";
import {
	ChecklistPanel,
	DailyNow,
	EventsSection,
	HuntNow,
	News,
	OffersNow,
	StreamPanel,
} from "~/home/lazy-parts";
import { WinsToday } from "~/home/wins-today";
import { languageOf } from "~/i18n/i18next.server";
import type { loader as rootLoader } from "~/root";
import { createAction, findViewer, site } from "~/site/site.server";
import { readSocialLinks } from "~/social/links.server";
import { declarePage } from "~/ui/shell/handle";
import "~/home/home.css";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	messages: ["homePage"],
	navigation: { label: (t) => t("shell.home"), icon: House, order: 10 },
	shared: true,
});

/** The channel and what is on. Public. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer, links] = await Promise.all([
		languageOf(request),
		findViewer(request),
		readShared(site.db, "links", () => readSocialLinks(site.db)),
	]);
	const { name, tagline, profileImage } = site.channel();
	const channel = { name, tagline: textIn(tagline, language), profileImage, links };
	const checklist = await readChecklist(site, viewer, language);
	return { language, channel, ...(await readHome(site, viewer, language)), ...(checklist && { checklist }) };
}

/** Marks the stream as live or over, or dismisses the list of first steps, and redirects to this page. */
export const action = createAction({
	role: "admin",
	limit: { points: 30, seconds: 60 },
	schema: z.object({ intent: z.enum(["start", "end", "dismissChecklist"], fieldError("invalidInput")) }),
	async run({ input, viewer }) {
		if (input.intent === "dismissChecklist") await dismissChecklist(site, viewer.id);
		else await site.switchStream(viewer.id, input.intent === "start", site.channel().name);
		return redirect("/");
	},
});

export default function Home() {
	const loaded = useLoaderData<typeof loader>();
	// Loads only this route's data. A revalidation would load the shell's as well.
	const again = useFetcher<typeof loader>();
	const page = again.data ?? loaded;
	const { language, channel, stream, hunt, events, games, offers, promotions, posts } = page;
	const { wins, live, playing } = useLobbyEvents(page, language);
	const { isLive, details } = useStreamState(stream.state);
	const isOutside = hunt?.kind === "outside";
	useHuntReload(isOutside ? null : hunt, !isOutside, () => again.load("/?index"));
	const viewer = useRouteLoaderData<typeof rootLoader>("root")?.viewer;
	const isAdmin = viewer?.isAdmin === true;
	const hasStream = isAdmin || stream.login !== "" || stream.next !== null || isLive || !!stream.told;
	const huntNow = hunt || isAdmin ? <HuntNow hunt={hunt} language={language} /> : null;
	return (
		<div className="home grid gap-10 py-2 lg:gap-14">
			{page.checklist ? <ChecklistPanel checklist={page.checklist} /> : null}
			<div className="home-top">
				<Hero {...channel} start={page.start}>
					{loaded.daily ? <DailyNow daily={loaded.daily} language={language} /> : null}
				</Hero>
				{hasStream ? (
					<StreamPanel stream={stream} isLive={isLive} isAdmin={isAdmin}>
						{details ? <StreamAbout details={details} language={language} /> : null}
					</StreamPanel>
				) : (
					huntNow
				)}
			</div>
			{events.length > 0 ? <EventsSection events={events} /> : null}
			<div className="home-columns">
				{hasStream ? huntNow : null}
				<GamesNow games={games} liveActive={live.active} playing={playing?.[language]} language={language} />
				<WinsToday wins={wins} language={language} />
			</div>
			<div className="home-columns">
				{isAdmin || offers.items.length > 0 || offers.next ? (
					<OffersNow offers={offers} isSignedIn={viewer !== undefined} />
				) : null}
				{isAdmin || promotions.length > 0 || posts > 0 ? (
					<News promotions={promotions} posts={posts} language={language} />
				) : null}
			</div>
		</div>
	);
}
