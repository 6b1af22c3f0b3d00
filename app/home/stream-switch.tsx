import { useActionData, useFetcher } from "@remix-run/react";
import type { FormEvent } from "react";
import { useTranslation } from "react-i18next";
import { refusalText } from "~/ui/refusal-text";

interface Answer {
	ok: boolean;
	code?: string;
	message?: string;
}

/** For admins: the button that marks the stream as live or over. */
export function StreamSwitch({ isLive }: { isLive: boolean }) {
	const { t } = useTranslation();
	const fetcher = useFetcher<Answer>({ key: "stream-switch" });
	const isBusy = fetcher.state !== "idle";
	const once = (event: FormEvent) => {
		if (isBusy) event.preventDefault();
	};
	// Without scripts the answer is the action data of the page.
	const posted = useActionData<Answer>();
	const answer = fetcher.data ?? posted;
	const refused = answer?.ok === false ? answer : undefined;
	return (
		<fetcher.Form
			method="post"
			action="/?index"
			onSubmit={once}
			className="flex flex-wrap items-center justify-between gap-3 rounded-2xl bg-raised px-4 py-3"
			data-testid="stream-switch"
		>
			<p className="text-sm text-muted">{t(isLive ? "homePage.stream.isOn" : "homePage.stream.isOff")}</p>
			<button
				type="submit"
				name="intent"
				value={isLive ? "end" : "start"}
				aria-disabled={isBusy || undefined}
				className="button"
			>
				{t(isLive ? "homePage.stream.end" : "homePage.stream.start")}
			</button>
			<p role="alert" className="field-error w-full empty:hidden">
				{refused && refusalText(refused, t)}
			</p>
		</fetcher.Form>
	);
}
