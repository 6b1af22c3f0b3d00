export const pictures = {
	image: "Image URL or Filename",
	imageHint: "A URL that starts with http, or the name of a file in the site's picture folder.",
	upload: "Or upload a picture",
	uploadHint: "JPEG, PNG, WebP, AVIF or GIF, up to 5 MB. It replaces the URL above.",
	current: "Current picture",
	choose: "Choose a picture",
	noFile: "No picture chosen",
} as const;
