import { Link } from "@remix-run/react";
import { ChevronRight, type LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

interface Props {
	id: string;
	icon: LucideIcon;
	title: string;
	/** The page with more of it. */
	to?: { path: string; label: string };
	className?: string;
	children: ReactNode;
}

/** A section of the home page with a heading and a link to the page with more. */
export function Section({ id, icon: Icon, title, to, className = "", children }: Props) {
	return (
		<section
			aria-labelledby={id}
			className={`grid min-w-0 content-start gap-4 ${className}`}
			data-testid={id}
		>
			<div className="flex flex-wrap items-center justify-between gap-x-4 gap-y-1">
				<h2 id={id} className="flex items-center gap-2 text-2xl font-bold">
					<Icon aria-hidden="true" className="size-6 shrink-0 text-accent-text" />
					{title}
				</h2>
				{to ? (
					<Link to={to.path} className="link inline-flex min-h-11 items-center gap-1">
						{to.label}
						<ChevronRight aria-hidden="true" className="size-4" />
					</Link>
				) : null}
			</div>
			{children}
		</section>
	);
}

interface InvitationProps {
	text: string;
	/** The page where an admin fills the section. */
	to: { path: string; label: string };
}

/** What an admin sees instead of an empty section, which viewers do not see. */
export const Invitation = ({ text, to }: InvitationProps) => (
	<div className="grid grow content-center justify-items-center gap-3 rounded-3xl border border-dashed border-line p-6 text-center">
		<p className="max-w-prose text-muted">{text}</p>
		<Link to={to.path} className="button">
			{to.label}
		</Link>
	</div>
);
