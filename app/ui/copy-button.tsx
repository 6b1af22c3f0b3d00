import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

const COPIED_MS = 2500;

interface Props {
	text: string;
	label: string;
	copiedLabel: string;
	className?: string;
}

/** Copies a text that stands beside it and can be selected too; it is not there where it could not. */
export function CopyButton({ text, label, copiedLabel, className = "" }: Props) {
	const [copied, setCopied] = useState(false);
	const [cannot, setCannot] = useState(false);
	useEffect(() => {
		// Browsers have a clipboard for pages at https and at localhost.
		setCannot(navigator.clipboard === undefined);
		if (!copied) return;
		const timer = setTimeout(() => setCopied(false), COPIED_MS);
		return () => clearTimeout(timer);
	}, [copied]);
	if (cannot) return null;
	const copy = () =>
		navigator.clipboard.writeText(text).then(
			() => setCopied(true),
			() => setCannot(true),
		);
	return (
		<button type="button" onClick={copy} className={`needs-scripts button ${className}`}>
			{copied ? (
				<Check aria-hidden="true" className="size-4 text-good" />
			) : (
				<Copy aria-hidden="true" className="size-4" />
			)}
			<span aria-live="polite">{copied ? copiedLabel : label}</span>
		</button>
	);
}
