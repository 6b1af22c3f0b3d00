import { Form } from "@remix-run/react";
import { Target } from "lucide-react";
import { useCallback } from "react";
import { useTranslation } from "react-i18next";

interface Props {
	item: { id: string; name: string };
	isGoal: boolean;
	/** The query string of the list. */
	query: string;
}

/** The form that makes an item the viewer's goal, or ends that. */
export function GoalButton({ item: { id, name }, isGoal, query }: Props) {
	const { t } = useTranslation();
	// When the focused button disappears, as with a goal that is met, the focus moves to what can be done instead.
	const button = useCallback(
		(element: HTMLElement | null) => {
			if (element || document.activeElement?.id !== `goal-${id}`) return;
			requestAnimationFrame(() => document.getElementById(`redeem-${id}`)?.focus());
		},
		[id],
	);
	const label = t(isGoal ? "store.goal.end" : "store.goal.set");
	return (
		<Form method="post" action={`/store${query}`} preventScrollReset className="relative z-10 grid">
			<input type="hidden" name="itemId" value={id} />
			<button
				ref={button}
				type="submit"
				name="intent"
				value={isGoal ? "endGoal" : "setGoal"}
				id={`goal-${id}`}
				aria-label={`${label}: ${name}`}
				className={`button ${isGoal ? "button-chosen" : ""}`}
			>
				<Target aria-hidden="true" className={`size-4 shrink-0 ${isGoal ? "text-accent-text" : ""}`} />
				{label}
			</button>
		</Form>
	);
}
