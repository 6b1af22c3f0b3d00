import { Ticket } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { Kept } from "~/ui/shell/kept";
import { useHideOnNavigation } from "~/ui/shell/use-hide-on-navigation";

/** The element id, for the button that opens the field. */
const FORM_ID = "header-code";

/**
 * The field for a code in the header: in view on large screens, and a native popover that a button opens on smaller ones,
 * which works without scripts. Below 360 px the header has no room for the button.
 */
export function HeaderCode() {
	const { t } = useTranslation();
	const label = t("shell.code");
	const form = useRef<HTMLFormElement>(null);
	useHideOnNavigation(form);
	useEffect(() => {
		const popover = form.current;
		const focusField = () => {
			if (popover?.matches(":popover-open")) popover.querySelector("input")?.focus();
		};
		popover?.addEventListener("toggle", focusField);
		return () => popover?.removeEventListener("toggle", focusField);
	}, []);
	return (
		<>
			<button
				type="button"
				popovertarget={FORM_ID}
				className="button button-icon max-[359px]:hidden xl:hidden"
				aria-label={label}
				title={label}
			>
				<Ticket aria-hidden="true" className="size-5" />
			</button>
			<Kept
				as="form"
				by={["header-code"]}
				elementRef={form}
				id={FORM_ID}
				popover="auto"
				method="post"
				action="/claim"
				className="header-code"
			>
				{() => <Field label={label} />}
			</Kept>
		</>
	);
}

function Field({ label }: { label: string }) {
	const { t } = useTranslation();
	return (
		<>
			<input
				name="code"
				required
				maxLength={40}
				aria-label={label}
				placeholder={label}
				autoComplete="off"
				className="field"
			/>
			<button type="submit" className="button button-primary xl:hidden">
				{t("shell.useCode")}
			</button>
		</>
	);
}
