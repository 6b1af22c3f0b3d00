/** The script of the page of overlays. It runs for hours in a browser that may stop its timers while its scene is not shown. */
import type { TFunction } from "i18next";
import { timeText } from "~/earning/codes/claim-code";
import { formatPoints } from "~/i18n/format";
import type { AlertQueue, QueuedAlert } from "../alerts";
import { EVENTS, isRendered, type PageOptions, type RenderedScenes, type Scene, SHARED_MS } from "../scenes";
import { createAlerts } from "./alerts";
import { chime } from "./chime";
import { createCrash } from "./crash";
import { morph } from "./morph";
import { createTurns, fits } from "./turns";

/** ms between two looks at the clock, the alerts and the stream. */
const STEP_MS = 250;
/** The scenes are loaded this often, and soon after an event. */
const LOAD_MS = 3000;
const LOAD_TIMEOUT_MS = 8000;
const RETRY_MS = 2500;
/** The site sends a heartbeat every 20 s. A request for the stream that is not answered is sent again. */
const SILENT_MS = { open: 45_000, connecting: 8000 };
/** Letters from which on the title of an alert has smaller ones. */
const LONG_TITLE = 50;
/** From this many seconds on, a clock asks to hurry. */
const LAST_SECONDS = 10;
/** Scenes on which viewers can act, for a short time. */
const URGENT: readonly string[] = ["code", "raffle", "prediction", "crash"];
/** Minimum ms between two loads of a new version of the page. */
const RELOAD_MS = 60_000;

const main = document.querySelector("main") as HTMLElement;
const options = JSON.parse(main.dataset.options ?? "") as PageOptions;
const { scenes, language, texts } = options;
const path = location.pathname.replace(/\/$/, "");
const sectionOf = (scene: Scene) => main.querySelector<HTMLElement>(`[data-scene=${scene}]`) as HTMLElement;
const hasRendered = scenes.some(isRendered);

/** On the root, whose font is the unit of all sizes: the source stays readable when it is shown in 480 lines. */
document.documentElement.style.fontSize = `calc(${options.scale} * max(16px, min(1.7vw, 3vh)))`;

const t = ((key: string, values: Record<string, unknown> = {}) =>
	(texts[key] ?? key).replace(/\{\{(\w+)\}\}/g, (_, name: string) =>
		String(values[name] ?? ""),
	)) as TFunction;

/** The time of the site minus that of this page, in ms. Without the system's clock, which may jump. */
let ahead = Date.now() - performance.now();
const now = () => performance.now() + ahead;

const alerts = createAlerts({
	now,
	async acknowledge(id) {
		const body = new URLSearchParams({ id: String(id) });
		const signal = AbortSignal.timeout(LOAD_TIMEOUT_MS);
		const answer = await fetch(`${path}/alerts`, { method: "POST", body, signal });
		if (!answer.ok) throw new Error(String(answer.status));
		return take(await answer.json());
	},
	show: showAlert,
});
let hasSound = false;

function take(queue: AlertQueue): AlertQueue {
	ahead = queue.now - performance.now();
	hasSound = queue.sound;
	return queue;
}

function showAlert(alert: QueuedAlert | undefined, isNew: boolean) {
	const section = sectionOf("alerts");
	section.hidden = !alert;
	if (!alert) return section.replaceChildren();
	const card = document.createElement("div");
	card.className = alert.title[language].length > LONG_TITLE ? "alert long" : "alert";
	card.dataset.key = String(alert.id);
	const kind = alert.type.split(".", 1)[0];
	const icon = document.querySelector(`[data-icon=${kind}]`) ?? document.querySelector("[data-icon=other]");
	const text = document.createElement("p");
	text.textContent = alert.title[language];
	if (alert.more > 0) {
		const more = document.createElement("small");
		more.textContent = t("overlayScenes.more", { shown: formatPoints(alert.more, language) });
		text.append(" ", more);
	}
	card.append(...(icon ? [icon.cloneNode(true)] : []), text, document.createElement("i"));
	const before = section.firstElementChild as HTMLElement | null;
	if (before?.dataset.key === card.dataset.key) return before.replaceChildren(...card.childNodes);
	// A style that a script sets is not subject to the policy. The card leaves at the end of this time.
	card.style.setProperty("--left", `${(alert.endsAt ?? 0) - now()}ms`);
	section.replaceChildren(card);
	if (isNew && hasSound) chime();
}

const crash = scenes.includes("crash") ? createCrash(sectionOf("crash"), t, language) : undefined;
let isDrawing = false;
function drawFlight() {
	crash?.drawNow();
	isDrawing = crash?.isFlying() ?? false;
	if (isDrawing) requestAnimationFrame(drawFlight);
}

const turns = createTurns();
/** What a panel is about, such as the slot that is opened or the last place that was drawn. */
const newsIn = (section: Element) =>
	[...section.querySelectorAll<HTMLElement>("[data-key]")].map(({ dataset }) => dataset.key).join();

const shown = new Map<string, string>();
function show(html: RenderedScenes["html"]) {
	for (const [scene, text] of Object.entries(html)) {
		if (shown.get(scene) === text) continue;
		shown.set(scene, text);
		const section = sectionOf(scene as Scene);
		const wasHidden = section.hidden;
		section.hidden = text === "";
		// What goes is seen until it has faded.
		if (section.hidden) continue;
		const next = section.cloneNode() as HTMLElement;
		// The site has rendered and escaped it.
		next.innerHTML = text;
		if (wasHidden || newsIn(section) !== newsIn(next)) turns.announce(scene);
		morph(section, next);
	}
	showClocks();
	arrange();
}

/** Nothing remains of an overlay whose address is no longer valid. */
function clear() {
	shown.clear();
	for (const section of main.querySelectorAll<HTMLElement>("[data-scene]")) section.hidden = true;
}

/** What the source has no room for is smaller, and then shown in turns. */
function arrange() {
	const panels = [...main.querySelectorAll<HTMLElement>(".panel")].filter(({ hidden }) => !hidden);
	for (const panel of panels) panel.style.removeProperty("zoom");
	main.classList.remove("tight");
	const gap = Number.parseFloat(getComputedStyle(main).rowGap);
	const height = innerHeight - 2 * gap;
	const measured = () =>
		panels.map(({ dataset: { scene = "" }, offsetHeight }) => ({
			...{ id: scene, height: Math.min(offsetHeight, height), isUrgent: URGENT.includes(scene) },
		}));
	const isTight =
		panels.some(({ offsetHeight }) => offsetHeight > height) ||
		!fits(measured(), { columns: 1, height, gap });
	main.classList.toggle("tight", isTight);
	const columns = Math.max(1, Math.floor((innerWidth - gap) / ((panels[0]?.offsetWidth ?? 0) + gap)));
	const chosen = turns.choose(measured(), { columns, height, gap }, performance.now());
	for (const panel of panels) {
		const place = chosen.indexOf(panel.dataset.scene ?? "");
		panel.classList.toggle("cut", place < 0);
		panel.style.order = String(place);
		if (panel.offsetHeight > height) panel.style.setProperty("zoom", String(height / panel.offsetHeight));
	}
}

function showClocks() {
	for (const clock of main.querySelectorAll<HTMLElement>("[data-ends]")) {
		const seconds = Math.max(0, Math.ceil((Number(clock.dataset.ends) - now()) / 1000));
		const text = timeText(seconds);
		if (clock.textContent !== text) clock.textContent = text;
		clock.classList.toggle("bad", seconds <= LAST_SECONDS);
	}
}

let loadAt = 0;
let isLoading = false;
async function load() {
	if (isLoading) return;
	isLoading = true;
	const isAlone = source?.readyState !== EventSource.OPEN;
	loadAt = performance.now() + (hasRendered || isAlone ? LOAD_MS : RELOAD_MS);
	try {
		const signal = AbortSignal.timeout(LOAD_TIMEOUT_MS);
		const answer = await fetch(`${path}/scenes${location.search}`, { signal });
		if (answer.status === 404) clear();
		if (!answer.ok) return;
		const { now: at, version, html } = (await answer.json()) as RenderedScenes;
		ahead = at - performance.now();
		show(html);
		// Such as behind a proxy that stops streams, or beside more sources than the site serves.
		if (isAlone && scenes.includes("alerts"))
			alerts.receive(take(await (await fetch(`${path}/alerts`, { signal })).json()));
		if (version !== options.version && performance.now() > RELOAD_MS) location.reload();
	} catch {
		// The site cannot be reached: what is shown stays, and the next load is due.
	} finally {
		isLoading = false;
	}
}

let source: EventSource | undefined;
let heardAt = 0;

function open() {
	source?.close();
	heardAt = performance.now();
	const opened = new EventSource(`${path}/state${location.search}`);
	source = opened;
	const listen = (event: string, receive: (data: unknown) => void) =>
		opened.addEventListener(event, ({ data }: MessageEvent<string>) => {
			heardAt = performance.now();
			receive(JSON.parse(data));
		});
	opened.onopen = () => {
		heardAt = performance.now();
		loadAt = 0;
		step();
	};
	listen("heartbeat", () => {});
	const soon = () => {
		loadAt = Math.min(loadAt, performance.now() + SHARED_MS + STEP_MS);
	};
	for (const scene of scenes) {
		for (const event of EVENTS[scene]) {
			if (scene === "alerts") listen(event, (data) => alerts.receive(take(data as AlertQueue)));
			else if (scene === "crash") listen(event, (data) => receiveCrash(event, data));
			else listen(event, soon);
		}
	}
}

function receiveCrash(event: string, data: unknown) {
	crash?.receive(event.slice(event.indexOf(".") + 1), data);
	if (!isDrawing) drawFlight();
}

/** Everything that is due now. Called by a timer, and by what still comes while timers stand. */
function step() {
	const silent = performance.now() - heardAt;
	const state = source?.readyState;
	const patience = state ? SILENT_MS.open : SILENT_MS.connecting;
	// A browser does not reconnect after an answer that is no stream, such as that of a proxy or for a renewed token.
	if (silent > (state === EventSource.CLOSED ? RETRY_MS : patience)) {
		open();
		loadAt = 0;
	}
	if (state !== EventSource.OPEN && silent > SILENT_MS.connecting) crash?.receive("phase", null);
	if (performance.now() >= loadAt) void load();
	showClocks();
	if (turns.isOver(performance.now())) arrange();
	alerts.step();
	if (!isDrawing) drawFlight();
}

const isOn = (event: Event) => (event as CustomEvent<{ active?: boolean }>).detail?.active !== false;
addEventListener("obsSourceActiveChanged", (event) => {
	alerts.setActive(isOn(event));
	step();
});
for (const name of ["obsSourceVisibleChanged", "online", "pageshow"]) addEventListener(name, step);
document.addEventListener("visibilitychange", step);
// Measuring takes time, so it follows changes: of a panel, of the source and, in `step`, at the end of a turn.
const sizes = new ResizeObserver(arrange);
for (const panel of main.querySelectorAll(".panel")) sizes.observe(panel);
addEventListener("resize", arrange);
// A picture that does not load leaves no mark.
main.addEventListener("error", ({ target }) => (target as Element).remove(), true);
open();
setInterval(step, STEP_MS);
