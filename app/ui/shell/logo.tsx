import { Kept } from "./kept";

/** The emblem: a spotlight over rows of seats. */
export function Logo({ className }: { className?: string }) {
	return (
		<Kept as="svg" by={["logo"]} className={className} viewBox="0 0 48 48" aria-hidden="true">
			{() => <Drawing />}
		</Kept>
	);
}

function Drawing() {
	return (
		<>
			<rect width="48" height="48" rx="14" fill="#1d1503" />
			<path d="M24 5 8 30h32z" fill="#ffc233" />
			<path d="M24 5 16 30h16z" fill="#ffe2a0" />
			<circle cx="24" cy="7" r="4" fill="#fff6df" />
			<g fill="#ffc233">
				<circle cx="11" cy="36" r="3.4" />
				<circle cx="19.700" cy="36" r="3.4" />
				<circle cx="28.300" cy="36" r="3.4" />
				<circle cx="37" cy="36" r="3.4" />
			</g>
			<path d="M5 46c2-4 6-5 10-5h18c4 0 8 1 10 5z" fill="#ffe2a0" />
		</>
	);
}
