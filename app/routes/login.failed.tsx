import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import { wholeNumberIn } from "~/lib/whole-number";
import { declarePage } from "~/ui/shell/handle";

const FAULTS = ["cancelled", "expired", "provider", "clock", "refused", "storage"] as const;

export const handle = await declarePage({
	title: (t) => t("signIn.failedTitle"),
	messages: ["signIn"],
});

/**
 * The reason of a failed sign-in, from the parameter `reason`; `provider` for an unknown one. For `clock`, the parameter
 * `minutes` is the difference of the clocks.
 */
export function loader({ request }: LoaderFunctionArgs) {
	const { searchParams } = new URL(request.url);
	const reason = searchParams.get("reason");
	return {
		fault: FAULTS.find((fault) => fault === reason) ?? "provider",
		minutes: wholeNumberIn(searchParams.get("minutes") ?? "") ?? 0,
	};
}

export default function SignInFailed() {
	const { t } = useTranslation();
	const { fault, minutes } = useLoaderData<typeof loader>();
	return (
		<section className="panel mx-auto grid max-w-xl gap-4 p-6 sm:p-10" data-testid="login-failed">
			<h1 className="text-3xl font-extrabold">{t("signIn.failedTitle")}</h1>
			<p>{t(`signIn.failed.${fault}`, { minutes })}</p>
			<div className="flex flex-wrap gap-3">
				<Link to="/login" reloadDocument className="button button-primary">
					{t("shell.tryAgain")}
				</Link>
				<Link to="/" className="button">
					{t("shell.toHome")}
				</Link>
			</div>
		</section>
	);
}
