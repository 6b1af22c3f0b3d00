import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useRouteLoaderData } from "@remix-run/react";
import { ArrowLeft, Pencil } from "lucide-react";
import { useTranslation } from "react-i18next";
import { cancelRaffle, passPlace } from "~/events/raffles/decide.server";
import { PrizesPanel, ProofPanel } from "~/events/raffles/draw-panels";
import { enterRaffle } from "~/events/raffles/enter.server";
import { EntryPanel } from "~/events/raffles/entry-panel";
import { ManagePanel } from "~/events/raffles/manage-panel";
import { StateBadge } from "~/events/raffles/raffle-card";
import { raffleSchema } from "~/events/raffles/raffles.schema";
import { readRaffle } from "~/events/raffles/raffles-page.server";
import { useEvents } from "~/events/use-events";
import { DomainError } from "~/forms/domain-error";
import { languageOf } from "~/i18n/i18next.server";
import { may } from "~/lib/rights";
import type { loader as rootLoader } from "~/root";
import { createAction, findViewer, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";
import { useReload } from "~/ui/use-reload";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (_t, loaded) => (loaded as { raffle?: { title: string } } | undefined)?.raffle?.title ?? "",
	messages: ["raffles"],
});

/** Seconds after which a page without scripts loads itself again while the draw is near or a place is not paid. */
const REFRESH_AFTER = 15;

/** A raffle, with the viewer's tickets. Public. An unknown one redirects to the list. */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const raffle = await readRaffle(site, id, { viewer, language });
	if (!raffle) throw redirect("/raffles");
	const isMoving = !raffle.isOpen && !raffle.isSettled;
	return {
		raffle,
		idempotencyKey: crypto.randomUUID() as string,
		// A refresh would lose the reason that is being typed.
		refreshAfter: isMoving && !may(viewer, "raffles") ? REFRESH_AFTER : null,
	};
}

/** Enters the viewer, or with the right passes over a place or cancels the raffle, and redirects to this page. */
export const action = createAction({
	role: "viewer",
	limit: { points: 30, seconds: 60 },
	schema: raffleSchema,
	async run({ input, viewer, params: { id: raffleId = "" } }) {
		if (input.intent !== "enter" && !may(viewer, "raffles")) throw new DomainError("adminsOnly");
		const done = (code: "raffleEntered" | "rafflePassed" | "raffleCancelled") =>
			site.flash.redirect(`/raffles/${raffleId}`, code);
		switch (input.intent) {
			case "enter": {
				const { idempotencyKey, count, price } = input;
				await enterRaffle(site, viewer, { idempotencyKey, count, price, raffleId });
				return done("raffleEntered");
			}
			case "pass":
				await passPlace(site, viewer.id, { raffleId, place: input.place, reason: input.reason });
				return done("rafflePassed");
			case "cancel":
				await cancelRaffle(site, viewer.id, { raffleId, reason: input.reason });
				return done("raffleCancelled");
		}
	},
});

export default function Raffle() {
	const { t } = useTranslation();
	const { raffle: loaded, idempotencyKey } = useLoaderData<typeof loader>();
	const [raffle = loaded] = useEvents("raffles", [loaded], useReload(), loaded.id);
	const answer = useActionData<typeof action>();
	const viewer = useRouteLoaderData<typeof rootLoader>("root")?.viewer;
	return (
		<div className="grid gap-6">
			<PageHeader
				title={raffle.title}
				intro={raffle.description ? <span className="whitespace-pre-line">{raffle.description}</span> : null}
				beside={<StateBadge state={raffle.state} />}
			>
				<p className="flex flex-wrap gap-3">
					<Link to="/raffles" className="button">
						<ArrowLeft aria-hidden="true" className="size-5" />
						{t("raffles.all")}
					</Link>
					{may(viewer, "raffles") ? (
						<Link to={`/raffles/${raffle.id}/edit`} className="button">
							<Pencil aria-hidden="true" className="size-5" />
							{t("raffles.edit")}
						</Link>
					) : null}
				</p>
			</PageHeader>
			<div className="grid items-start gap-6 lg:grid-cols-2 lg:grid-rows-[auto_1fr] [&>*]:min-w-0">
				<PrizesPanel raffle={raffle} />
				<EntryPanel raffle={raffle} viewer={viewer} idempotencyKey={idempotencyKey} answer={answer} />
				<ProofPanel raffle={raffle} />
				{may(viewer, "raffles") ? <ManagePanel raffle={raffle} answer={answer} /> : null}
			</div>
		</div>
	);
}
