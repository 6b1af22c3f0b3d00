import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { PostForm } from "~/ui/post-form";
import type { CodeLine } from "./codes-page.server";

interface Props {
	codes: readonly CodeLine[];
	language: Language;
}

/** The codes of the site, newest first, with a button that ends one early. */
export function CodeList({ codes, ...shared }: Props) {
	const { t } = useTranslation();
	return (
		<section className="panel grid gap-4" aria-labelledby="codes">
			<h2 id="codes" className="text-2xl font-bold">
				{t("earning.codes.list")}
			</h2>
			{codes.length === 0 ? <p className="text-muted">{t("earning.codes.none")}</p> : null}
			<ul className="grid">
				{codes.map((code) => (
					<CodeItem key={code.id} {...code} {...shared} />
				))}
			</ul>
		</section>
	);
}

function CodeItem({ id, code, language, ...line }: CodeLine & Omit<Props, "codes">) {
	const { t } = useTranslation();
	const number = (points: number) => formatPoints(points, language);
	const claims = { claims: number(line.claims), most: number(line.maxClaims ?? 0) };
	const canEnd = line.state !== "over";
	return (
		<li
			className="flex flex-wrap items-center gap-x-4 gap-y-2 border-t border-line py-3 first:border-t-0"
			data-state={line.state}
		>
			<div className="min-w-0 grow">
				<p className="font-mono text-lg font-semibold [overflow-wrap:anywhere]">{code}</p>
				<p className="text-sm text-muted">
					{t(`earning.codes.states.${line.state}`)} · {t("earning.codes.each", { count: line.points })} ·{" "}
					{t(line.maxClaims === null ? "earning.codes.claims" : "earning.codes.claimsOf", claims)}
				</p>
				<p className="text-sm text-muted">
					{t("earning.codes.window", { from: line.from, until: line.until })}
				</p>
			</div>
			{canEnd ? (
				<PostForm fields={{ intent: "end", codeId: id }}>
					<button type="submit" className="button" aria-label={t("earning.codes.endOne", { code })}>
						{t("earning.codes.end")}
					</button>
				</PostForm>
			) : null}
		</li>
	);
}
