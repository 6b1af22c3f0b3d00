import { useTranslation } from "react-i18next";
import { SignInLink } from "~/account/sign-in-link";
import { TimeLeft } from "~/earning/codes/time-left";
import { may, type Staff } from "~/lib/rights";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { RaffleCounts } from "./raffle-card";
import type { ShownRaffle } from "./raffles-page.server";

interface Props {
	raffle: ShownRaffle;
	viewer: Staff | undefined;
	idempotencyKey: string;
	answer: (FieldAnswer & { ok: boolean }) | undefined;
}

/** The state of a raffle, the viewer's tickets, and the forms to get some. */
export function EntryPanel({ raffle, viewer, idempotencyKey, answer }: Props) {
	const { t } = useTranslation();
	const { own, price, left } = raffle;
	const refused = answer && !answer.ok && answer.typed?.intent === "enter" ? answer : undefined;
	const fields = { intent: "enter", idempotencyKey, price: price ?? 0 };
	const mayEnter =
		viewer !== undefined &&
		raffle.isOpen &&
		(!may(viewer, "raffles") || (viewer.isAdmin && raffle.isOpenToAdmins));
	return (
		<section className="panel grid gap-4 lg:row-span-2" aria-labelledby="enter">
			<h2 id="enter" className="text-2xl font-bold">
				{t("raffles.enter")}
			</h2>
			<p className="grid gap-1">
				{raffle.cancelled ? null : (
					<span>{t(raffle.isOpen ? "raffles.closes" : "raffles.closed", { when: raffle.closes })}</span>
				)}
				{raffle.isOpen ? (
					<span className="needs-scripts font-semibold tabular-nums">
						{t("raffles.left")} <TimeLeft key={raffle.closesAt} left={raffle.msLeft} />
					</span>
				) : null}
				<RaffleCounts {...raffle} />
			</p>
			{own.length > 0 ? (
				<div className="grid gap-1 rounded-2xl bg-raised px-4 py-3" data-testid="own-tickets">
					<p>{t("raffles.own", { count: own.length })}</p>
					<p className="font-display text-xl font-bold tabular-nums wrap-anywhere">{own.join(", ")}</p>
					<p className="text-sm text-muted">
						{t("raffles.pseudonym")} <code className="wrap-anywhere">{raffle.pseudonym}</code>
					</p>
				</div>
			) : null}
			{raffle.isOpen && !viewer ? (
				<SignInLink path={`/raffles/${raffle.id}`}>{t("raffles.signIn")}</SignInLink>
			) : null}
			{mayEnter && raffle.offer ? (
				<PostForm fields={{ ...fields, count: 0 }}>
					<button type="submit" className="button button-primary max-sm:w-full">
						{t(`raffles.${raffle.offer}`)}
					</button>
				</PostForm>
			) : null}
			{mayEnter && left > 0 ? (
				<PostForm fields={fields} className="flex flex-wrap items-end gap-3">
					<Field
						name="count"
						label={t("raffles.count")}
						hint={t("raffles.price", { points: t("raffles.points", { count: price ?? 0 }) })}
						known={1}
						inputMode="numeric"
						answer={refused}
					/>
					<button type="submit" className="button button-primary max-sm:w-full">
						{t("raffles.buy")}
					</button>
				</PostForm>
			) : null}
			<Refused answer={refused?.fieldErrors?.count ? undefined : refused} />
			<h3 className="text-lg font-bold">{t("raffles.rules")}</h3>
			<ul className="grid list-disc gap-1 pl-5 text-muted">
				{raffle.hasFreeTicket ? <li>{t("raffles.free")}</li> : null}
				{price === null ? null : (
					<>
						{mayEnter && left > 0 ? null : (
							<li>{t("raffles.price", { points: t("raffles.points", { count: price }) })}</li>
						)}
						<li>{t("raffles.most", { count: raffle.most })}</li>
					</>
				)}
				{raffle.extra > 0 ? (
					<li>
						{t("raffles.extra", { count: raffle.extra })}. {t("raffles.subscriber")}
					</li>
				) : null}
				{raffle.hours > 0 ? <li>{t("raffles.age", { count: raffle.hours })}</li> : null}
				{raffle.isOpenToAdmins ? null : <li>{t("raffles.noAdmins")}</li>}
				{raffle.minutes > 0 ? <li>{t("raffles.pause", { count: raffle.minutes })}</li> : null}
			</ul>
		</section>
	);
}
