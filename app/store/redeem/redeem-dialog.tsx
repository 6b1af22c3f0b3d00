import { Form, Link } from "@remix-run/react";
import { type FormEvent, useRef, useState } from "react";
import { useTranslation } from "react-i18next";
import { formatPoints } from "~/i18n/format";
import type { Language } from "~/i18n/languages";
import { faulty } from "~/ui/focus";
import { refusalText } from "~/ui/refusal-text";
import { ItemPicture } from "../items/item-picture";
import type { ShownItem } from "../items/items.server";
import { useStockEvents } from "../use-store-events";
import { checkOffer, MAX_ANSWER_LENGTH, type RedeemAnswer, type Refusal } from "./redeem";
import { useHeldItem, useIsAnswerCurrent, useIsAnswerLost } from "./use-held-item";

interface Props {
	/** The item as it was last loaded. */
	item: ShownItem;
	/** Why the viewer cannot redeem it, apart from points and stock. */
	refusal: Refusal | undefined;
	points: number;
	/** The viewer's user id. */
	buyer: string;
	idempotencyKey: string;
	language: Language;
	answer: RedeemAnswer | undefined;
	busy: boolean;
	/** The query string of the list under the dialog. */
	query: string;
}

/**
 * The confirmation: item, points before and after, the item's question. Use a `key` per item: it keeps the first
 * idempotency key, and the item's values until the buyer accepts an edit.
 */
export function RedeemConfirm({
	refusal,
	points,
	buyer,
	idempotencyKey,
	language,
	answer,
	busy,
	query,
	...rest
}: Props) {
	const { t } = useTranslation();
	const name = useRef<HTMLHeadingElement>(null);
	const now = useStockEvents(rest.item);
	const { item, change, seen, showCurrent } = useHeldItem(now);
	const { id, revision, price, stock } = item;
	// Keeps the first key: if the answer to it was lost, sending it again redeems nothing more.
	const [formKey] = useState(idempotencyKey);
	const after = points - price;
	const isCurrent = useIsAnswerCurrent(answer, revision, points, now.stock);
	const answerText = answer && !answer.ok && isCurrent ? textOf(answer, t) : undefined;
	const isLost = useIsAnswerLost(answer);
	// A confirmation without an answer may have succeeded, so its points and stock are not checked.
	const obstacle = busy || isLost ? undefined : (checkOffer(points, now) ?? refusal);
	const reason =
		answerText ??
		(change && changeText(change, t)) ??
		(obstacle && t(`errors.${obstacle.code}`, obstacle.values ?? {})) ??
		(seen && changeText(seen, t));
	const waits = busy || change !== undefined || obstacle !== undefined;
	// Prevents submission instead of disabling the button, which would lose the keyboard focus.
	const once = (event: FormEvent) => {
		if (waits) event.preventDefault();
	};
	return (
		<Form
			method="post"
			action={`/store/${id}/redeem${query}`}
			onSubmit={once}
			className="grid gap-5"
			preventScrollReset
		>
			<input type="hidden" name="idempotencyKey" value={formKey} />
			<input type="hidden" name="buyer" value={buyer} />
			<input type="hidden" name="revision" value={revision} />
			<input type="hidden" name="price" value={price} />
			<input type="hidden" name="stock" value={stock} />
			<div className="grid grid-cols-[5.5rem_minmax(0,1fr)] items-start gap-4 sm:grid-cols-[14rem_1fr]">
				<ItemPicture image={item.image} eager className="w-full rounded-2xl max-sm:aspect-square" />
				<div className="grid min-w-0 gap-1.5">
					<h3 ref={name} tabIndex={-1} className="text-xl font-bold break-words outline-none">
						{item.name}
					</h3>
					<p className="text-muted break-words whitespace-pre-line">{item.description}</p>
					<p className="font-semibold text-muted tabular-nums">
						{t("store.stock", { stock: formatPoints(stock, language) })}
					</p>
				</div>
			</div>
			{item.question !== null ? (
				<div className="grid gap-1.5">
					<label htmlFor="redeem-answer" className="font-semibold break-words">
						{item.question} <span className="font-normal text-muted">({t("store.required")})</span>
					</label>
					<textarea
						id="redeem-answer"
						name="answer"
						aria-required="true"
						rows={2}
						maxLength={MAX_ANSWER_LENGTH}
						defaultValue={typeof answer?.typed?.answer === "string" ? answer.typed.answer : ""}
						aria-describedby="redeem-message"
						{...faulty(answer?.code === "answerMissing" || answer?.fieldErrors?.answer)}
						className="field py-2"
					/>
				</div>
			) : null}
			<dl className="grid gap-2 rounded-2xl bg-raised p-4 tabular-nums">
				<Line label={t("store.currentPoints")} value={formatPoints(points, language)} testId="points-now" />
				<Line label={t("store.priceLabel")} value={`−${formatPoints(price, language)}`} testId="price" />
				<div className="border-t border-line" />
				<Line
					label={t("store.pointsAfter")}
					value={after < 0 ? "—" : formatPoints(after, language)}
					testId="points-after"
					strong
				/>
			</dl>
			<div className="sticky bottom-0 -mx-5 -mb-5 flex flex-wrap justify-end gap-3 border-t border-line bg-surface px-5 py-3">
				<p id="redeem-message" role="alert" className="field-error basis-full text-base empty:hidden">
					{reason}
				</p>
				{change ? (
					// Not in the place of the confirm button, so that a double click does not confirm.
					<button
						type="button"
						className="button mr-auto max-sm:basis-full"
						onClick={() => {
							showCurrent();
							name.current?.focus();
						}}
					>
						{t("store.showChanged")}
					</button>
				) : null}
				<Link to={`/store${query}`} preventScrollReset className="button grow sm:grow-0">
					{t("store.cancel")}
				</Link>
				<button
					type="submit"
					disabled={obstacle !== undefined}
					aria-disabled={busy || change !== undefined || undefined}
					className="button button-primary grow sm:grow-0 sm:px-8"
				>
					{t(busy ? "store.confirming" : "store.confirm")}
				</button>
			</div>
		</Form>
	);
}

type Translate = ReturnType<typeof useTranslation>["t"];

const changeText = ({ code, values }: Refusal, t: Translate): string =>
	t(code === "itemChanged" ? "store.changed" : "store.edited", values ?? {});

function textOf(answer: RedeemAnswer, t: Translate): string {
	const [first] = Object.values(answer.fieldErrors ?? {});
	return first ?? refusalText(answer, t);
}

function Line({
	label,
	value,
	testId,
	strong,
}: {
	label: string;
	value: string;
	testId: string;
	strong?: boolean;
}) {
	return (
		<div className={`flex flex-wrap justify-between gap-x-4 ${strong ? "text-lg font-bold" : ""}`}>
			<dt className={strong ? "" : "text-muted"}>{label}</dt>
			<dd data-testid={testId}>{value}</dd>
		</div>
	);
}
