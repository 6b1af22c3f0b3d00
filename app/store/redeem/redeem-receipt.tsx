import { Link } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "~/ui/copy-button";
import { ItemPicture } from "../items/item-picture";

interface Receipt {
	orderId: string;
	name: string;
	/** Points that were paid. */
	points: number;
	code: string | null;
	image: string;
}

/** The result of a redeem, with its code. */
export function RedeemReceipt({
	receipt,
	query,
}: {
	receipt: Receipt;
	/** The query string of the list under the dialog. */
	query: string;
}) {
	const { t } = useTranslation();
	const { name, code } = receipt;
	const values = { name, count: receipt.points };
	return (
		<div className="grid justify-items-center gap-5 text-center" data-testid="receipt">
			<ItemPicture
				image={receipt.image}
				eager
				className="redeemed-burst w-64 max-w-full rounded-3xl shadow-lg"
			/>
			<p className="max-w-prose text-lg break-words">
				{t(code === null ? "store.redeemedText" : "store.redeemedCodeText", values)}
			</p>
			{code === null ? null : <Code code={code} />}
			<div className="flex flex-wrap justify-center gap-3">
				<Link to="/points/orders" className="button">
					{t("store.toOrders")}
				</Link>
				<Link to={`/store${query}`} preventScrollReset className="button button-primary">
					{t("store.backToStore")}
				</Link>
			</div>
		</div>
	);
}

function Code({ code }: { code: string }) {
	const { t } = useTranslation();
	return (
		<div className="grid w-full justify-items-center gap-2">
			<div className="flex max-w-full flex-wrap items-center justify-center gap-3 rounded-2xl border-2 border-dashed border-accent-text bg-raised px-4 py-3">
				<output className="font-mono text-xl font-bold break-all select-all" data-testid="code">
					{code}
				</output>
				<CopyButton text={code} label={t("store.copy")} copiedLabel={t("store.copied")} />
			</div>
			<p className="text-sm text-muted">{t("store.codeKept")}</p>
		</div>
	);
}
