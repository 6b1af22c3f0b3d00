import { Link } from "@remix-run/react";
import { Ticket } from "lucide-react";
import { useTranslation } from "react-i18next";

/** The field for a code in the header of large screens, and a link to it on smaller ones. Phones have the navigation. */
export function HeaderCode() {
	const label = useTranslation().t("shell.code");
	return (
		<>
			<form method="post" action="/claim" className="hidden w-44 xl:block">
				<input
					name="code"
					required
					maxLength={40}
					aria-label={label}
					placeholder={label}
					autoComplete="off"
					className="field"
				/>
			</form>
			<Link
				to="/claim"
				className="button button-icon max-sm:hidden xl:hidden"
				aria-label={label}
				title={label}
			>
				<Ticket aria-hidden="true" className="size-5" />
			</Link>
		</>
	);
}
