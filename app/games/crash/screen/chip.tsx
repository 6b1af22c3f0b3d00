import { Link } from "@remix-run/react";
import { formatExactMultiplier } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { tierOf } from "./flight/tiers";
import "./flight/flight.css";

interface Props {
	/** Hundredths. */
	multiplier: number;
	language: Language;
}

/** A multiplier in its tier's colour. */
export function Chip({ multiplier, language }: Props) {
	return (
		<span className={`flight-chip flight-chip-${tierOf(multiplier)}`}>
			{formatExactMultiplier(multiplier, language)}
		</span>
	);
}

/** A {@link Chip} as a link to the page that checks its round. */
export function ChipLink({ multiplier, language, to, label }: Props & { to: string; label: string }) {
	return (
		<Link to={to} aria-label={label} className={`flight-chip flight-chip-${tierOf(multiplier)}`}>
			{formatExactMultiplier(multiplier, language)}
		</Link>
	);
}
