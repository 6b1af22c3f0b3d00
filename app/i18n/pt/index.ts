import type { Messages } from "../messages";
import { base } from "./base";
import { names } from "./names";
import { notices } from "./notices";
import { alerts } from "./pages/alerts";
import { analytics } from "./pages/analytics";
import { announcements } from "./pages/announcements";
import { bracket } from "./pages/bracket";
import { care } from "./pages/care";
import { channel } from "./pages/channel";
import { chat } from "./pages/chat";
import { checklist } from "./pages/checklist";
import { crash } from "./pages/crash";
import { crashFairness } from "./pages/crash-fairness";
import { crashRules } from "./pages/crash-rules";
import { daily } from "./pages/daily";
import { dice } from "./pages/dice";
import { earning } from "./pages/earning";
import { events } from "./pages/events";
import { fairness } from "./pages/fairness";
import { games } from "./pages/games";
import { history } from "./pages/history";
import { homePage } from "./pages/home-page";
import { hunt } from "./pages/hunt";
import { huntManage } from "./pages/hunt-manage";
import { huntResult } from "./pages/hunt-result";
import { instant } from "./pages/instant";
import { legal } from "./pages/legal";
import { lobby } from "./pages/lobby";
import { notifications } from "./pages/notifications";
import { operations } from "./pages/operations";
import { orders } from "./pages/orders";
import { overlayScenes } from "./pages/overlay-scenes";
import { pictures } from "./pages/pictures";
import { players } from "./pages/players";
import { plinko } from "./pages/plinko";
import { points } from "./pages/points";
import { predictions } from "./pages/predictions";
import { promotions } from "./pages/promotions";
import { raffleFairness } from "./pages/raffle-fairness";
import { raffles } from "./pages/raffles";
import { records } from "./pages/records";
import { settingErrors, settings } from "./pages/settings";
import { setup } from "./pages/setup";
import { signIn } from "./pages/sign-in";
import { slots } from "./pages/slots";
import { social } from "./pages/social";
import { standalone } from "./pages/standalone";
import { store } from "./pages/store";
import { stream } from "./pages/stream";
import { team } from "./pages/team";
import { tournaments } from "./pages/tournaments";
import { translations } from "./pages/translations";
import { welcome } from "./pages/welcome";
import { wheel } from "./pages/wheel";
import { refusals } from "./refusals";

export const pt: Messages = {
	...base,
	errors: { ...base.errors, ...refusals, ...settingErrors },
	names,
	notices,
	alerts,
	analytics,
	announcements,
	bracket,
	care,
	channel,
	chat,
	checklist,
	crash,
	crashFairness,
	crashRules,
	daily,
	dice,
	events,
	fairness,
	history,
	games,
	homePage,
	hunt,
	huntManage,
	huntResult,
	instant,
	legal,
	lobby,
	notifications,
	operations,
	orders,
	overlayScenes,
	pictures,
	players,
	plinko,
	points,
	predictions,
	raffleFairness,
	promotions,
	raffles,
	records,
	settings,
	earning,
	setup,
	signIn,
	slots,
	social,
	store,
	standalone,
	stream,
	team,
	tournaments,
	translations,
	welcome,
	wheel,
};
