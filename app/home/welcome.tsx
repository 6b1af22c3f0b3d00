import { Link } from "@remix-run/react";
import { ChevronRight, PartyPopper, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useHydrated } from "remix-utils/use-hydrated";
import { throwConfetti } from "~/ui/confetti";
import type { WelcomeTexts } from "./welcome.server";

interface Props {
	welcome: WelcomeTexts;
	onDismiss(): void;
}

/** The welcome of a new viewer, above the content of a page. */
export function Welcome({ welcome: { title, text, steps }, onDismiss }: Props) {
	const { t } = useTranslation();
	const hydrated = useHydrated();
	const section = useRef<HTMLElement>(null);
	useEffect(() => {
		// A dialog that has closed returns the focus in the next frame, and scrolls to it.
		requestAnimationFrame(() =>
			requestAnimationFrame(() => section.current?.scrollIntoView({ block: "nearest" })),
		);
		throwConfetti(10);
	}, []);
	return (
		<section
			ref={section}
			aria-labelledby="welcome"
			className="panel relative mb-8 grid gap-4 border-accent-text sm:p-6"
		>
			<div className="flex items-start gap-4">
				<PartyPopper aria-hidden="true" className="size-9 shrink-0 text-accent-text max-[359px]:hidden" />
				<div className="grid min-w-0 grow gap-1">
					<h2 id="welcome" className="text-2xl font-extrabold wrap-anywhere">
						{title}
					</h2>
					<p className="text-lg font-semibold text-accent-text">{text}</p>
				</div>
				{hydrated ? (
					<button
						type="button"
						className="button button-icon"
						aria-label={t("shell.dismiss")}
						onClick={onDismiss}
					>
						<X aria-hidden="true" className="size-5" />
					</button>
				) : null}
			</div>
			<ol className="grid gap-2 lg:auto-cols-fr lg:grid-flow-col">
				{steps.map(({ path, label, hint }, number) => (
					<li key={path} className="grid">
						<Link
							to={path}
							className="flex items-center gap-3 rounded-2xl border border-line bg-raised px-4 py-2.5 hover:border-accent-text"
						>
							<span
								aria-hidden="true"
								className="grid size-8 shrink-0 place-items-center rounded-full bg-accent font-bold text-accent-ink"
							>
								{number + 1}
							</span>
							<span className="grid min-w-0 grow">
								<span className="font-semibold">{label}</span>{" "}
								<span className="text-sm text-muted">{hint}</span>
							</span>
							<ChevronRight aria-hidden="true" className="size-5 shrink-0 text-muted" />
						</Link>
					</li>
				))}
			</ol>
		</section>
	);
}
