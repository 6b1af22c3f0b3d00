import { type ReactNode, useEffect, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { Facts } from "~/games/fairness/fact";
import { Verdict } from "~/games/fairness/verdict";
import { formatDeadline } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { FileField } from "~/ui/file-field";
import type { DrawAnswer } from "./draw.worker";

interface Props {
	/** The id of the raffle whose file is loaded; undefined if the viewer chooses a file. */
	raffle: string | undefined;
	language: Language;
	timeZone: string;
}

type State = "none" | "checking" | "unreadable" | "unavailable" | NonNullable<DrawAnswer>;

/** Verifies the file of a draw in a worker. Nothing is sent. */
export function DrawVerifier({ raffle, language, timeZone }: Props) {
	const { t } = useTranslation();
	const [state, setState] = useState<State>("none");
	const worker = useRef<Worker>();

	const files = useRef(0);
	// Only the last file is checked, also if an earlier one is read later. Answers come in the order of the files.
	const check = useRef(async (read: () => Promise<string>) => {
		files.current += 1;
		const file = files.current;
		setState("checking");
		try {
			const text = await read();
			if (file === files.current) worker.current?.postMessage(text);
		} catch {
			if (file === files.current) setState("unavailable");
		}
	});

	useEffect(() => {
		// Loaded with the page, which then needs no connection.
		const started = new Worker(new URL("./draw.worker.ts", import.meta.url), { type: "module" });
		worker.current = started;
		started.onmessage = ({ data }: MessageEvent<DrawAnswer>) => setState(data ?? "unreadable");
		started.onerror = () => setState("unavailable");
		if (raffle !== undefined) check.current(() => readPublished(raffle));
		return () => started.terminate();
	}, [raffle]);

	return (
		<>
			<form
				className="needs-scripts"
				onSubmit={(event) => event.preventDefault()}
				onChange={({ currentTarget }) => {
					const file = new FormData(currentTarget).get("draw");
					if (file instanceof File && file.name) check.current(() => file.text());
				}}
			>
				<FileField
					name="draw"
					label={t("raffleFairness.file")}
					hint={t("raffleFairness.fileHint")}
					accept=".json,application/json"
					choose={t("raffleFairness.choose")}
					none={t("raffleFairness.noFile")}
					answer={undefined}
				/>
			</form>
			<div aria-live="polite" className="needs-scripts grid gap-4">
				{typeof state === "object" ? (
					<Checked {...state} language={language} timeZone={timeZone} />
				) : state === "none" ? null : (
					<p className={state === "checking" ? "text-muted" : "field-error"}>
						{t(`raffleFairness.${state}`)}
					</p>
				)}
			</div>
		</>
	);
}

async function readPublished(raffle: string): Promise<string> {
	const response = await fetch(`/raffles/${encodeURIComponent(raffle)}/draw.json`);
	if (!response.ok) throw new Error(`status ${response.status}`);
	return response.text();
}

function Checked({
	language,
	timeZone,
	...draw
}: NonNullable<DrawAnswer> & Omit<Props, "raffle">): ReactNode {
	const { t } = useTranslation();
	const { file, checks, beacon, prizes } = draw;
	const when = (time: Date | string) => formatDeadline(new Date(time), language, timeZone);
	return (
		<>
			<h3 className="font-bold break-words">{draw.title}</h3>
			<Verdict
				good={checks.every(([, isGood]) => isGood)}
				yes={t(file.places ? "raffleFairness.allGood" : "raffleFairness.notDrawn")}
				no={t("raffleFairness.bad")}
			/>
			<ul className="grid gap-1" data-testid="checks">
				{checks.map(([name, isGood]) => (
					<li key={name} data-check={name}>
						<Verdict
							good={isGood}
							yes={t(`raffleFairness.checks.${name}.yes`)}
							no={t(`raffleFairness.checks.${name}.no`)}
						/>
					</li>
				))}
			</ul>
			{draw.isLate ? <p className="font-semibold">{t("raffleFairness.late")}</p> : null}
			{beacon === "local" ? <p className="font-semibold text-bad">{t("raffleFairness.localText")}</p> : null}
			<p>{t("raffleFairness.compare")}</p>
			<Facts
				facts={[
					[t("raffleFairness.site"), file.site],
					[t("raffleFairness.seedHash"), file.seedHash],
					[t("raffleFairness.beacon"), t(`raffleFairness.${beacon}`)],
					[t("raffleFairness.round"), `${file.round} (${when(draw.publishedAt)})`],
					[t("raffleFairness.listHash"), file.listHash],
					[t("raffleFairness.prizes"), prizes.join(" · ")],
					[
						t("raffleFairness.tickets"),
						t("raffleFairness.ticketsFrozen", { count: draw.tickets, when: when(file.frozenAt) }),
					],
				]}
			/>
			{file.places ? (
				<section className="grid gap-2">
					<h3 className="font-bold">{t("raffleFairness.places")}</h3>
					<ol className="grid gap-1">
						{file.places.map(({ place, ticket, prize, state, reason }) => (
							<li key={place}>
								{t(`raffleFairness.${state === "passed" ? "passed" : "place"}`, {
									place,
									ticket,
									prize,
									reason,
								})}
							</li>
						))}
					</ol>
				</section>
			) : null}
		</>
	);
}
