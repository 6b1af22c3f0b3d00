/** The logo of a platform. @param path the SVG path of the logo. */
export const PlatformIcon = ({ path, className }: { path: string; className: string }) => (
	<svg viewBox="0 0 24 24" className={className} fill="currentColor" aria-hidden="true">
		<path d={path} />
	</svg>
);
