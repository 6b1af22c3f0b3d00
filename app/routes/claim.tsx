import type { LoaderFunctionArgs } from "@remix-run/node";
import { useActionData, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { ClaimForm } from "~/earning/codes/claim-form";
import { claimSchema } from "~/earning/codes/codes.schema";
import { claimCode } from "~/earning/codes/codes.server";
import { createAction, findViewer, site } from "~/site/site.server";
import { PageHeader } from "~/ui/page-header";
import { declarePage } from "~/ui/shell/handle";

export { answerWhenOffline as clientAction, shouldRevalidate } from "~/ui/shell/revalidation";

export const handle = await declarePage({
	title: (t) => t("earning.claim.title"),
	messages: ["earning"],
	canonical: "/claim",
});

/** The field for a code, filled with the code in the address. Public; only viewers can claim. */
export async function loader({ request, params }: LoaderFunctionArgs) {
	const viewer = await findViewer(request);
	return { code: params.code ?? "", isSignedIn: viewer !== undefined };
}

/** Claims a code. */
export const action = createAction({
	role: "viewer",
	limit: { points: 12, seconds: 60, sharedAs: "claim" },
	schema: claimSchema,
	run: ({ input, viewer }) => claimCode(site, viewer, input.code),
});

export default function Claim() {
	const { t } = useTranslation();
	const { code, isSignedIn } = useLoaderData<typeof loader>();
	const answer = useActionData<typeof action>();
	return (
		<div className="grid max-w-xl gap-6">
			<PageHeader title={t("earning.claim.title")} intro={t("earning.claim.text")} />
			<section className="panel grid gap-4" aria-label={t("earning.claim.title")}>
				<ClaimForm code={code} isSignedIn={isSignedIn} answer={answer} />
			</section>
		</div>
	);
}
