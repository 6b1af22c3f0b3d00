import type { FetcherWithComponents } from "@remix-run/react";
import { Flame, Frown, Heart, Laugh, type LucideIcon, PartyPopper, Rocket } from "lucide-react";
import { useCallback, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { REACTIONS, type Reaction, type ReactionCounts } from "../engine/reactions";
import type { CrashAnswer } from "./page-data";
import "./reactions.css";

/** The address of the forms of reactions and of the name. */
export const PEOPLE_AT = "/mini-games/live-crash?people";

const ICONS: Record<Reaction, LucideIcon> = {
	...{ cheer: PartyPopper, fire: Flame, heart: Heart, laugh: Laugh, rocket: Rocket, sad: Frown },
};

const SHOWN_MS = 2600;
/** A frame with more of one reaction shows one icon with their number. */
const MAX_EACH = 2;
const MAX_FLOATING = 18;
const LANES = 6;

interface Floating {
	id: number;
	reaction: Reaction;
	/** How many it stands for. */
	count: number;
}

/** The reactions of the last moments, and a function that adds those of a frame. */
export function useReactions() {
	const [floating, setFloating] = useState<readonly Floating[]>([]);
	const next = useRef(0);
	const showReactions = useCallback((counts: ReactionCounts) => {
		const added = REACTIONS.flatMap((reaction, at) => {
			const sent = counts[at] ?? 0;
			const icons = sent > MAX_EACH ? [sent] : Array.from({ length: sent }, () => 1);
			return icons.map((count) => ({ id: next.current++, reaction, count }));
		});
		setFloating((known) => [...known, ...added].slice(-MAX_FLOATING));
		setTimeout(() => setFloating((known) => known.filter((one) => !added.includes(one))), SHOWN_MS);
	}, []);
	return { floating, showReactions };
}

/** Decorative: what others feel is not announced. */
export function FloatingReactions({ floating }: { floating: readonly Floating[] }) {
	return (
		<div className="crash-floating" aria-hidden="true" data-testid="floating">
			{floating.map(({ id, reaction, count }) => {
				const Icon = ICONS[reaction];
				return (
					<span key={id} data-lane={id % LANES} data-reaction={reaction}>
						<Icon className="size-7" />
						{count > 1 ? count : null}
					</span>
				);
			})}
		</div>
	);
}

/** The buttons of the six reactions. */
export function ReactionBar({ people }: { people: FetcherWithComponents<CrashAnswer> }) {
	const { t } = useTranslation();
	return (
		<people.Form method="post" action={PEOPLE_AT} aria-label={t("crash.react")} className="crash-reactions">
			<input type="hidden" name="intent" value="react" />
			{REACTIONS.map((reaction) => {
				const Icon = ICONS[reaction];
				const label = t(`crash.reactions.${reaction}`);
				return (
					<button
						key={reaction}
						type="submit"
						name="reaction"
						value={reaction}
						aria-label={label}
						title={label}
						data-reaction={reaction}
					>
						<Icon aria-hidden="true" className="size-6" />
					</button>
				);
			})}
		</people.Form>
	);
}
