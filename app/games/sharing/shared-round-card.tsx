import { Link } from "@remix-run/react";
import type { TFunction } from "i18next";
import { EyeOff, ShieldCheck } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatNet, formatPoints, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { SignedPoints } from "~/points/signed-points";
import { CopyButton } from "~/ui/copy-button";
import { PostForm } from "~/ui/post-form";
import type { SharedRound } from "./sharing.server";

interface Props {
	round: SharedRound;
	/** The absolute address of the page. */
	address: string;
	language: Language;
}

/** What happened, in a sentence. A loss is not called a win. */
export function titleOf({ game, staked, received, ...round }: SharedRound, t: TFunction): string {
	const player = round.player ?? t("shell.anonymous");
	const net = received - staked;
	if (net === 0) return t("history.sharedRound", { player, game });
	return t(net > 0 ? "history.sharedWin" : "history.sharedLoss", { player, game, count: Math.abs(net) });
}

/** A shared round, with the link and the withdrawal for its player. */
export function SharedRoundCard({ round, address, language }: Props) {
	const { t } = useTranslation();
	const { game, gamePath, staked, received } = round;
	const net = received - staked;
	return (
		<article className="panel mx-auto grid w-full max-w-2xl justify-items-center gap-6 py-10 text-center sm:p-12">
			<header className="grid gap-2">
				<h1 className="text-3xl font-extrabold wrap-anywhere sm:text-4xl">{titleOf(round, t)}</h1>
				<p className="text-muted">
					{round.result} · {round.day}
				</p>
			</header>
			<p className="grid">
				<strong className="font-display text-7xl font-extrabold tabular-nums">
					{net < 0 ? formatNet(net, language) : formatRatio(received / staked, language)}
				</strong>
				<span className="text-muted">{t(net < 0 ? "history.points" : "history.multiplier")}</span>
			</p>
			<dl className="grid w-full grid-cols-3 gap-3">
				<Amount name={t("history.staked")}>{formatPoints(staked, language)}</Amount>
				<Amount name={t("history.received")}>{formatPoints(received, language)}</Amount>
				<Amount name={t("history.net")}>
					<SignedPoints delta={net} language={language} />
				</Amount>
			</dl>
			<p className="flex flex-wrap justify-center gap-3">
				<Link to={gamePath} className="button button-primary">
					{t("history.playToo", { game })}
				</Link>
				<Link to={round.verifierPath} className="button">
					<ShieldCheck aria-hidden="true" className="size-5" />
					{t("history.verify")}
				</Link>
			</p>
			{round.isOwn ? <OwnShare id={round.id} address={address} /> : null}
		</article>
	);
}

function Amount({ name, children }: { name: string; children: React.ReactNode }) {
	return (
		<div className="grid gap-1 rounded-2xl bg-raised p-3">
			<dt className="text-sm text-muted">{name}</dt>
			<dd className="text-lg font-bold tabular-nums">{children}</dd>
		</div>
	);
}

function OwnShare({ id, address }: { id: string; address: string }) {
	const { t } = useTranslation();
	return (
		<div className="grid w-full justify-items-center gap-4 border-t border-line pt-6">
			<p className="text-muted">{t("history.ownHint")}</p>
			<p className="flex max-w-full flex-wrap items-center justify-center gap-3">
				<a href={address} className="link font-mono text-sm wrap-anywhere">
					{address}
				</a>
				<CopyButton text={address} label={t("history.copy")} copiedLabel={t("history.copied")} />
			</p>
			<PostForm preventScrollReset={false} action="/points/history" fields={{ share: id }}>
				<button type="submit" name="intent" value="unshare" className="button">
					<EyeOff aria-hidden="true" className="size-5" />
					{t("history.unshare")}
				</button>
			</PostForm>
		</div>
	);
}
