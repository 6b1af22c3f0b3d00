import { Link } from "@remix-run/react";
import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";
import type { Inputs } from "~/ui/shell/document-context";
import { Kept } from "~/ui/shell/kept";

interface Props {
	id: string;
	icon: LucideIcon;
	title: string;
	/** The page with more of it. */
	to?: { path: string; label: string } | undefined;
	/** What the content depends on: see `Kept`. */
	by?: Inputs;
	/** See `Kept`. */
	own?: readonly ReactNode[];
	children: ReactNode | ((...own: readonly ReactNode[]) => ReactNode);
}

/** A section of the home page with a heading and a link to the page with more. */
export function Section({ id, icon: Icon, title, to, by, own, children }: Props) {
	return (
		<Kept
			as="section"
			by={by && [id, title, to, ...by]}
			own={own}
			aria-labelledby={id}
			className="grid min-w-0 content-start gap-4"
			data-testid={id}
		>
			{(...own) => (
				<>
					<div className="flex min-h-11 items-center justify-between gap-x-3 max-[359px]:flex-wrap">
						<h2 id={id} className="flex min-w-0 items-center gap-2 text-[1.375rem] font-bold 2xl:text-2xl">
							<Icon aria-hidden="true" className="size-6 shrink-0 text-accent-text" />
							{title}
						</h2>
						{to ? (
							<Link to={to.path} className="link inline-flex min-h-11 shrink-0 items-center">
								{to.label}
							</Link>
						) : null}
					</div>
					{typeof children === "function" ? children(...own) : children}
				</>
			)}
		</Kept>
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

interface CardProps {
	picture: ReactNode;
	/** The whole card is a link. */
	to: string;
	title: string;
	testId?: string;
	children?: ReactNode;
}

/** A card of a section's list. */
export const Card = ({ picture, to, title, testId, children }: CardProps) => (
	<li
		className="home-card panel relative grid min-w-0 content-start overflow-hidden p-0"
		data-testid={testId}
	>
		{picture}
		<div className="grid gap-1 px-3 py-4">
			<h3 className="font-bold break-words">
				<Link to={to} className={CARD_LINK}>
					{title}
				</Link>
			</h3>
			{children}
		</div>
	</li>
);

/** Covers its card. */
export const CARD_LINK =
	"outline-none after:absolute after:inset-0 after:rounded-3xl after:content-[''] focus-visible:after:outline-3 focus-visible:after:outline-accent-text";
