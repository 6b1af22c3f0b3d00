/** The script of the page of overlays. It runs for hours in a browser that may stop its timers while its scene is not shown. */
import type { TFunction } from "i18next";
import { formatPoints } from "~/i18n/format";
import type { AlertQueue, QueuedAlert } from "../alerts";
import { EVENTS, isRendered, type PageOptions, type RenderedScenes, type Scene } from "../scenes";
import { createAlerts } from "./alerts";
import { chime } from "./chime";
import { createCrash } from "./crash";

/** ms between two looks at the clock, the alerts and the stream. */
const STEP_MS = 250;
/** The scenes are loaded this often, and soon after an event. */
const LOAD_MS = 3000;
const LOAD_TIMEOUT_MS = 8000;
const RETRY_MS = 2500;
/** The site sends a heartbeat every 20 s. A request for the stream that is not answered is sent again. */
const SILENT_MS = { open: 45_000, connecting: 8000 };
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
	section.replaceChildren();
	if (!alert) return;
	const kind = alert.type.split(".", 1)[0];
	const icon = document.querySelector(`[data-icon=${kind}]`) ?? document.querySelector("[data-icon=other]");
	const card = document.createElement("div");
	card.className = "alert";
	const text = document.createElement("p");
	text.textContent = alert.title[language];
	if (alert.more > 0) {
		const more = document.createElement("small");
		more.textContent = t("overlayScenes.more", { shown: formatPoints(alert.more, language) });
		text.append(" ", more);
	}
	card.append(...(icon ? [icon.cloneNode(true)] : []), text);
	section.append(card);
	if (isNew && hasSound) chime();
}

const crash = scenes.includes("crash") ? createCrash(sectionOf("crash"), t, language) : undefined;
let isDrawing = false;
function drawFlight() {
	crash?.draw();
	isDrawing = crash?.isFlying() ?? false;
	if (isDrawing) requestAnimationFrame(drawFlight);
}

const shown = new Map<string, string>();
function show(html: RenderedScenes["html"]) {
	for (const [scene, text] of Object.entries(html)) {
		if (shown.get(scene) === text) continue;
		shown.set(scene, text);
		const section = sectionOf(scene as Scene);
		// The site has rendered and escaped it.
		section.innerHTML = text;
		section.hidden = text === "";
	}
	showClocks();
}

/** Nothing remains of an overlay whose address is no longer valid. */
function clear() {
	shown.clear();
	for (const section of main.querySelectorAll<HTMLElement>("[data-scene]")) section.hidden = true;
}

/** Such as `9:05`, `1:02:03`, or `6 d 23 h` from two days on. */
function clockText(seconds: number): string {
	const [days, hours, minutes] = [86_400, 3600, 60].map((unit) => Math.floor(seconds / unit)) as [
		number,
		number,
		number,
	];
	const two = (number: number) => String(number % 60).padStart(2, "0");
	if (days > 1) return `${days} d ${hours % 24} h`;
	return hours > 0 ? `${hours}:${two(minutes)}:${two(seconds)}` : `${minutes}:${two(seconds)}`;
}

/** Hides what the source has no room for, but never its first panel. */
function hideCut() {
	const panels = [...main.querySelectorAll(".panel:not([hidden])")];
	const bottoms = panels.map((panel) => panel.getBoundingClientRect().bottom);
	for (const [index, panel] of panels.entries())
		panel.classList.toggle("cut", index > 0 && (bottoms[index] ?? 0) > innerHeight + 1);
}

function showClocks() {
	for (const clock of main.querySelectorAll<HTMLElement>("[data-ends]")) {
		const seconds = Math.max(0, Math.ceil((Number(clock.dataset.ends) - now()) / 1000));
		const text = clockText(seconds);
		if (clock.textContent !== text) clock.textContent = text;
	}
}

let loadAt = 0;
let isLoading = false;
async function load() {
	if (isLoading) return;
	isLoading = true;
	loadAt = performance.now() + (hasRendered ? LOAD_MS : RELOAD_MS);
	try {
		const signal = AbortSignal.timeout(LOAD_TIMEOUT_MS);
		const answer = await fetch(`${path}/scenes${location.search}`, { signal });
		if (answer.status === 404) clear();
		if (!answer.ok) return;
		const { now: at, version, html } = (await answer.json()) as RenderedScenes;
		ahead = at - performance.now();
		show(html);
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
		loadAt = 0;
		step();
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
	hideCut();
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
// A picture that does not load leaves no mark.
main.addEventListener("error", ({ target }) => (target as Element).remove(), true);
open();
setInterval(step, STEP_MS);
