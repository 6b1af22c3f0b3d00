import { Form } from "@remix-run/react";
import { useTranslation } from "react-i18next";

interface Props {
	/** Address of the page that shows the round. */
	action: string;
	label: string;
	hint: string;
	/** The current value; empty if no round is looked up. */
	query: string;
	/** Further query parameters. */
	hidden?: Record<string, string>;
}

/** A GET form that looks a round up by the query parameter `round`. */
export function LookUpForm({ action, label, hint, query, hidden = {} }: Props) {
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
					key={query}
					defaultValue={query}
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
