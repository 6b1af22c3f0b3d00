export const pictures = {
	title: "Picture",
	image: "Image URL or Filename",
	imageHint: "An address that starts with http, or the name of a file in the site's image folder.",
	upload: "Or upload a picture",
	uploadHint: "JPEG, PNG, WebP, AVIF or GIF of at most 5 MB. It takes the place of the address above.",
	current: "The picture as it is now",
} as const;
