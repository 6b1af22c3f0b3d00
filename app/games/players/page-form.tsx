import { Link } from "@remix-run/react";
import { Eye, EyeOff } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { Language } from "~/i18n/languages";
import type { FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import { PlayerCard } from "./player-card";
import { pageAddress } from "./player-page";
import type { PageChoices } from "./player-page.schema";
import type { ShownPlayer } from "./player-page.server";

const SWITCHES = ["isPublic", "showsPoints", "showsWins", "showsSince"] as const;

interface Props {
	choices: PageChoices;
	/** The answer to a refused form. */
	refused: FieldAnswer | undefined;
}

/** The form with which a viewer chooses what the player page shows. */
export function PageForm({ choices, refused }: Props) {
	const { t } = useTranslation();
	return (
		<PostForm className="panel grid gap-5">
			<h2 className="text-2xl font-bold">{t("players.choices")}</h2>
			<div className="grid gap-1">
				{SWITCHES.map((name) => (
					<label
						key={name}
						className="-mx-2 flex gap-3 rounded-2xl px-2 py-2.5 hover:bg-raised has-focus-visible:bg-raised"
					>
						<input
							// Resets the box to the saved value, also when the page is opened again.
							key={String(choices[name])}
							type="checkbox"
							name={name}
							defaultChecked={choices[name]}
							className="mt-0.5 size-5 shrink-0 accent-accent"
						/>
						<span className="grid">
							<span className="font-semibold">{t(`players.switches.${name}`)}</span>
							<span className="text-sm text-muted">{t(`players.hints.${name}`)}</span>
						</span>
					</label>
				))}
			</div>
			<Refused answer={refused} />
			<button type="submit" className="button button-primary justify-self-start">
				{t("players.save")}
			</button>
		</PostForm>
	);
}

interface PreviewProps {
	choices: PageChoices;
	shown: ShownPlayer;
	/** An admin has hidden the name from others. */
	isHidden: boolean;
	language: Language;
}

/** Shows the viewer's page as it is saved, and its address if it is public. */
export function PagePreview({ choices, shown, isHidden, language }: PreviewProps) {
	const { t } = useTranslation();
	const address = choices.isPublic && !isHidden ? pageAddress(shown.username) : undefined;
	return (
		<section aria-labelledby="preview" className="panel grid min-w-0 grid-cols-1 gap-5">
			<h2 id="preview" className="text-2xl font-bold">
				{t("players.preview")}
			</h2>
			<p className="flex gap-3 rounded-2xl bg-raised p-4" data-testid="page-state">
				{address ? (
					<>
						<Eye aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-good" />
						<span className="min-w-0">
							{t("players.isPublic")}{" "}
							<Link to={address} className="link wrap-anywhere">
								{address}
							</Link>
						</span>
					</>
				) : (
					<>
						<EyeOff aria-hidden="true" className="mt-0.5 size-5 shrink-0 text-muted" />
						{t(isHidden ? "players.isHidden" : "players.isPrivate")}
					</>
				)}
			</p>
			<PlayerCard player={shown} language={language} level="h3" />
		</section>
	);
}
