import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";

interface Props {
	/** The text of a form that was refused. */
	typed: string;
	error: string | undefined;
	busy: boolean;
}

/** The form for a CSV file or text to preview. */
export function ImportForm({ typed, error, busy }: Props) {
	const { t } = useTranslation();
	return (
		<Form method="post" encType="multipart/form-data" className="panel grid gap-4">
			<label className="grid gap-2 font-semibold">
				{t("points.importFile")}
				<input
					type="file"
					name="file"
					accept=".csv,text/csv,text/plain"
					aria-describedby="import-text import-error"
					className="field h-auto py-2 font-normal"
				/>
			</label>
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
					aria-invalid={error ? true : undefined}
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
				aria-disabled={busy || undefined}
				className="button button-primary justify-self-start"
			>
				{t("points.preview")}
			</button>
		</Form>
	);
}
