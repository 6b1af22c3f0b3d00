import { Form } from "@remix-run/react";
import { type FormEvent, type ReactNode, useState } from "react";
import { useTranslation } from "react-i18next";
import { PictureFields } from "~/pictures/picture-fields";
import { Field, type FieldAnswer } from "~/ui/field";
import { refusalText } from "~/ui/refusal-text";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { type Channel, MAX_LENGTH } from "./channel";
import { ProfilePicture } from "./profile-picture";

interface Props {
	channel: Channel;
	/** `channel.nextStream` as the local time of the site's time zone; empty for none. */
	nextStream: string;
	timeZone: string;
	answer: (FieldAnswer & { ok: boolean }) | undefined;
	busy: boolean;
}

/** The form of the channel's settings. It keeps the values with which it was opened, even if newer data is loaded. */
export function SettingsForm({ answer, busy, timeZone, ...loaded }: Props) {
	const { t } = useTranslation();
	// Keeps the values of when the form was opened, so that the server notices another admin's edit.
	const [{ channel, nextStream }] = useState(loaded);
	const refused = answer && !answer.ok ? answer : undefined;
	const form = useUnsavedChanges(refused);
	const fields = { answer: refused };
	const once = (event: FormEvent) => {
		if (busy) event.preventDefault();
	};
	return (
		<Form
			ref={form}
			method="post"
			encType="multipart/form-data"
			onSubmit={once}
			className="grid gap-6"
			noValidate
			preventScrollReset
		>
			<input type="hidden" name="revision" value={String(refused?.typed?.revision ?? channel.revision)} />
			<Group title={t("channel.identity")}>
				<Field
					name="name"
					label={t("channel.name")}
					hint={t("channel.nameHint")}
					known={channel.name}
					maxLength={MAX_LENGTH.name}
					{...fields}
				/>
				<div className="grid gap-4 md:grid-cols-2">
					<Field
						name="taglinePt"
						label={t("channel.taglinePt")}
						known={channel.tagline.pt}
						maxLength={MAX_LENGTH.tagline}
						rows={3}
						{...fields}
					/>
					<Field
						name="taglineEn"
						label={t("channel.taglineEn")}
						known={channel.tagline.en}
						maxLength={MAX_LENGTH.tagline}
						rows={3}
						{...fields}
					/>
				</div>
				<p className="text-sm text-muted">{t("channel.languagesHint")}</p>
			</Group>
			<Group title={t("channel.profileImage")}>
				<p className="text-muted">{t("channel.profileImageHint")}</p>
				<PictureFields
					known={channel.profileImage}
					picture={
						channel.profileImage ? (
							<ProfilePicture image={channel.profileImage} name={channel.name} className="size-24" />
						) : undefined
					}
					{...fields}
				/>
			</Group>
			<Group title={t("channel.about")}>
				<p className="text-muted">{t("channel.aboutHint")}</p>
				<div className="grid gap-4 md:grid-cols-2">
					<Field
						name="aboutPt"
						label={t("channel.aboutPt")}
						known={channel.about.pt}
						maxLength={MAX_LENGTH.about}
						rows={10}
						{...fields}
					/>
					<Field
						name="aboutEn"
						label={t("channel.aboutEn")}
						known={channel.about.en}
						maxLength={MAX_LENGTH.about}
						rows={10}
						{...fields}
					/>
				</div>
			</Group>
			<Group title={t("channel.stream")}>
				<div className="grid gap-4 md:grid-cols-2">
					<Field
						name="twitchLogin"
						label={t("channel.twitchLogin")}
						hint={t("channel.twitchLoginHint")}
						known={channel.twitchLogin}
						{...fields}
					/>
					<Field
						name="nextStream"
						type="datetime-local"
						label={t("channel.nextStream")}
						hint={t("channel.nextStreamHint", { timeZone })}
						known={nextStream}
						{...fields}
					/>
				</div>
			</Group>
			<Group title={t("channel.contact")}>
				<Field
					name="contactEmail"
					label={t("channel.contactEmail")}
					hint={t("channel.contactHint")}
					known={channel.contactEmail}
					maxLength={MAX_LENGTH.contactEmail}
					type="email"
					{...fields}
				/>
			</Group>
			<div className="sticky bottom-0 z-10 -mx-4 grid gap-3 border-t border-line bg-bg px-4 py-3 sm:-mx-8 sm:px-8">
				<p role="alert" className="field-error text-base empty:hidden">
					{refused && refusalText(refused, t)}
				</p>
				<button
					type="submit"
					id="save-settings"
					aria-disabled={busy || undefined}
					className="button button-primary justify-self-end px-8 max-sm:w-full"
				>
					{t(busy ? "channel.saving" : "channel.save")}
				</button>
			</div>
		</Form>
	);
}

const Group = ({ title, children }: { title: string; children: ReactNode }) => (
	<section className="panel grid gap-4" aria-label={title}>
		<h2 className="text-2xl font-bold">{title}</h2>
		{children}
	</section>
);
