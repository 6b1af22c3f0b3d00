import type { Messages } from "../../messages";

export const checklist: Messages["checklist"] = {
	title: "Prepara o teu site",
	intro: "O que falta preparar. Só os administradores veem esta lista, e podes escondê-la de vez.",
	progress: "{{done}} de {{all}} feitos",
	done: "feito",
	open: "por fazer",
	dismiss: "Esconder a lista",
	draws: {
		label:
			"Retorno médio por alvo. Tabela clássica: 100% ou mais até {{until}}, o máximo a {{target}} com {{best}}, e depois cai até quase nada a 10x. Retorno uniforme: {{even}} em todos.",
		table: "Tabela clássica",
		even: "Retorno uniforme",
	},
	steps: {
		draw: {
			label: "Escolher o retorno do Crash a solo",
			hint: "A tabela clássica devolve 100% ou mais em qualquer alvo até {{until}} (até {{best}} a {{target}}), por isso os espectadores ganham pontos só por jogar; o retorno uniforme devolve {{even}} em qualquer alvo.",
		},
		profile: { label: "Nome e imagem", hint: "Como o site apresenta o teu canal." },
		names: {
			label: "Nomes dos jogos",
			hint: "Agora são “{{plinko}}” e “{{crash}}”. Mudam-se em “Nomes e textos legais”.",
		},
		links: { label: "Redes sociais", hint: "Onde mais te encontram os espectadores." },
		stream: {
			label: "Ligar o canal",
			hint: "Para o site saber, pela Twitch ou pela Kick, o que fazem os espectadores.",
		},
		earning: { label: "Formas de ganhar pontos", hint: "Um bónus diário, e pontos por estar no direto." },
		item: { label: "Primeiro item da loja", hint: "Algo para juntar pontos." },
		bot: {
			label: "Bot de resgates",
			hint: "O teu bot, ou um canal do Discord, fica a saber de cada resgate.",
		},
		backups: { label: "Cópias de segurança", hint: "Uma cópia de todos os pontos e imagens, todos os dias." },
		liveCrash: { label: "Iniciar o {{liveCrashShort}}", hint: "O jogo em que todos jogam juntos." },
		overlay: { label: "Overlay no OBS", hint: "Um só endereço mostra alertas, o hunt e os jogos no direto." },
	},
};
