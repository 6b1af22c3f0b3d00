import { Link } from "@remix-run/react";
import { CirclePause, Hourglass, type LucideIcon, WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Shows that the connection is lost, and placed bets are kept on the server, or that it is too slow to react in time. */
export function ConnectionBanner({ isLost, isSlow }: { isLost: boolean; isSlow: boolean }) {
	const { t } = useTranslation();
	return (
		<div role="status" className="contents">
			{isLost ? (
				<Banner icon={WifiOff} name="connection-lost" text={t("crash.connectionLost")} />
			) : isSlow ? (
				<Banner icon={Hourglass} name="connection-slow" text={t("crash.connectionSlow")} />
			) : null}
		</div>
	);
}

function Banner({ icon: Icon, name, text }: { icon: LucideIcon; name: string; text: string }) {
	return (
		<p
			className="flex items-center gap-3 rounded-2xl border border-bad bg-raised px-4 py-2.5 font-semibold"
			data-testid={name}
		>
			<Icon aria-hidden="true" className="size-5 shrink-0 text-bad" />
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
 * @param isActive whether the game is switched on, and a round is about to open.
 */
export function NoRound({ isActive }: { isActive: boolean }) {
	const { t } = useTranslation();
	const Icon = isActive ? Hourglass : CirclePause;
	return (
		<section className="crash-game__resting panel grid place-content-center justify-items-center gap-4 text-center">
			<Icon aria-hidden="true" className="size-20 text-accent-text" strokeWidth={1.5} />
			<p role="status" className="max-w-prose text-xl font-bold">
				{t(isActive ? "crash.opening" : "crash.inactive")}
			</p>
			{isActive ? null : <p className="text-muted">{t("crash.inactiveHint")}</p>}
		</section>
	);
}
