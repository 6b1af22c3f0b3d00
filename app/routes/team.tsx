import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useRouteLoaderData, useSearchParams } from "@remix-run/react";
import { Users } from "lucide-react";
import { useTranslation } from "react-i18next";
import { useHuntReload } from "~/bonus-hunt/screen/use-hunt-reload";
import { useEvents } from "~/events/use-events";
import { LOBBY_TOPIC } from "~/games/lobby/lobby-topic";
import { languageOf } from "~/i18n/i18next.server";
import { useStates } from "~/live/live";
import { NOTICES_TOPIC } from "~/notifications/notices-topic";
import type { loader as rootLoader } from "~/root";
import { requireStaff } from "~/site/guards.server";
import { site } from "~/site/site.server";
import { useAdminCounts } from "~/store/use-admin-counts";
import { useQueue } from "~/team/requests/use-queue";
import { readTeamPage } from "~/team/team-page.server";
import { Field } from "~/ui/field";
import { PageHeader } from "~/ui/page-header";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { declarePage } from "~/ui/shell/handle";
import { useReload } from "~/ui/use-reload";
import { teamAction } from "./team.server";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("shell.team"),
	messages: ["team"],
	navigation: { label: (t) => t("shell.team"), icon: Users, order: 105, for: "staff", moderatorsOnly: true },
});

/** What is urgent now, for admins and moderators: others are redirected to `/`. */
export async function loader({ request }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), requireStaff(request)]);
	return readTeamPage(site, viewer, language);
}

export const action = teamAction;

/** Large enough for a thumb. */
const BIG = "button button-primary min-h-16 w-full text-lg wrap-anywhere";

export default function Team() {
	const { t } = useTranslation();
	const { parts, hunt, isLive, queue, ...states } = useLoaderData<typeof loader>();
	const root = useRouteLoaderData<typeof rootLoader>("root");
	const counts = useAdminCounts(root?.counts);
	const answer = useActionData<typeof action>();
	const sent = useSearchParams()[0].get("form");
	const reload = useReload();
	useHuntReload(hunt, true, reload);
	useEvents("tournament", states.tournaments, reload);
	useEvents("raffles", states.raffles, reload);
	useEvents("predictions", states.predictions, reload);
	useQueue(queue);
	// Other rights are a notice.
	useStates(NOTICES_TOPIC, { unread: ({ unread }) => unread !== root?.viewer?.unread && reload() });
	useStates(LOBBY_TOPIC, { "live-crash": ({ active }) => active !== isLive && reload() });
	return (
		<div className="grid gap-6">
			<PageHeader title={t("shell.team")} intro={t("team.intro")} />
			{parts.some(({ right }) => right === sent) ? null : <Refused answer={answer} />}
			<div className="grid items-start gap-4 sm:grid-cols-2 xl:grid-cols-3">
				{parts.map(({ right, title, to, label, count, links = [], forms = [] }) => (
					<section key={to} aria-label={title} className="panel grid gap-3">
						<h2 className="text-xl font-bold wrap-anywhere">{title}</h2>
						<Refused answer={right === sent ? answer : undefined} />
						{forms.map(({ fields, text, inputs = [], button, about, isMinor, search }) => (
							<PostForm
								// What was typed stays when the page becomes new.
								key={JSON.stringify({ ...fields, idempotencyKey: undefined })}
								{...(search
									? { action: search, method: "get" }
									: { action: `/team?form=${right}`, fields, replace: true })}
								className="grid gap-2"
							>
								{text ? <p className="font-semibold wrap-anywhere">{text}</p> : null}
								{inputs.map(({ name, label, known }) => (
									<Field
										key={name}
										{...{ name, label, known }}
										idPrefix={`team-${right}`}
										answer={right === sent ? answer : undefined}
									/>
								))}
								<button
									type="submit"
									className={isMinor ? "button w-full text-bad" : BIG}
									aria-label={about && `${button}: ${about}`}
								>
									{button}
								</button>
							</PostForm>
						))}
						{links.map((one) => (
							<Link
								key={one.to}
								to={one.to}
								className="button min-h-16 w-full py-2 text-center wrap-anywhere"
							>
								<span>
									{one.title} <span className="block text-sm font-normal text-muted">{one.text}</span>
								</span>
							</Link>
						))}
						<Link to={to} className={forms.length + links.length > 0 ? "button w-full" : BIG}>
							{label}
							<span className="badge tabular-nums empty:hidden">
								{count === "orders" ? counts?.waitingOrders : count}
							</span>
						</Link>
					</section>
				))}
			</div>
		</div>
	);
}
