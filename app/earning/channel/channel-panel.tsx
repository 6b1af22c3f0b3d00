import { useTranslation } from "react-i18next";
import { CopyButton } from "~/ui/copy-button";
import { PostForm } from "~/ui/post-form";
import type { ShownChannel } from "./stream-page.server";
import type { Trouble } from "./trouble";

interface Props {
	channel: ShownChannel;
}

/** The connection of a channel: the addresses to enter at the platform, the connected account, and what arrives. */
export function ChannelPanel({ channel }: Props) {
	const { t } = useTranslation();
	const { platform, name, isConfigured, account, fault, trouble } = channel;
	const { maySignIn, maySay, chatDropped: reason } = channel;
	const connect = t(account ? "stream.connectAgain" : "stream.connect", { name });
	return (
		<div className="grid gap-4 border-t border-line pt-4" data-testid={`channel-${platform}`}>
			<Address label={t("stream.redirectUri", { name })} address={channel.redirectUri} />
			{platform === "kick" ? <Address label={t("stream.hook", { name })} address={channel.hook} /> : null}
			<p role="status" className="font-semibold">
				{account
					? t("stream.connected", { account: account.name, since: account.since })
					: t(isConfigured ? "stream.notConnected" : "stream.notConfigured")}
			</p>
			{trouble ? <ChannelTrouble {...trouble} name={name} hook={channel.hook} /> : null}
			{fault && !trouble ? (
				<p className="field-error text-base">{t(`stream.faults.${fault}`, { name })}</p>
			) : null}
			{account && !maySignIn ? <p className="field-error">{t("stream.noSignIn", { name })}</p> : null}
			{account && !fault && !maySay ? (
				<p className="field-error">{t("stream.chat.missing", { name })}</p>
			) : null}
			{reason ? <p className="field-error">{t("stream.chat.dropped", { name, reason })}</p> : null}
			{account ? <ChannelState {...channel} account={account} /> : null}
			<div className="flex flex-wrap gap-3">
				{isConfigured ? (
					<a
						href={`/settings/stream/${platform}`}
						className={account ? "button max-sm:w-full" : "button button-primary max-sm:w-full"}
					>
						{connect}
					</a>
				) : null}
				{account ? <ChannelForms platform={platform} /> : null}
			</div>
		</div>
	);
}

function Address({ label, address }: { label: string; address: string }) {
	const { t } = useTranslation();
	return (
		<label className="grid gap-1.5">
			<span className="font-semibold">{label}</span>
			<span className="flex gap-2">
				<input readOnly value={address} className="field min-w-0 font-mono text-sm" />
				<CopyButton text={address} label={t("stream.copy")} copiedLabel={t("stream.copied")} />
			</span>
		</label>
	);
}

/** Why viewers earn less than the rules say, and what to do. */
function ChannelTrouble({ cause, isTotal, reason, ...place }: Trouble & { name: string; hook: string }) {
	const { t } = useTranslation();
	return (
		<div className="field-error grid gap-1 text-base [overflow-wrap:anywhere]">
			<p className="font-semibold">{t(`stream.trouble.${isTotal ? "total" : "partial"}`, place)}</p>
			<p>{t(`stream.trouble.${cause}`, place)}</p>
			{reason ? <p>{t("stream.trouble.reason", { ...place, reason })}</p> : null}
		</div>
	);
}

function ChannelState({
	account,
	subscriptions,
	heardAt,
	isLive,
	silences,
}: ShownChannel & { account: NonNullable<ShownChannel["account"]> }) {
	const { t } = useTranslation();
	return (
		<>
			<p className="text-muted">
				{t(`stream.transports.${account.transport}`)}{" "}
				{heardAt ? t("stream.heardAt", { at: heardAt }) : t("stream.unheard")}{" "}
				{t(isLive ? "stream.live" : "stream.offline")}
			</p>
			<ul className="grid gap-x-6 sm:grid-cols-2">
				{subscriptions.map(({ type, event, status, reason = status }) => (
					<li key={type} className="flex justify-between gap-3 border-t border-line py-1.5 text-sm">
						<span>{event}</span>
						<span className={status === "enabled" ? "text-good" : "text-bad"}>
							{status === "enabled" ? t("stream.enabled") : reason}
						</span>
					</li>
				))}
			</ul>
			{silences.length > 0 ? (
				<section className="grid gap-1">
					<h3 className="font-semibold">{t("stream.silences")}</h3>
					<p className="text-sm text-muted">{t("stream.silencesText")}</p>
					<ul className="grid text-sm">
						{silences.map(({ from, until }) => (
							<li key={from}>{t("stream.silence", { from, until })}</li>
						))}
					</ul>
				</section>
			) : null}
		</>
	);
}

function ChannelForms({ platform }: Pick<ShownChannel, "platform">) {
	const { t } = useTranslation();
	return (
		<PostForm fields={{ platform }} className="flex flex-wrap gap-3">
			{(["renew", "disconnect"] as const).map((intent) => (
				<button key={intent} type="submit" name="intent" value={intent} className="button">
					{t(`stream.${intent}`)}
				</button>
			))}
		</PostForm>
	);
}
