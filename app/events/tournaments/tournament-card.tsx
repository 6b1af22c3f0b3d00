import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { SignInLink } from "~/account/sign-in-link";
import { may, type Staff } from "~/lib/rights";
import type { FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { ScoreBoard } from "./board";
import { BracketSection } from "./bracket/bracket-section";
import type { ShownTournament } from "./tournaments-page.server";

interface Props {
	tournament: ShownTournament;
	viewer: Staff | undefined;
	/** The answer to a form of this tournament. */
	answer: (FieldAnswer & { ok: boolean }) | undefined;
}

/** A tournament with its rules, prizes and board, and the viewer's part in it. */
export function TournamentCard({ tournament, viewer, answer }: Props) {
	const { t } = useTranslation();
	const { id, kind, title, status, rule, fee, free, entries, prizes, lines, own, minAccountHours, bracket } =
		tournament;
	const heading = `tournament-${id}`;
	return (
		<section aria-labelledby={heading} className="panel grid gap-4" data-testid="tournament">
			<header className="grid gap-2">
				<div className="flex flex-wrap items-center gap-x-3 gap-y-1">
					<h2 id={heading} className="min-w-0 text-2xl font-bold break-words">
						{title}
					</h2>
					<span className="badge">{t(`tournaments.kinds.${kind}`)}</span>
				</div>
				<p className="text-lg font-semibold">{status}</p>
				<p className="max-w-prose text-muted">{rule}</p>
				<p className="text-muted">
					{fee === 0 ? t("tournaments.free") : t("tournaments.fee", { count: fee })} ·{" "}
					{free === null
						? t("tournaments.entries", { count: entries })
						: free === 0
							? t("tournaments.full")
							: t("tournaments.left", { count: free })}
					{minAccountHours > 0 ? ` · ${t("tournaments.accountAge", { count: minAccountHours })}` : null}
				</p>
			</header>
			{prizes.length > 0 ? (
				<ul aria-label={t("tournaments.prizes")} className="flex flex-wrap gap-2">
					{prizes.map(({ place, text }) => (
						<li key={place} className="rounded-full bg-raised px-3 py-1 text-sm break-words">
							<strong>{place}</strong> {text}
						</li>
					))}
				</ul>
			) : null}
			{own?.result ? (
				<p className="text-lg font-bold" data-testid="own">
					{t(kind === "race" ? "tournaments.yourBest" : "tournaments.yourPoints", own.result)}
				</p>
			) : own?.isIn ? (
				<p className="font-bold" data-testid="own">
					{t(bracket ? "bracket.youAreIn" : "tournaments.youAreIn")}
				</p>
			) : null}
			{own?.isIn && tournament.games.length > 0 ? (
				<nav aria-label={t("tournaments.form.games")} className="flex flex-wrap gap-3">
					{tournament.games.map(({ path, name }) => (
						<Link key={path} to={path} className="button button-primary">
							{name}
						</Link>
					))}
				</nav>
			) : null}
			{lines.length > 0 ? <ScoreBoard {...tournament} /> : null}
			{bracket ? <BracketSection bracket={bracket} /> : null}
			<Refused answer={answer} />
			<div className="flex flex-wrap gap-3 empty:hidden">
				<Entry tournament={tournament} viewer={viewer} typed={answer?.typed} />
				{may(viewer, "tournaments") ? (
					<Link to={`/tournament/${id}/edit`} className="button">
						{t("tournaments.manage")}
					</Link>
				) : null}
				{may(viewer, "tournaments") && bracket ? (
					<Link to={`/tournament/${id}/manage`} className="button button-primary">
						{t("bracket.manage.title")}
					</Link>
				) : null}
			</div>
		</section>
	);
}

/** The form to enter or leave, or why there is none. */
function Entry({
	tournament,
	viewer,
	typed,
}: Pick<Props, "tournament" | "viewer"> & Pick<FieldAnswer, "typed">) {
	const { t } = useTranslation();
	const { id, fee, own, canJoin } = tournament;
	if (!viewer) return canJoin ? <SignInLink path="/tournament">{t("tournaments.signIn")}</SignInLink> : null;
	// Who became an admin after the entry may still leave, and has no place otherwise.
	if (may(viewer, "tournaments") && !own?.canLeave)
		return <p className="self-center text-muted">{t("tournaments.notForAdmins")}</p>;
	if (!own || (own.isIn ? !own.canLeave : !canJoin)) return null;
	const { isIn, idempotencyKey, slots } = own;
	const intent = isIn ? "leave" : "enter";
	return (
		<PostForm
			fields={{ intent, idempotencyKey, tournamentId: id, ...(!isIn && { fee }) }}
			className="flex flex-wrap items-end gap-3"
		>
			{slots.length > 0 ? (
				<label className="grid gap-1.5 font-semibold">
					{t("tournaments.slot")}
					<select name="slotId" defaultValue={typed?.slotId as string} className="field">
						{slots.map((slot) => (
							<option key={slot.id} value={slot.id}>
								{slot.name}
							</option>
						))}
					</select>
				</label>
			) : null}
			<button type="submit" className={`button ${isIn ? "" : "button-primary"}`}>
				{isIn
					? t("tournaments.leave")
					: fee === 0
						? t("tournaments.enter")
						: t("tournaments.enterFor", { count: fee })}
			</button>
		</PostForm>
	);
}
