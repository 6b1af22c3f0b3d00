import { Link } from "@remix-run/react";
import { Cherry, Pencil, Play } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Picture } from "~/pictures/picture";
import type { Slot } from "./slots.server";

interface Props {
	slot: Pick<Slot, "id" | "name" | "provider" | "image" | "description">;
	isAdmin: boolean;
	eager: boolean;
	/** The query string of the list, which the dialogs keep. */
	query: string;
	/** What else the card offers. */
	children?: ReactNode;
}

/** A slot. The whole card opens the demo; for admins a button opens the edit form. */
export function SlotCard({ slot, isAdmin, eager, query, children }: Props) {
	const { id, name, provider, image, description } = slot;
	const { t } = useTranslation();
	return (
		<article
			className="panel group relative flex flex-col overflow-hidden p-0 transition-transform hover:-translate-y-1 hover:border-accent-text"
			aria-labelledby={`slot-${id}`}
			data-testid="slot"
			data-slot={id}
		>
			<div className="relative overflow-hidden">
				<Picture
					image={image}
					icon={Cherry}
					eager={eager}
					className="transition-transform duration-300 group-hover:scale-105"
				/>
				<span
					aria-hidden="true"
					className="absolute right-3 bottom-3 grid size-11 place-items-center rounded-full bg-accent text-accent-ink shadow-lg transition-transform group-hover:scale-110"
				>
					<Play className="size-5 translate-x-px fill-current" />
				</span>
			</div>
			<div className="flex grow flex-col gap-2 p-4">
				<h2 id={`slot-${id}`} className="text-lg font-bold break-words">
					<Link
						to={`/slots/${id}/play${query}`}
						id={`play-${id}`}
						preventScrollReset
						className="outline-none after:absolute after:inset-0 after:rounded-3xl after:content-[''] focus-visible:after:outline-3 focus-visible:after:-outline-offset-3 focus-visible:after:outline-accent-text"
					>
						<span className="sr-only">{t("slots.play")} </span>
						{name}
					</Link>
				</h2>
				{provider ? <p className="text-sm font-semibold break-words text-accent-text">{provider}</p> : null}
				{description ? (
					<p className="line-clamp-4 text-sm text-muted break-words whitespace-pre-line">{description}</p>
				) : null}
				<div className="relative z-10 mt-auto grid gap-2 pt-2 empty:hidden">
					{children}
					{isAdmin ? (
						<Link
							to={`/slots/${id}/edit${query}`}
							id={`edit-${id}`}
							preventScrollReset
							className="button w-full px-3"
							aria-label={t("slots.editSlot", { name })}
						>
							<Pencil aria-hidden="true" className="size-4 shrink-0" />
							{t("slots.edit")}
						</Link>
					) : null}
				</div>
			</div>
		</article>
	);
}
