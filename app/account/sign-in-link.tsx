import { Link } from "@remix-run/react";
import type { ReactNode } from "react";

/** The button of visitors to sign in and return to `path`. */
export const SignInLink = ({ path, children }: { path: string; children: ReactNode }) => (
	<Link
		to={`/login?returnTo=${encodeURIComponent(path)}`}
		reloadDocument
		className="button button-primary justify-self-start"
	>
		{children}
	</Link>
);
