import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";

interface Props {
	/** The page that answers. */
	action: string;
	label: string;
	hint: string;
	/** What was asked for; empty when nothing was. */
	asked: string;
	/** Goes along with the question. */
	hidden?: Record<string, string>;
}

/** Asks a page for a round. */
export function LookUpForm({ action, label, hint, asked, hidden = {} }: Props) {
	const { t } = useTranslation();
	return (
		<Form method="get" action={action} className="grid gap-2" preventScrollReset>
			{Object.entries(hidden).map(([name, value]) => (
				<input key={name} type="hidden" name={name} value={value} />
			))}
			<label htmlFor="round" className="font-semibold">
				{label}
			</label>
			<div className="flex flex-wrap gap-2">
				<input
					id="round"
					name="round"
					key={asked}
					defaultValue={asked}
					required
					maxLength={64}
					autoComplete="off"
					spellCheck={false}
					aria-describedby="round-hint"
					className="field grow basis-60 font-mono text-sm"
				/>
				<button type="submit" className="button">
					{t("fairness.find")}
				</button>
			</div>
			<p id="round-hint" className="text-sm text-muted">
				{hint}
			</p>
		</Form>
	);
}
