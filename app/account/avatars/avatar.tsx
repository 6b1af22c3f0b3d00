interface Props {
	name: string;
	/** The address of the picture on this site, see `avatarAddress`; the initial letter without one. */
	picture: string | null | undefined;
	/** Sets the size; the shape is a circle. */
	className?: string;
}

/** A hue in degrees that is always the same for a name. */
function hueOf(name: string): number {
	let hash = 7;
	for (const letter of name) hash = (hash * 31 + (letter.codePointAt(0) ?? 0)) % 100_003;
	return hash % 360;
}

/**
 * A user's picture or, without one, the initial letter on a colour that is derived from the name. Decorative: the name
 * must be next to it.
 */
export function Avatar({ name, picture, className = "size-9" }: Props) {
	const [initial = "?"] = name.toUpperCase();
	return (
		<span
			aria-hidden="true"
			className={`relative inline-block shrink-0 overflow-hidden rounded-full ${className}`}
		>
			{/* Attributes instead of styles, which the page's policy blocks. Under the picture, for one that does not load. */}
			<svg viewBox="0 0 40 40" className="size-full" aria-hidden="true">
				<rect width="40" height="40" fill={`hsl(${hueOf(name)} 45% 32%)`} />
				<text x="20" y="27" fill="#fff" fontSize="20" fontWeight="700" textAnchor="middle">
					{initial}
				</text>
			</svg>
			{picture ? (
				<img src={picture} alt="" loading="lazy" className="absolute inset-0 size-full object-cover" />
			) : null}
		</span>
	);
}
