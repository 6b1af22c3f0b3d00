import { Link, useNavigate } from "@remix-run/react";
import { ExternalLink, X } from "lucide-react";
import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { useDialogFocus } from "~/ui/dialog/dialog";
import type { Slot } from "./slots.server";
import "./demo-overlay.css";

interface Props {
	slot: Pick<Slot, "id" | "name" | "provider" | "demoUrl">;
	/** False when the demo's host is no longer allowed; the dialog then has only a link to the demo. */
	isFramed: boolean;
	/** The address of the list under it. */
	closeTo: string;
}

/**
 * A slot's demo in a full-screen modal dialog; closing it navigates to `closeTo`. Its frame may run scripts and open
 * windows, but cannot navigate the page.
 */
export function DemoOverlay({ slot: { id, name, provider, demoUrl }, isFramed, closeTo }: Props) {
	const { t } = useTranslation();
	const heading = useRef<HTMLHeadingElement>(null);
	const dialog = useModal(closeTo);
	useDialogFocus(heading, `play-${id}`);
	return (
		<dialog
			open
			ref={dialog}
			aria-labelledby="demo-title"
			className="demo-overlay fixed inset-0 z-[65] m-0 flex size-full max-h-none max-w-none flex-col border-0 bg-bg p-0 text-text"
		>
			<div className="flex items-center gap-2 border-b border-line bg-surface px-3 py-2 sm:gap-3 sm:px-5">
				<div className="mr-auto min-w-0">
					<h2
						ref={heading}
						id="demo-title"
						tabIndex={-1}
						className="truncate text-lg font-extrabold outline-none sm:text-2xl"
					>
						{name}
					</h2>
					<p className="truncate text-sm text-muted">
						{provider ? `${provider} · ` : ""}
						{t("slots.demoOnly")}
					</p>
				</div>
				<a href={demoUrl} target="_blank" rel="noopener noreferrer" className="button shrink-0 px-3 sm:px-4">
					<ExternalLink aria-hidden="true" className="size-4 shrink-0" />
					<span className="max-sm:sr-only">{t("slots.newTab")}</span>
				</a>
				<Link
					to={closeTo}
					preventScrollReset
					className="button button-icon"
					aria-label={t("slots.closeDemo")}
				>
					<X aria-hidden="true" className="size-5" />
				</Link>
			</div>
			<div className="relative grid min-h-0 grow place-items-center overflow-hidden">
				<p className="max-w-prose p-6 text-center text-muted">
					{t(isFramed ? "slots.notLoading" : "slots.notFramed")}
				</p>
				{isFramed ? (
					<iframe
						src={demoUrl}
						title={t("slots.frameTitle", { name })}
						sandbox="allow-scripts allow-same-origin allow-popups"
						allow="fullscreen; autoplay"
						className="absolute inset-0 size-full border-0"
					/>
				) : null}
			</div>
		</dialog>
	);
}

/** Opens the dialog as a modal one: the browser then keeps the focus inside and handles Escape. */
function useModal(closeTo: string) {
	const dialog = useRef<HTMLDialogElement>(null);
	const navigate = useNavigate();
	const close = () => navigate(closeTo, { preventScrollReset: true });
	const latestClose = useRef(close);
	useEffect(() => {
		latestClose.current = close;
	});
	useEffect(() => {
		const { current } = dialog;
		if (!current) return;
		const onCancel = (event: Event) => {
			// The dialog closes by navigation, not by itself.
			event.preventDefault();
			latestClose.current();
		};
		current.removeAttribute("open");
		current.showModal();
		current.addEventListener("cancel", onCancel);
		return () => {
			current.removeEventListener("cancel", onCancel);
			current.close();
		};
	}, []);
	return dialog;
}
