import { ExternalLink, MonitorPlay, Play, Radio } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { channelAddress, playerAddress } from "~/channel/stream";
import { Kept } from "~/ui/shell/kept";
import { Countdown } from "./countdown";
import type { HomePage } from "./home.server";
import { Invitation } from "./section";
import { StreamSwitch } from "./stream-switch";

type Stream = Omit<HomePage["stream"], "state">;

interface Props {
	stream: Stream;
	isLive: boolean;
	isAdmin: boolean;
	/** What is known about the running stream. */
	children: ReactNode;
}

/** The stream: its player once it is clicked, the countdown to the next one, or where to follow. */
export function StreamPanel({ stream, isLive, isAdmin, children }: Props) {
	const { t } = useTranslation();
	const { login, next, told } = stream;
	const isKnown = login !== "" || next !== null || isLive || told !== undefined;
	return (
		<section aria-labelledby="stream" className="grid min-w-0 content-start gap-3" data-testid="stream">
			<h2 id="stream" className="sr-only">
				{t("homePage.stream.title")}
			</h2>
			{isKnown ? (
				<Kept as="div" by={["stage", isLive, login, next]} className="home-stage" data-live={isLive}>
					{() => (isLive ? <LiveStage {...stream} /> : <WaitingStage login={login} next={next} />)}
				</Kept>
			) : (
				<Invitation
					text={t("homePage.stream.invite")}
					to={{ path: "/settings", label: t("homePage.stream.setUp") }}
				/>
			)}
			{children}
			{isAdmin && told === undefined ? <StreamSwitch isLive={isLive} /> : null}
			{isAdmin && told !== undefined ? <p className="text-sm text-muted">{told}</p> : null}
		</section>
	);
}

function LiveStage({ login, parent }: Stream) {
	const { t } = useTranslation();
	const [isPlaying, setPlaying] = useState(false);
	if (isPlaying) {
		return (
			<iframe
				src={playerAddress(login, parent)}
				title={t("homePage.stream.player")}
				allow="autoplay; fullscreen"
				className="absolute inset-0 size-full"
			/>
		);
	}
	return (
		<div className="grid justify-items-center gap-4 p-6 text-center">
			<p className="badge home-on-air text-base" role="status">
				<span aria-hidden="true" className="size-2.5 animate-pulse rounded-full bg-current" />
				{t("homePage.stream.live")}
			</p>
			<p className="font-display text-2xl font-extrabold sm:text-4xl">{t("homePage.stream.liveText")}</p>
			{login ? (
				<>
					<p className="flex flex-wrap justify-center gap-3">
						<button
							type="button"
							onClick={() => setPlaying(true)}
							className="button button-primary needs-scripts min-h-14 px-7 text-lg"
						>
							<Play aria-hidden="true" className="size-6" />
							{t("homePage.stream.watch")}
						</button>
						<ToTwitch login={login} label={t("homePage.stream.onTwitch")} />
					</p>
					<p className="needs-scripts max-w-prose text-sm text-muted">{t("homePage.stream.consent")}</p>
				</>
			) : null}
		</div>
	);
}

function WaitingStage({ login, next }: Pick<Stream, "login" | "next">) {
	const { t } = useTranslation();
	return (
		<div className="grid justify-items-center gap-4 p-6 text-center">
			{next ? (
				<>
					<p className="flex items-center gap-2 text-lg font-semibold text-muted">
						<Radio aria-hidden="true" className="size-6 text-accent-text" />
						{t("homePage.stream.next")}
					</p>
					<p className="font-display text-3xl font-extrabold sm:text-4xl">
						<time dateTime={next.at}>{next.label}</time>
					</p>
					<Countdown to={next.at} />
				</>
			) : (
				<>
					<MonitorPlay aria-hidden="true" className="size-14 text-accent-text" strokeWidth={1.25} />
					<p className="font-display text-2xl font-extrabold sm:text-3xl">{t("homePage.stream.off")}</p>
					{login ? <p className="max-w-prose text-muted">{t("homePage.stream.offText")}</p> : null}
				</>
			)}
			{login ? <ToTwitch login={login} label={t("homePage.stream.follow")} /> : null}
		</div>
	);
}

const ToTwitch = ({ login, label }: { login: string; label: string }) => (
	<a
		href={channelAddress(login)}
		target="_blank"
		rel="noopener noreferrer"
		className="button min-h-14 px-7 text-lg"
	>
		<ExternalLink aria-hidden="true" className="size-5" />
		{label}
	</a>
);
