import type { Messages } from "../../messages";

export const pictures: Messages["pictures"] = {
	image: "Endereço ou nome do ficheiro da imagem",
	imageHint: "Um endereço que comece por http, ou o nome de um ficheiro da pasta de imagens do site.",
	upload: "Ou carrega uma imagem",
	uploadHint: "JPEG, PNG, WebP, AVIF ou GIF, no máximo 5 MB. Substitui o endereço acima.",
	choose: "Escolher imagem",
	noFile: "Nenhuma imagem escolhida",
	current: "A imagem atual",
};
