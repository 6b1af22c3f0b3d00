import { Form, useFetcher } from "@remix-run/react";
import { BellOff, BellRing } from "lucide-react";
import { type FormEvent, useEffect } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "~/ui/refusal-text";
import { postInBackground } from "../post-in-background";
import type { Device } from "./subscriptions.server";
import { type PushFields, usePush } from "./use-push";

interface Props {
	publicKey: string;
	devices: readonly Device[];
	/** The address of the page, to which the forms are sent. */
	action: string;
}

const CHOICES = ["orders", "hunts", "streams"] as const;
type PushChoice = (typeof CHOICES)[number];

/** What a device wants; for a new one everything is ticked except the stream. */
const wantsOf = (device: Device | undefined): Record<PushChoice, boolean> => ({
	orders: device?.wantsOrders ?? true,
	hunts: device?.wantsHunts ?? true,
	streams: device?.wantsStreams ?? false,
});

/** The form that subscribes a browser. */
function formOf({ endpoint, p256dh, auth }: PushFields, wants: (name: PushChoice) => boolean) {
	const form: Record<string, string> = { intent: "subscribe", endpoint, p256dh, auth };
	for (const name of CHOICES) if (wants(name)) form[name] = "on";
	return form;
}

/** Turns push messages on and off: for this browser with scripts, and off for each browser without. */
export function PushPanel({ publicKey, devices, action }: Props) {
	const { t } = useTranslation();
	const { state, own, turnOn, turnOff } = usePush(publicKey);
	const fetcher = useFetcher<{ ok: boolean; code?: string; message?: string }>();
	const device = devices.find(({ id }) => id === own?.id);
	// Renews it for this session, so that signing out ends it, and in this language.
	// biome-ignore lint/correctness/useExhaustiveDependencies: only when the device is found
	useEffect(() => {
		if (own && device && !device.isCurrent) {
			postInBackground(formOf(own, (name) => wantsOf(device)[name]));
		}
	}, [own?.id, device?.id]);

	async function submit(event: FormEvent<HTMLFormElement>) {
		event.preventDefault();
		const chosen = new FormData(event.currentTarget);
		const fields = await turnOn();
		if (!fields) return;
		const form = formOf(fields, (name) => chosen.has(name));
		fetcher.submit(form, { method: "post", action });
	}

	const refused = fetcher.data && !fetcher.data.ok ? fetcher.data : undefined;
	return (
		<section className="panel grid gap-4" aria-labelledby="push-title">
			<div className="grid gap-1">
				<h2 id="push-title" className="text-2xl font-bold">
					{t("notifications.push.title")}
				</h2>
				<p className="max-w-prose text-muted">{t("notifications.push.text")}</p>
			</div>
			<noscript>
				<p>{t("notifications.push.needsScripts")}</p>
			</noscript>
			<div role="status" className="empty:hidden">
				{state === "unsupported" || state === "blocked" || state === "failed" ? (
					<p>{t(`notifications.push.${state}`)}</p>
				) : state === "ready" ? (
					<p className="font-semibold">{t(`notifications.push.${device ? "isOn" : "isOff"}`)}</p>
				) : null}
			</div>
			{state === "ready" || state === "failed" ? (
				<form key={device?.id} onSubmit={submit} className="flex flex-wrap items-center gap-x-6 gap-y-3">
					{CHOICES.map((name) => (
						<Choice key={name} name={name} isChosen={wantsOf(device)[name]} />
					))}
					<button type="submit" className="button button-primary" aria-disabled={fetcher.state !== "idle"}>
						<BellRing aria-hidden="true" className="size-5" />
						{t(`notifications.push.${device ? "save" : "turnOn"}`)}
					</button>
				</form>
			) : null}
			{refused ? (
				<p role="alert" className="field-error">
					{refusalText(refused, t)}
				</p>
			) : null}
			{devices.length > 0 ? (
				<DeviceList devices={devices} ownId={own?.id} action={action} turnOff={turnOff} />
			) : null}
		</section>
	);
}

function Choice({ name, isChosen }: { name: PushChoice; isChosen: boolean }) {
	const { t } = useTranslation();
	return (
		<label className="flex min-h-11 items-center gap-3">
			<input type="checkbox" name={name} defaultChecked={isChosen} className="size-5 accent-accent" />
			{t(`notifications.push.${name}`)}
		</label>
	);
}

interface ListProps {
	devices: readonly Device[];
	ownId: string | undefined;
	action: string;
	turnOff(): Promise<void>;
}

function DeviceList({ devices, ownId, action, turnOff }: ListProps) {
	const { t } = useTranslation();
	return (
		<div className="grid gap-2">
			<h3 className="text-sm font-semibold text-muted">{t("notifications.push.devices")}</h3>
			<ul className="grid gap-2">
				{devices.map(({ id, since }) => {
					const isOwn = id === ownId;
					const name = t("notifications.push.device", { since });
					return (
						<li
							key={id}
							className="flex flex-wrap items-center justify-between gap-2"
							data-testid="push-device"
						>
							<span>
								{name}
								{isOwn ? <span className="badge ml-2">{t("notifications.push.thisDevice")}</span> : null}
							</span>
							<Form
								method="post"
								action={action}
								preventScrollReset
								onSubmit={() => {
									if (isOwn) void turnOff();
								}}
							>
								<input type="hidden" name="device" value={id} />
								<button
									type="submit"
									name="intent"
									value="unsubscribe"
									className="button"
									aria-label={t("notifications.push.turnOffLabel", { device: name })}
								>
									<BellOff aria-hidden="true" className="size-5" />
									{t("notifications.push.turnOff")}
								</button>
							</Form>
						</li>
					);
				})}
			</ul>
		</div>
	);
}
