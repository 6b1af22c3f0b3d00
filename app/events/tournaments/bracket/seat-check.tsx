import { useState } from "react";
import { useTranslation } from "react-i18next";
import { Verdict } from "~/games/fairness/verdict";
import type { ShownBracket } from "./bracket-page.server";

/** How the seats are drawn: the hash and, after the draw, seed, list and seats, with a check in the browser. */
export function SeatCheck({ bracket }: { bracket: ShownBracket }) {
	const { t } = useTranslation();
	const [isGood, setGood] = useState<boolean>();
	const { hash, seed, entrants, draws } = bracket;

	async function check() {
		// Only who checks loads the hash functions.
		const { drawSeats, hashOf } = await import("./seats");
		const ids = entrants.map(({ id }) => id);
		const drawn = drawSeats(seed ?? "", ids);
		setGood(hashOf(seed ?? "") === hash && entrants.every(({ id, seat }) => drawn[(seat ?? 0) - 1] === id));
	}

	return (
		<details className="panel">
			<summary className="cursor-pointer text-lg font-bold">{t("bracket.seats.title")}</summary>
			<div className="grid gap-4 pt-4">
				<p className="max-w-prose">{t("bracket.seats.how")}</p>
				<p>
					{t("bracket.seats.hash")}
					<code className="mono block">{hash}</code>
				</p>
				{seed === null ? null : (
					<>
						<p>
							{t("bracket.seats.seed")}
							<code className="mono block">{seed}</code>
						</p>
						<ol className="grid list-decimal gap-1 pl-8">
							{entrants.map(({ id, name, seat }) => (
								<li key={id}>
									<span className="wrap-anywhere">{name}</span>{" "}
									<span className="font-semibold tabular-nums">
										{t("bracket.seats.seat")} {seat}
									</span>
									<code className="mono block text-sm text-muted">{id}</code>
								</li>
							))}
						</ol>
						<div className="with-scripts grid gap-3">
							<button type="button" className="button justify-self-start" onClick={check}>
								{t("bracket.seats.check")}
							</button>
							<div role="status">
								{isGood === undefined ? null : (
									<Verdict good={isGood} yes={t("bracket.seats.good")} no={t("bracket.seats.bad")} />
								)}
							</div>
						</div>
					</>
				)}
				{draws.map((draw) => (
					<p key={draw.seed} className="break-all text-muted">
						{t("bracket.seats.undone", draw)}
					</p>
				))}
			</div>
		</details>
	);
}
