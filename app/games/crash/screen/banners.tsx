import { Link } from "@remix-run/react";
import { CirclePause, Hourglass, WifiOff } from "lucide-react";
import { useTranslation } from "react-i18next";

/** Shows that the connection is lost and that placed bets are kept on the server. */
export function ConnectionBanner({ isLost }: { isLost: boolean }) {
	const { t } = useTranslation();
	return (
		<div role="status" className="contents">
			{isLost ? (
				<p
					className="flex items-center gap-3 rounded-2xl border border-bad bg-raised px-4 py-2.5 font-semibold"
					data-testid="connection-lost"
				>
					<WifiOff aria-hidden="true" className="size-5 shrink-0 text-bad" />
					{t("crash.connectionLost")}
				</p>
			) : null}
		</div>
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
