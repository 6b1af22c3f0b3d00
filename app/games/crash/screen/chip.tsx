import { Link } from "@remix-run/react";
import { formatExactMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { tierOf } from "./flight/tiers";
import "./flight/flight.css";

/** The tier of `tier-colours.css` whose colours each tier of Crash has. */
const COLOURS = { 1: 2, 2: 4, 3: 5, 4: 6, 5: 7 } as const;

interface Props {
	/** Hundredths. */
	multiplier: number;
	language: Language;
	/** The page that checks its round, and the label of the link. */
	link?: { to: string; label: string } | undefined;
}

/** A multiplier in its tier's colour. */
export function Chip({ multiplier, language, link }: Props) {
	const className = `flight-chip tier-${COLOURS[tierOf(multiplier)]}`;
	const text = formatExactMultiplier(multiplier, language);
	if (!link) return <span className={className}>{text}</span>;
	return (
		<Link to={link.to} aria-label={link.label} className={className}>
			{text}
		</Link>
	);
}
