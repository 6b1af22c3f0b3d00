import { Link } from "@remix-run/react";
import { Crown, Target, Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import { Result } from "~/bonus-hunt/screen/result";
import { formatEuros, formatPoints, formatRatio } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import type { HomeHunt } from "./home.server";
import { Invitation, Section } from "./section";

interface Props {
	/** Null for an admin of a site without hunts. */
	hunt: HomeHunt | null;
	language: Language;
}

/** The running hunt with its progress, or the result of the last one. */
export function HuntNow({ hunt, language }: Props) {
	const { t } = useTranslation();
	return (
		<Section
			id="home-hunt"
			icon={Trophy}
			title={t("homePage.hunt.title")}
			by={[hunt]}
			to={hunt ? { path: "/bonus-hunt", label: t("homePage.hunt.more") } : undefined}
		>
			{hunt === null ? (
				<Invitation
					text={t("homePage.hunt.invite")}
					to={{ path: "/bonus-hunt/manage", label: t("homePage.hunt.start") }}
				/>
			) : hunt.kind === "open" ? (
				<OpenHunt hunt={hunt} language={language} />
			) : hunt.kind === "last" ? (
				<LastHunt hunt={hunt} language={language} />
			) : (
				<p className="panel text-muted">{t("homePage.hunt.outside")}</p>
			)}
		</Section>
	);
}

interface OpenProps {
	hunt: Extract<HomeHunt, { kind: "open" }>;
	language: Language;
}

function OpenHunt({ hunt, language }: OpenProps) {
	const { t } = useTranslation();
	const ratio = (value: number | null) => (value === null ? "–" : formatRatio(value, language));
	return (
		<div className="panel grid grow content-start gap-4">
			<p className="flex flex-wrap items-center gap-2">
				<span className="badge">
					<span aria-hidden="true" className="size-2.5 animate-pulse rounded-full bg-bad" />
					{t("homePage.hunt.running")}
				</span>
				{hunt.isGuessing ? (
					<span className="badge text-accent-text">
						<Target aria-hidden="true" className="size-4" />
						{t("homePage.hunt.guessing")}
					</span>
				) : null}
			</p>
			<p className="font-display text-xl font-bold wrap-anywhere">{hunt.title}</p>
			{hunt.total > 0 ? (
				<div className="grid gap-1.5">
					<progress
						className="progress-bar"
						max={hunt.total}
						value={hunt.opened}
						aria-labelledby="home-hunt-progress"
					/>
					<p id="home-hunt-progress" className="text-sm text-muted tabular-nums">
						{t("homePage.hunt.progress", {
							opened: formatPoints(hunt.opened, language),
							total: formatPoints(hunt.total, language),
						})}
					</p>
				</div>
			) : null}
			<dl className="grid grid-cols-2 gap-3">
				<Value label={t("homePage.hunt.won")}>{formatEuros(hunt.won, language)}</Value>
				<Value label={t("homePage.hunt.needed")}>{ratio(hunt.needed)}</Value>
			</dl>
			{hunt.isGuessing ? (
				<Link to="/bonus-hunt" className="button button-primary justify-self-start">
					{t("homePage.hunt.guess")}
				</Link>
			) : null}
		</div>
	);
}

function LastHunt({ hunt, language }: { hunt: Extract<HomeHunt, { kind: "last" }>; language: Language }) {
	const { t } = useTranslation();
	return (
		<div className="panel grid grow content-start gap-3">
			<p className="text-sm text-muted">{t("homePage.hunt.last", { day: hunt.day })}</p>
			<p className="font-display text-xl font-bold wrap-anywhere">{hunt.title}</p>
			<Result
				won={hunt.won}
				startCost={hunt.startCost}
				language={language}
				className="font-display text-4xl font-extrabold wrap-anywhere"
			/>
			{hunt.bestMultiplier ? (
				<p className="text-muted tabular-nums">
					{t("homePage.hunt.best", {
						name: hunt.bestMultiplier.name,
						ratio: formatRatio(hunt.bestMultiplier.ratio, language),
					})}
				</p>
			) : null}
			{hunt.winnerName ? (
				<p className="flex items-center gap-2 font-semibold">
					<Crown aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
					<span className="min-w-0 wrap-anywhere">
						{t("homePage.hunt.winner", { name: hunt.winnerName })}
					</span>
				</p>
			) : null}
		</div>
	);
}

const Value = ({ label, children }: { label: string; children: string }) => (
	<div className="grid content-start rounded-2xl bg-raised px-4 py-3">
		<dt className="text-sm text-muted">{label}</dt>
		<dd className="font-display text-xl font-bold tabular-nums wrap-anywhere">{children}</dd>
	</div>
);
