import encodeQR from "qr";

/** The QR code of a text as an SVG path, on a grid of `size` by `size` that includes the quiet zone. */
export function qrPath(text: string): { size: number; path: string } {
	const rows = encodeQR(text, "raw");
	const squares = rows.flatMap((row, y) =>
		row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])),
	);
	return { size: rows.length, path: squares.join("") };
}
