import type { Messages } from "../../messages";

export const social: Messages["social"] = {
	intro: "Onde mais nos podes encontrar, e as últimas imagens dos bastidores.",
	noLinks: "Ainda não há ligações.",
	editLinks: "Editar ligações",
	linksTitle: "Ligações das redes",
	linksHint: "Endereços completos, que comecem por http. O que deixares em branco não aparece.",
	posts: "No Instagram",
	noPosts: "Ainda não há publicações aqui. Volta em breve.",
	post: "Publicação {{place}} de {{count}}",
	frame: "Publicação {{place}} de {{count}}, mostrada pelo Instagram",
	open: "Abrir no Instagram",
	whatItLoads:
		"Estas publicações vêm do Instagram. Se as mostrares, o teu navegador carrega-as de instagram.com, que fica a saber que estiveste aqui e pode criar os seus próprios cookies. Lembramo-nos da tua escolha até fechares o navegador.",
	show: "Mostrar as publicações",
	hide: "Esconder as publicações",
	add: "Adicionar publicação",
	editPost: "Editar a publicação {{place}}",
	moveUp: "Mover a publicação {{place}} para a frente",
	moveDown: "Mover a publicação {{place}} para trás",
	record: {
		add: "Nova publicação",
		edit: "Editar publicação",
		save: "Guardar",
		failed: "Não foi possível guardar as alterações. Tenta de novo.",
		fields: { embedCode: "Código de incorporação ou endereço da publicação" },
		examples: { embedCode: "Cola aqui o código de incorporação do Instagram…" },
		hints: {
			embedCode:
				"No Instagram: carrega nos três pontos por cima da publicação e depois em Incorporar ou Copiar ligação. Só guardamos o endereço da publicação.",
		},
		removal: {
			remove: "Eliminar",
			title: "Eliminar publicação",
			question: "Tens a certeza de que queres eliminar esta publicação?",
			text: "Deixa de aparecer nesta página. No Instagram fica como está.",
		},
		done: {
			add: "A publicação está na página.",
			edit: "A publicação está na página.",
			remove: "Publicação eliminada.",
		},
		log: { add: "Publicação adicionada", edit: "Publicação editada", delete: "Publicação eliminada" },
	},
};
