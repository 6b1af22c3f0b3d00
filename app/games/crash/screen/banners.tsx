import { Link } from "@remix-run/react";
import { CirclePause, Hourglass, type LucideIcon, WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { LiveState } from "../engine/view";

interface StageBannerProps {
	isLost: boolean;
	isSlow: boolean;
	/** The game is switched off, and this flight is its last one. */
	isStopping?: boolean;
}

/**
 * Shows that the connection is lost, and placed bets are kept on the server; that it is too slow to react in time; or that
 * the game stops after this flight.
 */
export function StageBanner({ isLost, isSlow, isStopping = false }: StageBannerProps) {
	const { t } = useTranslation();
	return (
		<div role="status" className="contents">
			{isLost ? (
				<Banner icon={WifiOff} name="connection-lost" text={t("crash.connectionLost")} isBad />
			) : isSlow ? (
				<Banner icon={Hourglass} name="connection-slow" text={t("crash.connectionSlow")} isBad />
			) : null}
			{isStopping ? <Banner icon={CirclePause} name="stopping" text={t("crash.stopping")} /> : null}
		</div>
	);
}

interface BannerProps {
	icon: LucideIcon;
	name: string;
	text: string;
	isBad?: boolean;
}

function Banner({ icon: Icon, name, text, isBad = false }: BannerProps) {
	return (
		<p
			className={`flex items-center gap-3 rounded-2xl border bg-raised px-4 py-2.5 font-semibold ${isBad ? "border-bad" : "border-accent-text"}`}
			data-testid={name}
		>
			<Icon aria-hidden="true" className={`size-5 shrink-0 ${isBad ? "text-bad" : "text-accent-text"}`} />
			{text}
		</p>
	);
}

/** Replaces the bet form for a visitor of the live game, who cannot bet: a link to sign in. */
export function SignInToPlay() {
	const { t } = useTranslation();
	return (
		<div className="panel grid gap-4">
			<p className="font-semibold">{t("crash.loginRequired")}</p>
			<Link
				to="/login?returnTo=%2Fmini-games%2Flive-crash"
				reloadDocument
				className="button button-primary min-h-14 text-lg"
			>
				{t("shell.signIn")}
			</Link>
		</div>
	);
}

/**
 * Replaces the stage while no live round runs.
 * @param state `active`: the game is switched on, and a round is about to open, unless the chain waits for the beacon.
 */
export function NoRound({ active: isActive, awaitsBeacon }: Pick<LiveState, "active" | "awaitsBeacon">) {
	const { t } = useTranslation();
	const Icon = isActive ? Hourglass : CirclePause;
	return (
		<section className="crash-game__resting panel grid place-content-center justify-items-center gap-4 text-center">
			<Icon aria-hidden="true" className="size-20 text-accent-text" strokeWidth={1.5} />
			<p role="status" className="max-w-prose text-xl font-bold">
				{t(awaitsBeacon ? "crash.awaitsBeacon" : isActive ? "crash.opening" : "crash.inactive")}
			</p>
			{awaitsBeacon ? <p className="max-w-prose text-muted">{t("crash.awaitsBeaconHint")}</p> : null}
			{isActive ? null : <p className="text-muted">{t("crash.inactiveHint")}</p>}
		</section>
	);
}
