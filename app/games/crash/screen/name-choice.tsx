import type { FetcherWithComponents } from "@remix-run/react";
import { ChevronDown, VenetianMask } from "lucide-react";
import { useTranslation } from "react-i18next";
import { aliasText } from "../engine/alias";
import { NAME_CHOICES } from "../engine/view";
import type { CrashAnswer, LiveName } from "./page-data";
import { PEOPLE_AT } from "./reactions";

interface Props {
	name: LiveName;
	people: FetcherWithComponents<CrashAnswer>;
}

/** How others see the viewer, and the choices. It is closed, so that the main button below it stays on the first screen of a phone. */
export function NameChoice({ name, people }: Props) {
	const { t } = useTranslation();
	const { choice, shown, isHidden, username } = name;
	const current =
		shown === "name" ? username : shown === "round" ? t("crash.names.eachRound") : aliasText(shown, t);
	const offered = NAME_CHOICES.filter((one) => one !== "name" || !isHidden);
	return (
		<details key={choice} id="crash-name" className="crash-name panel px-3 py-0" data-testid="name-choice">
			<summary className="flex min-h-11 cursor-pointer items-center gap-2">
				<VenetianMask aria-hidden="true" className="size-5 shrink-0 text-accent-text" />
				<span className="min-w-0 wrap-anywhere">
					{t("crash.names.current")}{" "}
					<bdi className="font-bold" data-testid="shown-as">
						{current}
					</bdi>
				</span>
				<ChevronDown aria-hidden="true" className="ml-auto size-5 shrink-0 text-muted" />
			</summary>
			<people.Form method="post" action={PEOPLE_AT} className="grid gap-2 py-2">
				<input type="hidden" name="intent" value="rename" />
				<p className="text-sm text-muted">{t(isHidden ? "crash.names.hidden" : "crash.names.text")}</p>
				{offered.map((one) => (
					<button
						key={one}
						type="submit"
						name="shownAs"
						value={one}
						aria-pressed={one === choice}
						className={`button grid justify-start justify-items-start gap-0 rounded-2xl py-2 text-left ${one === choice ? "button-chosen" : ""}`}
					>
						<span className="wrap-anywhere">
							{t(`crash.names.${one === "alias" && choice === "alias" ? "another" : one}`, { username })}
						</span>
						<span className="text-sm font-normal text-muted">{t(`crash.names.hints.${one}`)}</span>
					</button>
				))}
			</people.Form>
		</details>
	);
}
