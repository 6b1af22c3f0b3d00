import type { LoaderFunctionArgs } from "@remix-run/node";
import { Link, useLoaderData } from "@remix-run/react";
import { useTranslation } from "react-i18next";
import type { Handle } from "~/ui/shell/handle";

const FAULTS = ["cancelled", "expired", "provider", "refused", "busy", "storage"] as const;

export const handle: Handle = { title: (t) => t("account.failedTitle") };

/** The reason of a failed sign-in, from the parameter `reason`; `provider` for an unknown one. */
export function loader({ request }: LoaderFunctionArgs) {
	const reason = new URL(request.url).searchParams.get("reason");
	return { fault: FAULTS.find((fault) => fault === reason) ?? "provider" };
}

export default function SignInFailed() {
	const { t } = useTranslation();
	const { fault } = useLoaderData<typeof loader>();
	return (
		<section className="panel mx-auto grid max-w-xl gap-4 p-6 sm:p-10" data-testid="login-failed">
			<h1 className="text-3xl font-extrabold">{t("account.failedTitle")}</h1>
			<p>{t(`account.failed.${fault}`)}</p>
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
