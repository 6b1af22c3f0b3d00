import type { WrittenPage } from "./compose.server";
import type { Facts } from "./facts.server";

/** The terms of use in Portuguese. `compose` fills in its placeholders, such as `{name}`. */
export const termsPt = (facts: Facts): WrittenPage => ({
	title: "Termos de utilização",
	intro:
		"Estas são as regras de {name}, o site da comunidade de um canal de streaming. Ao usares o site, aceita-las. Foram escritas para serem lidas: se algo não for claro, pergunta.",
	sections: [
		{
			id: "site",
			title: "O que é este site",
			blocks: [
				"{name} mostra as novidades, as promoções, os bonus hunts e as demos de slots do canal, e permite aos espectadores juntar pontos, jogar minijogos com eles e trocá-los na loja. O site é gerido pelo streamer do canal; “nós” somos o streamer e os administradores do canal.",
				"Este site não é um casino. Não recebe depósitos nem paga dinheiro. Nada do que podes fazer com pontos é jogo a dinheiro.",
			],
		},
		{
			id: "age",
			title: "Só para adultos",
			blocks: [
				"Tens de ter 18 anos ou mais. O site fala de jogos de fortuna ou azar e tem ligações para eles; por isso te pergunta a idade antes de abrir. Os textos que estás a ler e a [página de ajuda](/help) estão abertos a todos.",
			],
		},
		{
			id: "account",
			title: "A tua conta",
			blocks: [
				[
					"Uma conta por pessoa. Entras com a tua conta de streaming; não há outra palavra-passe.",
					"Os pontos, os pedidos e as rondas pertencem a essa conta. Se lhe mudares o nome, continuam teus.",
					"Não deixes que outros usem a tua conta, nem uses várias para juntar ou ganhar mais.",
					"Qualquer pessoa pode ver o site sem entrar. Nesse caso, os jogos usam pontos de demonstração.",
				],
			],
		},
		{
			id: "points",
			title: "Pontos",
			blocks: [
				[
					"Os pontos não têm valor monetário. Não se compram, não se vendem, não se trocam por dinheiro nem se passam a outra pessoa.",
					"Uma conta nova começa com {startingPoints} pontos. Os restantes vêm dos jogos e do que o canal der.",
					"Os saldos podem ser repostos a zero se a loja ficar sem stock.",
					"Os administradores podem corrigir um saldo. Cada alteração fica no [teu extrato](/points) com o motivo, e podes confirmá-las todas.",
					"Os pontos obtidos por uma falha do site, com várias contas ou com jogo automatizado podem ser retirados.",
				],
				...(facts.pointsProvider
					? [
							"Os administradores podem somar aos pontos deste site os que tens no {pointsProvider}. O que já foi somado não volta a ser somado.",
						]
					: []),
			],
		},
		{
			id: "store",
			title: "Loja",
			blocks: [
				[
					"Os itens resgatados são digitais e não reembolsáveis.",
					"Antes de resgatares, uma janela mostra o item, o preço e quanto te vai sobrar. Se o preço ou o stock tiver mudado entretanto, nada é cobrado e ficas a saber.",
					"Um item pode ter stock limitado, um limite por espectador ou um intervalo mínimo entre resgates. Está tudo indicado no item.",
					"Cada resgate cria um pedido, que um administrador aprova ou cancela. Um pedido cancelado devolve-te todos os pontos.",
					"Os códigos são só teus. Não substituímos um código que foi usado ou passado a outra pessoa.",
				],
			],
		},
		{
			id: "games",
			title: "Minijogos",
			blocks: [
				[
					"É o servidor que sorteia todos os resultados. O que vês no ecrã apenas os mostra.",
					"Os sorteios podem ser confirmados depois: [jogo justo](/fairness) explica como e verifica qualquer ronda tua.",
					"Uma avaria do jogo anula todas as jogadas e todos os pagamentos dessa ronda.",
					"Se o site parar com uma aposta em aberto, o valor apostado é devolvido.",
					"Um levantamento conta a partir do momento em que o teu pedido chegou ao servidor, e não de quando carregaste no botão.",
					"Podes definir um limite diário ou fazer uma pausa quando quiseres: [jogo responsável](/points/care).",
				],
				"Os espectadores podem adivinhar quanto paga um bonus hunt. Podes mudar o teu palpite até os palpites fecharem; ganha o mais próximo e, em caso de empate, o mais antigo. O prémio, se o houver, é pago em pontos.",
				"Onde o canal tiver previsões, os espectadores apostam pontos no que vai acontecer. Os pontos de todas as apostas vão para quem acertou, na proporção das apostas. Se só um lado tiver apostas, se ninguém decidir em 24 h ou se a previsão for cancelada, todas as apostas são devolvidas. As que chegam depois da hora de fecho não contam; os administradores não podem apostar.",
			],
		},
		{
			id: "links",
			title: "Promoções, demos e outros sites",
			blocks: [
				"As promoções são ofertas de outras empresas. Aplicam-se os termos dessas empresas, que decidem quem pode participar e se pagam. 18+ | Aplicam-se termos e condições. As ligações podem ser de afiliado: o canal pode receber uma comissão quando as usas.",
				"As demos de slots aparecem numa moldura que vem de quem as faz. Jogam-se sem dinheiro e não temos influência no seu funcionamento. O mesmo vale para as publicações incorporadas de outras redes.",
				"O que fazes noutro site é entre ti e esse site. Joga só onde a lei o permite, e nunca com dinheiro que te faça falta.",
			],
		},
		{
			id: "conduct",
			title: "Como nos tratamos",
			blocks: [
				[
					"Nada de programas que joguem, cliquem ou deem palpites por ti.",
					"Nada de tentar quebrar, sobrecarregar ou contornar o site. Se encontrares uma falha, diz-nos: {contact}.",
					"Nada de insultos nem de te fazeres passar por outra pessoa em nomes, palpites ou respostas na loja.",
				],
				"Quem não cumprir estas regras pode perder os pontos e os pedidos obtidos assim, e o acesso aos jogos e à loja.",
			],
		},
		{
			id: "liability",
			title: "Disponibilidade e responsabilidade",
			blocks: [
				"O site é gratuito e é oferecido tal como está. Pode mudar, ser interrompido ou encerrar. Como os pontos não têm valor monetário, nada é devido por pontos, itens ou rondas que se percam por isso. Mantêm-se os direitos que a lei te dá e a que não se pode renunciar.",
			],
		},
		{
			id: "content",
			title: "Textos, imagens e nomes",
			blocks: [
				"Os nomes e as imagens de jogos, fabricantes e redes pertencem aos seus donos e servem apenas para identificar aquilo a que se referem. Tudo o resto no site pertence ao canal ou é usado com autorização.",
			],
		},
		{
			id: "law",
			title: "Alterações, lei e contacto",
			blocks: [
				"Podemos alterar estes termos. A data no início diz quando foi a última alteração, e nenhuma alteração tem efeitos retroativos. Aplica-se a lei portuguesa; os consumidores mantêm a proteção do país onde vivem.",
				"Dúvidas: {contact}. O que acontece com os teus dados está em [privacidade](/privacy) e [cookies](/cookies).",
			],
		},
	],
});
