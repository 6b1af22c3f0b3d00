import { Link } from "@remix-run/react";
import { BadgePercent, Clock, ExternalLink, Pencil, PiggyBank, Trash2, Undo2 } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";
import { Picture } from "~/pictures/picture";
import { CopyButton } from "~/ui/copy-button";
import { TrackedLink } from "~/ui/tracked-link";
import { blocksOf } from "./promotions";
import type { ShownPromotion } from "./shown.server";

interface Props {
	promotion: ShownPromotion;
	isAdmin: boolean;
	eager: boolean;
}

/**
 * A promotion with its code to copy and the link to claim it, whose clicks are counted as `promotion_claim`. For admins
 * also links to edit and delete it.
 */
export function PromotionCard({ promotion, isAdmin, eager }: Props) {
	const { t } = useTranslation();
	const { id, isDraft, title, description, minDeposit, cashback, welcomeBonus, hours, promocode, claimUrl } =
		promotion;
	return (
		<article
			className="panel flex flex-col overflow-hidden p-0"
			aria-labelledby={`promotion-${id}`}
			data-testid="promotion"
			data-promotion={id}
		>
			<Picture image={promotion.imageUrl} icon={BadgePercent} eager={eager} className="aspect-video" />
			<div className="flex grow flex-col gap-4 p-5">
				<div className="grid gap-1">
					{isDraft ? (
						<p className="justify-self-start rounded-full border border-dashed border-line bg-raised px-3 py-1 text-sm font-bold">
							{t("promotions.draft")}
						</p>
					) : null}
					<h2 id={`promotion-${id}`} className="text-xl font-bold break-words">
						{title}
					</h2>
					{welcomeBonus ? (
						<p className="font-display text-2xl leading-tight font-extrabold break-words text-accent-text">
							<span className="sr-only">{t("promotions.bonus")}: </span>
							{welcomeBonus}
						</p>
					) : null}
				</div>
				{promocode ? <PromoCode code={promocode} /> : null}
				{description ? <Description text={description} /> : null}
				<dl className="grid gap-2 empty:hidden">
					<Fact icon={<PiggyBank />} name={t("promotions.minDeposit")} value={minDeposit} />
					<Fact icon={<Undo2 />} name={t("promotions.cashback")} value={cashback} />
					<Fact icon={<Clock />} name={t("promotions.duration")} value={hours} />
				</dl>
				<div className="mt-auto grid gap-3 pt-1">
					<TrackedLink
						href={claimUrl}
						event="promotion_claim"
						subject={id}
						className="button button-primary"
						aria-label={t("promotions.claimOf", { title })}
					>
						{t("promotions.claim")}
						<ExternalLink aria-hidden="true" className="size-4 shrink-0" />
					</TrackedLink>
					<p className="text-center text-xs font-bold tracking-wide text-muted">{t("promotions.legal")}</p>
					{isAdmin ? <AdminLinks id={id} title={title} /> : null}
				</div>
			</div>
		</article>
	);
}

/** The description, with its line breaks and lists. */
const Description = ({ text }: { text: string }) => (
	<div className="grid gap-2 text-muted">
		{blocksOf(text).map((block, place) =>
			typeof block === "string" ? (
				// biome-ignore lint/suspicious/noArrayIndexKey: the blocks have no other identity
				<p key={place} className="break-words whitespace-pre-line">
					{block}
				</p>
			) : (
				// biome-ignore lint/suspicious/noArrayIndexKey: the blocks have no other identity
				<ul key={place} className="grid list-disc gap-1 pl-5 marker:text-accent-text">
					{block.map((item, line) => (
						// biome-ignore lint/suspicious/noArrayIndexKey: the items have no other identity
						<li key={line} className="break-words">
							{item}
						</li>
					))}
				</ul>
			),
		)}
	</div>
);

function Fact({ icon, name, value }: { icon: ReactNode; name: string; value: string | null }) {
	if (value === null) return null;
	return (
		<div className="flex flex-wrap items-center justify-between gap-x-4 rounded-xl bg-raised px-3 py-2">
			<dt className="flex items-center gap-2 text-sm text-muted">
				<span aria-hidden="true" className="[&>svg]:size-4">
					{icon}
				</span>
				{name}
			</dt>
			<dd className="min-w-0 font-bold break-words tabular-nums">{value}</dd>
		</div>
	);
}

function PromoCode({ code }: { code: string }) {
	const { t } = useTranslation();
	return (
		<div className="flex items-center justify-between gap-3 rounded-2xl border-2 border-dashed border-accent-text bg-raised py-2 pr-2 pl-4">
			<p className="min-w-0 grow">
				<span className="block text-xs font-bold tracking-wide text-muted uppercase">
					{t("promotions.code")}
				</span>
				<strong className="font-mono text-lg break-all select-all">{code}</strong>
			</p>
			<CopyButton
				text={code}
				label={t("promotions.copy")}
				copiedLabel={t("promotions.copied")}
				className="shrink-0 px-3"
			/>
		</div>
	);
}

function AdminLinks({ id, title }: { id: string; title: string }) {
	const { t } = useTranslation();
	return (
		<div className="grid grid-cols-2 gap-2 border-t border-line pt-3">
			<Link
				to={`/promotions/${id}/edit`}
				id={`edit-${id}`}
				preventScrollReset
				className="button px-3"
				aria-label={t("promotions.editOf", { title })}
			>
				<Pencil aria-hidden="true" className="size-4 shrink-0" />
				{t("promotions.edit")}
			</Link>
			<Link
				to={`/promotions/${id}/delete`}
				id={`delete-${id}`}
				preventScrollReset
				className="button px-3"
				aria-label={t("promotions.deleteOf", { title })}
			>
				<Trash2 aria-hidden="true" className="size-4 shrink-0" />
				{t("promotions.delete")}
			</Link>
		</div>
	);
}
