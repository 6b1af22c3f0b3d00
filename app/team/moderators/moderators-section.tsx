import { Link, useSearchParams } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { RIGHTS } from "~/lib/rights";
import { Choices } from "~/ui/choices";
import { Field, type FieldAnswer } from "~/ui/field";
import { PostForm } from "~/ui/post-form";
import { Refused } from "~/ui/refused";
import type { Moderator } from "./moderators.server";

interface Props {
	moderators: readonly Moderator[];
	/** The answer to a refused form of the page. */
	refused: FieldAnswer | undefined;
}

/** The moderators with their rights, and the forms to add, edit and remove one. */
export function ModeratorsSection({ moderators, refused }: Props) {
	const { t } = useTranslation();
	/** A proposed name. */
	const who = useSearchParams()[0].get("who");
	const adding = refused?.typed?.intent === "addModerator" ? refused : undefined;
	const isListed = moderators.some(({ userId }) => userId === refused?.typed?.userId);
	return (
		<section className="panel grid gap-4" aria-labelledby="moderators-title">
			<h2 id="moderators-title" className="text-2xl font-bold">
				{t("settings.moderators.title")}
			</h2>
			<p className="max-w-prose text-muted">{t("settings.moderators.intro")}</p>
			<Link to="/team" className="link justify-self-start">
				{t("shell.team")}
			</Link>
			{refused?.typed?.userId && !isListed ? <Refused answer={refused} /> : null}
			{moderators.map((moderator) => {
				const { userId, name, rights, revision } = moderator;
				const answer = refused?.typed?.userId === userId ? refused : undefined;
				return (
					<details key={`${userId}-${revision}`} open={answer !== undefined} data-testid="moderator">
						<summary className="py-2.5">
							<bdi className="font-semibold wrap-anywhere">{name}</bdi>{" "}
							<span className="text-sm text-muted">
								{rights.map((right) => t(`settings.moderators.rights.${right}.name`)).join(", ")}
							</span>
						</summary>
						<PostForm fields={{ intent: "editModerator", userId, revision }} className="grid gap-4 py-2">
							<RightsFields known={moderator} answer={answer} idPrefix={userId} />
							<button type="submit" className="button button-primary justify-self-end px-8 max-sm:w-full">
								{t("settings.save")}
							</button>
						</PostForm>
						<PostForm fields={{ intent: "removeModerator", userId }} className="justify-self-start">
							<button
								type="submit"
								className="button text-bad"
								aria-label={t("settings.admins.removeOne", { name })}
							>
								{t("settings.admins.remove")}
							</button>
						</PostForm>
					</details>
				);
			})}
			<PostForm
				key={`${moderators.length} ${who}`}
				fields={{ intent: "addModerator" }}
				className="grid gap-4 border-t border-line pt-4"
			>
				<h3 className="text-xl font-bold">{t("settings.moderators.add")}</h3>
				<Field
					name="name"
					label={t("settings.admins.who")}
					hint={t("settings.admins.whoHint")}
					maxLength={255}
					known={who}
					answer={adding}
					idPrefix="moderator"
				/>
				<RightsFields answer={adding} idPrefix="new" />
				<button type="submit" className="button button-primary justify-self-end px-8 max-sm:w-full">
					{t("settings.admins.addButton")}
				</button>
			</PostForm>
		</section>
	);
}

function RightsFields({
	known,
	answer,
	idPrefix,
}: {
	known?: Moderator;
	answer: FieldAnswer | undefined;
	idPrefix: string;
}) {
	const { t } = useTranslation();
	const chosen: readonly unknown[] = answer?.typed ? [answer.typed.rights].flat() : (known?.rights ?? []);
	return (
		<>
			<Choices
				name="rights"
				id={`${idPrefix}-rights`}
				legend={t("settings.moderators.may")}
				options={RIGHTS.map((value) => ({
					...{ value, label: t(`settings.moderators.rights.${value}.name`) },
					text: t(`settings.moderators.rights.${value}.text`),
				}))}
				ticked={chosen}
				layout="grid gap-x-6 gap-y-1 md:grid-cols-2"
			/>
			<Field
				name="dailyPoints"
				label={t("settings.moderators.dailyPoints")}
				hint={t("settings.moderators.dailyPointsHint")}
				inputMode="numeric"
				known={known?.dailyPoints}
				answer={answer}
				idPrefix={idPrefix}
			/>
			<Refused answer={Object.keys(answer?.fieldErrors ?? {}).length > 0 ? undefined : answer} />
		</>
	);
}
