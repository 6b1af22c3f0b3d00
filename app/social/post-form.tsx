import { Form, Link } from "@remix-run/react";
import { Trash2 } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import type { FieldAnswer } from "~/ui/field";
import { faulty } from "~/ui/focus";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";

/** The action data of the forms of the social page; undefined before a form was sent. */
export type SocialAnswer = (FieldAnswer & { ok: boolean }) | undefined;

interface Props {
	/** The address to which the form is posted. */
	action: string;
	/** The edited post; undefined for a new one. */
	post: { permalink: string; revision: number } | undefined;
	idempotencyKey: string;
	answer: SocialAnswer;
	busy: boolean;
}

/** The form that adds or edits a post: its address or embed code. It keeps the values with which it was opened. */
export function PostForm({ action, answer, busy, ...loaded }: Props) {
	const { t } = useTranslation();
	// Keeps the values of when the form was opened, so that the server notices another admin's edit.
	const [{ post, idempotencyKey }] = useState(loaded);
	const refused = answer && !answer.ok ? answer : undefined;
	const form = useUnsavedChanges(refused, "address");
	const { typed, fieldErrors } = refused ?? {};
	const error = fieldErrors?.embedCode;
	const once = (event: FormEvent) => {
		if (busy) event.preventDefault();
	};
	return (
		<Form
			ref={form}
			method="post"
			action={action}
			onSubmit={once}
			className="grid gap-5"
			noValidate
			preventScrollReset
		>
			<input type="hidden" name="intent" value="save" />
			<input type="hidden" name="idempotencyKey" value={idempotencyKey} />
			{post ? <input type="hidden" name="revision" value={String(typed?.revision ?? post.revision)} /> : null}
			<div className="grid gap-1.5">
				<label htmlFor="embed-code" className="font-semibold">
					{t("social.embedCode")}
				</label>
				<textarea
					id="embed-code"
					name="embedCode"
					rows={6}
					placeholder={t("social.embedPlaceholder")}
					defaultValue={typeof typed?.embedCode === "string" ? typed.embedCode : post?.permalink}
					aria-describedby="embed-hint embed-error"
					{...faulty(error)}
					spellCheck={false}
					className="field py-2 font-mono"
				/>
				<p id="embed-hint" className="text-sm text-muted">
					{t("social.embedHint")}
				</p>
				<p id="embed-error" className="field-error empty:hidden">
					{error}
				</p>
			</div>
			<p role="alert" className="field-error text-base empty:hidden">
				{refused && (refused.message ?? t("social.saveFailed"))}
			</p>
			<div className="flex flex-wrap justify-end gap-3">
				{post ? (
					<Link to={`${action}?delete`} preventScrollReset className="button mr-auto">
						<Trash2 aria-hidden="true" className="size-5 text-bad" />
						{t("social.delete")}
					</Link>
				) : null}
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

/** The form that confirms the deletion of a post. It keeps the revision with which it was opened. */
export function DeletePost({
	action,
	answer,
	busy,
	...loaded
}: Pick<Props, "action" | "answer" | "busy"> & { revision: number }) {
	const { t } = useTranslation();
	// Keeps the first revision, so that a changed post is not deleted.
	const [{ revision }] = useState(loaded);
	return (
		<Form method="post" action={action} className="grid gap-5" preventScrollReset>
			<input type="hidden" name="revision" value={revision} />
			<div className="grid gap-2">
				<p className="text-lg font-bold">{t("social.deleteQuestion")}</p>
				<p className="text-muted">{t("social.deleteText")}</p>
			</div>
			<p role="alert" className="field-error text-base empty:hidden">
				{answer && !answer.ok ? (answer.message ?? t("social.saveFailed")) : ""}
			</p>
			<div className="flex flex-wrap justify-end gap-3">
				<Link to="/social" preventScrollReset className="button grow sm:grow-0">
					{t("social.cancel")}
				</Link>
				<button
					type="submit"
					name="intent"
					value="delete"
					aria-disabled={busy || undefined}
					className="button button-primary grow sm:grow-0 sm:px-8"
				>
					{t("social.delete")}
				</button>
			</div>
		</Form>
	);
}
