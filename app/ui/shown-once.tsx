import { useEffect, useRef } from "react";
import { useTranslation } from "react-i18next";
import { CopyButton } from "./copy-button";

interface Props {
	/** Says what it is. */
	label: string | undefined;
	/** Undefined while there is none. */
	secret: string | undefined;
}

/** A secret that only the answer to its form has. It comes into view, because the form may be far below. */
export function ShownOnce({ label, secret }: Props) {
	const { t } = useTranslation();
	const box = useRef<HTMLDivElement>(null);
	useEffect(() => {
		if (secret) box.current?.scrollIntoView({ block: "center" });
	}, [secret]);
	return (
		<div ref={box} role="status" className="panel grid gap-3 empty:hidden" data-testid="shown-once">
			{secret ? (
				<>
					<p className="font-semibold">{label}</p>
					<code className="field h-auto py-2 [overflow-wrap:anywhere]">{secret}</code>
					<CopyButton
						text={secret}
						label={t("settings.copy")}
						copiedLabel={t("settings.copied")}
						className="justify-self-start"
					/>
				</>
			) : null}
		</div>
	);
}
