import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";

interface Props {
	/** None for an erased account. */
	name: string | null | undefined;
	/** The player's page; undefined while it is not public. */
	address: string | undefined;
}

/** The name of a player, with a link to the player's page. */
export function PlayerName({ name, address }: Props) {
	const { t } = useTranslation();
	const text = <bdi className="truncate">{name ?? t("shell.anonymous")}</bdi>;
	return address ? (
		<Link to={address} className="link inline-flex min-h-6 max-w-full justify-self-start">
			{text}
		</Link>
	) : (
		text
	);
}
