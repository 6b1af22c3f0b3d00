import { Form, Link } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { MAX_ADDRESS_LENGTH } from "~/lib/web-address";
import { Field } from "~/ui/field";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";
import { PLATFORMS, type Platform } from "./platforms";
import type { SocialAnswer } from "./post-form";

interface Props {
	links: Readonly<Record<Platform, string>>;
	revision: number;
	answer: SocialAnswer;
	busy: boolean;
}

/** The form that edits the channel's links to all platforms. It keeps the values with which it was opened. */
export function LinksForm({ answer, busy, ...loaded }: Props) {
	const { t } = useTranslation();
	// Keeps the values of when the form was opened, so that the server notices another admin's edit.
	const [{ links, revision }] = useState(loaded);
	const refused = answer && !answer.ok ? answer : undefined;
	const form = useUnsavedChanges(refused);
	const once = (event: FormEvent) => {
		if (busy) event.preventDefault();
	};
	return (
		<Form
			ref={form}
			method="post"
			action="/social/links"
			onSubmit={once}
			className="grid gap-5"
			noValidate
			preventScrollReset
		>
			<input type="hidden" name="revision" value={String(refused?.typed?.revision ?? revision)} />
			<p className="text-muted">{t("social.linksHint")}</p>
			{PLATFORMS.map((platform) => (
				<Field
					key={platform}
					name={platform}
					label={t(`home.platform.${platform}`)}
					known={links[platform]}
					maxLength={MAX_ADDRESS_LENGTH}
					type="url"
					answer={refused}
				/>
			))}
			<p role="alert" className="field-error text-base empty:hidden">
				{refused && (refused.message ?? t("social.saveFailed"))}
			</p>
			<div className="flex flex-wrap justify-end gap-3">
				<Link to="/social" preventScrollReset className="button grow sm:grow-0">
					{t("social.cancel")}
				</Link>
				<button
					type="submit"
					aria-disabled={busy || undefined}
					className="button button-primary grow sm:grow-0 sm:px-8"
				>
					{t(busy ? "social.saving" : "social.save")}
				</button>
			</div>
		</Form>
	);
}
