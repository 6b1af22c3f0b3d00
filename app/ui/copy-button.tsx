import { Check, Copy } from "lucide-react";
import { useEffect, useState } from "react";

const COPIED_MS = 2500;

interface Props {
	text: string;
	label: string;
	copiedLabel: string;
	className?: string;
}

/**
 * A button that copies `text` to the clipboard and shows `copiedLabel` for 2.5 s. Not rendered where the clipboard is
 * unavailable, so the text must be selectable on the page too.
 */
export function CopyButton({ text, label, copiedLabel, className = "" }: Props) {
	const [copied, setCopied] = useState(false);
	const [cannot, setCannot] = useState(false);
	useEffect(() => {
		// Browsers provide the clipboard on https and localhost only.
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
