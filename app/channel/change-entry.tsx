import { ArrowRight } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Change } from "./changes.server";

/** Longer values, in characters, are collapsed. */
const SHORT = 160;

/** A change: admin, time, and each field before and after. */
export function ChangeEntry({ change: { when, by, what, subject, fields } }: { change: Change }) {
	return (
		<li
			className="grid gap-2 border-t border-line py-4 first:border-t-0 first:pt-0 last:pb-0"
			data-testid="change"
		>
			<div className="flex flex-wrap items-baseline gap-x-3 gap-y-1">
				<h2 className="min-w-0 text-lg font-bold [overflow-wrap:anywhere]">
					{what}
					{subject ? (
						<>
							: <bdi className="font-semibold">{subject}</bdi>
						</>
					) : null}
				</h2>
				<p className="ml-auto text-sm text-muted">
					<bdi className="font-semibold text-text">{by}</bdi> · {when}
				</p>
			</div>
			{fields.length > 0 ? (
				<dl className="grid grid-cols-[minmax(0,1fr)] gap-x-4 gap-y-1.5 sm:grid-cols-[10rem_minmax(0,1fr)]">
					{fields.map((field) => (
						<Field key={field.name} field={field} />
					))}
				</dl>
			) : null}
		</li>
	);
}

function Field({ field: { name, before, after } }: { field: Change["fields"][number] }) {
	const { t } = useTranslation();
	const isBoth = before !== undefined && after !== undefined;
	return (
		<>
			<dt className="text-sm text-muted max-sm:mt-1 sm:py-0.5">{name}</dt>
			<dd className="flex flex-wrap items-start gap-x-2 gap-y-1">
				{before === undefined ? null : (
					<del className={`min-w-0 ${isBoth ? "text-muted" : ""}`}>
						<span className="sr-only">{t("channel.before")} </span>
						<Value text={before} />
					</del>
				)}
				{after === undefined ? null : (
					<ins className="flex min-w-0 gap-2 no-underline">
						{isBoth ? <ArrowRight aria-hidden="true" className="mt-1 size-4 shrink-0 text-muted" /> : null}
						<div className="min-w-0">
							<span className="sr-only">{t("channel.after")} </span>
							<Value text={after} />
						</div>
					</ins>
				)}
			</dd>
		</>
	);
}

function Value({ text }: { text: string | null }) {
	const { t } = useTranslation();
	if (text === null) return <em className="text-muted no-underline">{t("channel.empty")}</em>;
	const whole = <bdi className="break-words whitespace-pre-wrap [overflow-wrap:anywhere]">{text}</bdi>;
	if (text.length <= SHORT) return whole;
	return (
		<details>
			<summary className="[overflow-wrap:anywhere]">
				{text.slice(0, SHORT).trimEnd()}… <span className="link inline-block">{t("channel.whole")}</span>
			</summary>
			{whole}
		</details>
	);
}
