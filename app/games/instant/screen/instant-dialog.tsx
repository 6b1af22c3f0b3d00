import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { GameDialog } from "../../game-dialog";
import type { RULES } from "../../rules";

interface Props {
	game: keyof typeof RULES;
	/** @param covered whether another dialog lies over the game. */
	children(covered: boolean): ReactNode;
}

/** The dialog of an instant game. */
export function InstantDialog({ game, children }: Props) {
	const { t } = useTranslation();
	return (
		<GameDialog
			path={`/mini-games/${game}`}
			title={t(`lobby.game.${game}.name`)}
			closeLabel={t("instant.close")}
			infoLabel={t("instant.info")}
			openerId={`open-${game}`}
			fill
		>
			{children}
		</GameDialog>
	);
}
