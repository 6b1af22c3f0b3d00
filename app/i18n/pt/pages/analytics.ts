import type { Messages } from "../../messages";

export const analytics: Messages["analytics"] = {
	title: "Estatísticas",
	intro: "O que aconteceu no site nos últimos {{days}} dias. Contamos vezes, nunca pessoas.",
	dashboardTitle: "Painel externo",
	dashboard: "As estatísticas detalhadas estão num painel de análise externo.",
	openDashboard: "Abrir o painel",
	noDashboard:
		"As estatísticas detalhadas ficam num painel externo. Este site ainda não tem nenhum: quem o aloja pode indicá-lo na definição ANALYTICS_DASHBOARD_URL.",
	ownTitle: "As contagens do site",
	today: "Hoje: {{count, number}}",
	total: "Em {{days}} dias",
	change: {
		up: "Mais {{percent}} do que nos {{days}} dias anteriores ({{before, number}})",
		down: "Menos {{percent}} do que nos {{days}} dias anteriores ({{before, number}})",
		same: "O mesmo que nos {{days}} dias anteriores",
		first: "Nada nos {{days}} dias anteriores",
	},
	chart: "{{event}} por dia, de {{from}} a {{to}}. O máximo num só dia: {{highest, number}}.",
	onDay: "{{day}}: {{count, number}}",
	none: "Ainda não há dados.",
	most: "Mais frequentes",
	subject: "Página ou item",
	count: "Total",
	perDay: "Dia a dia, em tabela",
	day: "Dia",
	events: {
		page_view: "Páginas vistas",
		view: "Itens da loja vistos",
		promotion_view: "Promoções vistas",
		promotion_claim: "Cliques em promoções",
		play_demo: "Demos de slots abertas",
		redeem: "Itens resgatados",
		social_click: "Cliques em redes sociais",
		resource_click: "Cliques em ajuda",
		profile_registered: "Novos espectadores",
	},
};
