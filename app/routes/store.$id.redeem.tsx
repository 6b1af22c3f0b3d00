import { type LoaderFunctionArgs, redirect } from "@remix-run/node";
import { Link, useActionData, useLoaderData, useLocation, useNavigation } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { isVisit } from "~/analytics/page-views";
import { DomainError } from "~/forms/domain-error";
import { languageOf } from "~/i18n/i18next.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { keptListQuery } from "~/store/items/item-list";
import { redeemSchema } from "~/store/redeem/redeem.schema";
import { redeem } from "~/store/redeem/redeem.server";
import { RedeemConfirm } from "~/store/redeem/redeem-dialog";
import { RedeemReceipt } from "~/store/redeem/redeem-receipt";
import { readOffer, readReceipt } from "~/store/store.server";
import { Dialog } from "~/ui/dialog/dialog";
import { useDisplayedBalance } from "~/ui/displayed-balance";
import type { Handle } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle: Handle = { title: (t) => t("store.confirmTitle") };

/**
 * The item to redeem, or with the parameter `order` the receipt. A visitor is redirected to the sign-in. Counts a view
 * of the item once per visit.
 */
export async function loader({ request, params: { id = "" } }: LoaderFunctionArgs) {
	const [language, viewer] = await Promise.all([languageOf(request), findViewer(request)]);
	const { pathname, search, searchParams } = new URL(request.url);
	const address = pathname + keptListQuery(search);
	if (!viewer) throw redirect(`/login?returnTo=${encodeURIComponent(address)}`);
	const orderId = searchParams.get("order");
	const receipt = orderId ? await readReceipt(site, viewer, { itemId: id, orderId, language }) : undefined;
	if (orderId && !receipt) throw redirect(address);
	const { item, label, refusal } = await readOffer(site, viewer, id, language);
	if (item && isVisit(request)) site.count("view", label, { itemId: id });
	return { language, id, buyer: viewer.id, idempotencyKey: crypto.randomUUID(), item, refusal, receipt };
}

/** Redeems the item and redirects to the receipt. */
export const action = createAction({
	role: "viewer",
	limit: { points: 30, seconds: 10 },
	schema: redeemSchema,
	async run({ input: { buyer, ...input }, viewer, request, params: { id = "" } }) {
		// The viewer may have signed in as another user in another tab since the page was shown.
		if ((buyer ?? viewer.id) !== viewer.id) throw new DomainError("accountChanged");
		const { orderId } = await redeem(site, viewer.id, { ...input, itemId: id });
		const list = keptListQuery(new URL(request.url).search).replace("?", "&");
		return redirect(`/store/${id}/redeem?order=${orderId}${list}`);
	},
});

export default function Redeem() {
	const { t } = useTranslation();
	const { language, id, buyer, idempotencyKey, item, refusal, receipt } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	const { points = 0 } = useDisplayedBalance();
	const query = keptListQuery(useLocation().search);
	const busy = useNavigation().formAction === `/store/${id}/redeem${query}`;
	return (
		<Dialog
			// A new element, which takes the focus and is announced.
			key={receipt?.orderId ?? "confirm"}
			title={t(receipt ? "store.redeemedTitle" : "store.confirmTitle")}
			closeTo={`/store${query}`}
			closeLabel={t("store.close")}
			openerId={`redeem-${id}`}
		>
			{receipt ? (
				<RedeemReceipt receipt={receipt} query={query} />
			) : item ? (
				<RedeemConfirm
					key={id}
					item={item}
					refusal={refusal}
					points={points}
					buyer={buyer}
					idempotencyKey={idempotencyKey}
					language={language}
					answer={answer}
					busy={busy}
					query={query}
				/>
			) : (
				<div className="grid justify-items-start gap-4">
					<p role="alert" className="field-error text-base">
						{(answer && "message" in answer ? answer.message : undefined) ??
							t(`errors.${refusal?.code ?? "redeemInvalid"}`)}
					</p>
					<Link to={`/store${query}`} preventScrollReset className="button">
						{t("store.backToStore")}
					</Link>
				</div>
			)}
		</Dialog>
	);
}
