import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { FileField } from "~/ui/file-field";
import { faulty } from "~/ui/focus";
import { useUnsavedChanges } from "~/ui/unsaved/use-unsaved-changes";

interface Props {
	/** The text of a refused form, to fill in again. */
	typed: string;
	error: string | undefined;
}

/** The form for a CSV file or text to preview. */
export function ImportForm({ typed, error }: Props) {
	const { t } = useTranslation();
	const form = useUnsavedChanges(error);
	return (
		<Form ref={form} method="post" encType="multipart/form-data" className="panel grid gap-4">
			<FileField
				name="file"
				label={t("points.importFile")}
				accept=".csv,text/csv,text/plain"
				choose={t("points.chooseFile")}
				none={t("points.noFile")}
				answer={undefined}
				idPrefix="import"
			/>
			<label className="grid gap-2 font-semibold">
				{t("points.importPaste")}
				<textarea
					name="text"
					rows={6}
					defaultValue={typed}
					placeholder={"username,points\nana,1500"}
					autoComplete="off"
					spellCheck={false}
					aria-describedby="import-text import-error"
					{...faulty(error)}
					className="field py-2 font-mono text-sm"
				/>
			</label>
			<p id="import-error" role="alert" className="field-error empty:hidden">
				{error}
			</p>
			<button
				type="submit"
				name="intent"
				value="preview"
				className="button button-primary justify-self-start"
			>
				{t("points.preview")}
			</button>
		</Form>
	);
}
