import { useTranslation } from "react-i18next";
import { SignInLink } from "~/account/sign-in-link";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import type { ShownRequests } from "./requests-page.server";
import { useQueue } from "./use-queue";

export type RequestAnswer = (FieldAnswer & { ok: boolean }) | undefined;

interface Props {
	requests: ShownRequests;
	answer: RequestAnswer;
	/** The address of the page with its list. */
	page: string;
}

/** The queue of requests, with the viewer's place, and the acts of the viewer and of staff. */
export function RequestQueue({ requests, answer, page }: Props) {
	const { t } = useTranslation();
	const { queue, isStaff, price, bet, idempotencyKey } = requests;
	useQueue(queue.map(({ id }) => id).join());
	const own = queue.flatMap(({ isOwn }, at) => (isOwn ? [at + 1] : []));
	const refusedAt = answer && !answer.ok ? Number(answer.typed?.requestId) : undefined;
	return (
		<section id="requests" aria-labelledby="requests-title" className="panel grid gap-3">
			<h2 id="requests-title" className="text-2xl font-bold">
				{t("slots.requests.title")}
			</h2>
			<p className="max-w-prose text-muted">{t("slots.requests.intro", { count: price })}</p>
			{idempotencyKey ? null : <SignInLink path="/slots">{t("slots.requests.signIn")}</SignInLink>}
			<p role="status" className="font-semibold empty:hidden" data-testid="own-place">
				{own.length > 0 ? t("slots.requests.own", { places: own.join(", ") }) : null}
			</p>
			{queue.length === 0 ? <p>{t("slots.requests.none")}</p> : null}
			{queue.some(({ id }) => id === refusedAt) ? null : (
				<Refused answer={answer?.typed?.intent === "ask" ? undefined : answer} />
			)}
			<ol className="grid gap-2" data-testid="request-queue">
				{queue.map(({ id, slot, name, isOwn }, at) => (
					<li key={id} className="grid gap-2 rounded-2xl bg-raised px-4 py-3">
						<p className="wrap-anywhere">
							<span className="text-muted tabular-nums">{at + 1}. </span>
							<strong id={`request-${id}`}>{slot}</strong>{" "}
							<span className="text-muted">
								<bdi>{name ?? t("shell.anonymous")}</bdi>
								{isOwn ? ` (${t("slots.requests.you")})` : null}
							</span>
						</p>
						{isOwn || isStaff ? (
							<div className="flex flex-wrap items-end gap-2">
								{(isOwn ? (["withdraw"] as const) : (["played", "skipped"] as const)).map((intent) => (
									<PostForm key={intent} action={page} fields={{ intent, requestId: id }} replace>
										<button type="submit" className="button" aria-describedby={`request-${id}`}>
											{t(`slots.requests.${intent}`)}
										</button>
									</PostForm>
								))}
								{isOwn || bet === null ? null : (
									<PostForm
										action={page}
										fields={{ intent: "hunt", requestId: id }}
										replace
										className="flex items-end gap-2"
									>
										<Field
											name="bet"
											label={t("slots.requests.bet")}
											known={bet}
											inputMode="decimal"
											answer={refusedAt === id ? answer : undefined}
											idPrefix={`request-${id}`}
										/>
										<button
											type="submit"
											className="button shrink-0 whitespace-nowrap"
											aria-describedby={`request-${id}`}
										>
											{t("slots.requests.hunt")}
										</button>
									</PostForm>
								)}
							</div>
						) : null}
						<Refused answer={refusedAt === id ? answer : undefined} />
					</li>
				))}
			</ol>
		</section>
	);
}

/** Asks for the slot of a card, or says that it is in the queue. */
export function AskForSlot({
	requests: { queue, price, idempotencyKey },
	slot,
	answer,
	page,
}: Props & { slot: { id: string } }) {
	const { t } = useTranslation();
	const place = queue.findIndex(({ slotId }) => slotId === slot.id) + 1;
	if (place > 0) return <p className="text-sm font-semibold">{t("slots.requests.waits", { place })}</p>;
	if (!idempotencyKey) return null;
	return (
		<PostForm
			// Without scripts a refusal is shown at the card.
			action={`${page}#slot-${slot.id}`}
			fields={{ intent: "ask", idempotencyKey, slotId: slot.id, price }}
			replace
		>
			<button type="submit" className="button w-full px-3" aria-describedby={`slot-${slot.id}`}>
				{t("slots.requests.ask", { count: price })}
			</button>
			<Refused answer={answer?.typed?.slotId === slot.id ? answer : undefined} />
		</PostForm>
	);
}
