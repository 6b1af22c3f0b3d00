import { Form, Link } from "@remix-run/react";
import { Bell, Check, Coins, PackageCheck, PackageX, ShieldCheck, Ticket, Trophy } from "lucide-react";
import { useTranslation } from "react-i18next";
import type { NoticeKind } from "./notices";
import type { ShownNotice } from "./notices.server";
import { postInBackground } from "./post-in-background";

const ICONS: Record<string, typeof Bell> = {
	"order-approved": PackageCheck,
	"order-cancelled": PackageX,
	"hunt-prize": Trophy,
	request: Ticket,
	rights: ShieldCheck,
	tournament: Trophy,
	raffle: Ticket,
	points: Coins,
	merge: Coins,
	limit: ShieldCheck,
	break: ShieldCheck,
	pause: ShieldCheck,
};

const iconOf = (kind: NoticeKind) => ICONS[kind] ?? ICONS[kind.split("-")[0] ?? ""] ?? Bell;

/** A notification with its link; an unread one with the form that marks it as read. Its link marks it as read too. */
export function NoticeItem({ notice }: { notice: ShownNotice }) {
	const { t } = useTranslation();
	const { id, text, note, to, when, isRead } = notice;
	const Icon = iconOf(notice.kind);
	const markRead = () => {
		if (!isRead) postInBackground({ intent: "read", id: String(id) });
	};
	return (
		<li
			className={`panel flex flex-wrap items-start gap-x-4 gap-y-2 ${isRead ? "" : "border-accent-text"}`}
			data-testid="notice"
		>
			<Icon
				aria-hidden="true"
				className={`mt-1 size-6 shrink-0 ${isRead ? "text-muted" : "text-accent-text"}`}
			/>
			<div className="grid min-w-0 grow basis-40 gap-1">
				<p className="break-words">
					{isRead ? null : <span className="badge mr-2 align-middle">{t("notifications.unread")}</span>}
					<Link
						to={to}
						className={`underline decoration-line decoration-2 underline-offset-4 hover:decoration-current ${isRead ? "" : "font-bold"}`}
						onClick={markRead}
					>
						{text}
					</Link>
				</p>
				{note ? (
					<p className="rounded-2xl bg-raised px-4 py-2 break-words whitespace-pre-line">
						<span className="block text-sm font-semibold text-muted">{t("notifications.note")}</span>
						{note}
					</p>
				) : null}
				<p className="text-sm text-muted">{when}</p>
			</div>
			{isRead ? null : (
				<Form method="post" preventScrollReset>
					<input type="hidden" name="id" value={id} />
					<button
						type="submit"
						name="intent"
						value="read"
						className="button max-sm:size-11 max-sm:p-0"
						aria-label={t("notifications.markReadLabel", { text })}
					>
						<Check aria-hidden="true" className="size-5" />
						<span className="max-sm:hidden">{t("notifications.markRead")}</span>
					</button>
				</Form>
			)}
		</li>
	);
}
