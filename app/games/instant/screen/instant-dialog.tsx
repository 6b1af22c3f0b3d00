import { useActionData, useFetcher, useLoaderData } from "@remix-run/react";
import type { ComponentType } from "react";
import { useTranslation } from "react-i18next";
import { GameDialog } from "../../game-dialog";
import type { RULES } from "../../rules";
import type { Bet } from "../rules";
import type { Answer, InstantPage, InstantProps } from "./use-instant-game";

interface Props<Input extends Bet> {
	game: keyof typeof RULES;
	/** Gets the data of the route's loader, `loadInstantGame`, and the answers of its action, `runInstantForm`. */
	Screen: ComponentType<InstantProps<Input>>;
}

/** The dialog of an instant game: the page of its route. */
export function InstantDialog<Input extends Bet>({ game, Screen }: Props<Input>) {
	const { t } = useTranslation();
	const page = useLoaderData() as InstantPage<Input>;
	const fetcher = useFetcher<Answer<Input>>({ key: game }) as InstantProps<Input>["fetcher"];
	const posted = useActionData() as Answer<Input> | undefined;
	return (
		<GameDialog
			path={`/mini-games/${game}`}
			title={t(`lobby.game.${game}.name`)}
			closeLabel={t("instant.close")}
			infoLabel={t("instant.info")}
			openerId={`open-${game}`}
			fill
		>
			{(covered) => (
				<Screen page={page} fetcher={fetcher} answer={fetcher.data ?? posted} covered={covered} />
			)}
		</GameDialog>
	);
}
