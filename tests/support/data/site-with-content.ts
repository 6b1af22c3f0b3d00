/** A site with content on every page, so that every form is present. */
import { openDatabase } from "db/open";
import { startBot } from "../bot-server";
import { serve } from "../http-server";
import { addRow, rowOf } from "../rows-of";
import { openViewers } from "../site/crowd-viewers";
import { signInWithCookies } from "../site/sign-in";
import { type Site, startSite } from "../site/site";
import { openHunts } from "./hunt-rows";
import { openShelf } from "./store-content";
import { addItem, addOrder } from "./store-rows";

const POINTS_ELSEWHERE = 700;
/** Prints the names that were added to the built-in prototypes on SIGUSR2. */
const PROTOTYPE_WATCH = new URL("../browser/prototype-watch.mjs", import.meta.url).href;

/** A points provider with the same points for every name. */
async function startPointsProvider() {
	const { origin, close } = await serve((_, response) => {
		response.setHeader("Content-Type", "application/json").end(JSON.stringify({ points: POINTS_ELSEWHERE }));
	});
	return { url: `${origin}/{username}`, close };
}

export interface SiteWithContent {
	site: Site;
	/** The `Cookie` header of a user. */
	cookies: Record<"visitor" | "viewer" | "admin", string>;
	/** Restores what forms have ended: the hunt, the live game, the store's stock, and ana's points and break. */
	renew(): Promise<void>;
	/** Creates a separate session, which the test may end. */
	signInAgain(role: "viewer" | "admin"): string;
	close(): Promise<void>;
}

/** Example content, orders, posts and both outside services. The viewer is ana. */
export async function startSiteWithContent(env: Record<string, string> = {}): Promise<SiteWithContent> {
	const [provider, bot] = await Promise.all([startPointsProvider(), startBot()]);
	const site = await startSite({
		seed: true,
		env: {
			RATE_LIMIT_SCALE: "100000",
			DICE_OPEN: "true",
			WHEEL_OPEN: "true",
			PREDICTIONS: "true",
			SLOT_REQUESTS: "true",
			POINTS_PROVIDER_URL: provider.url,
			REDEEM_BOT_URL: bot.url,
			REDEEM_BOT_SECRET: "sixteen letters!",
			NODE_OPTIONS: `--import=${PROTOTYPE_WATCH}`,
			...env,
		},
	});
	const cookies = {
		visitor: "age-verified=true; language=en",
		viewer: await signInWithCookies(site, "ana", "en"),
		admin: await signInWithCookies(site, "admin", "en"),
	};
	const db = openDatabase(site.databaseUrl);
	const idOf = async (name: string) => (await rowOf(db, "users", { twitch_username: name })).id;
	const ids = { viewer: await idOf("ana"), admin: await idOf("admin") };
	const mug = await addItem(db, "Mug", { price: 10, stock: 100 });
	for (let count = 0; count < 6; count++) {
		await addOrder(db, ids.viewer, mug, { question: "Size?", answer: "XL", at: new Date() });
	}
	for (const [position, id] of ["first", "second", "third"].entries()) {
		await addRow(db, "instagram_embeds", {
			...{ id, position, updated_at: new Date().toISOString() },
			embed_code: `https://www.instagram.com/p/Cx${id}/`,
		});
	}
	await db.destroy();
	/** An open hunt with guesses. */
	function addHunt() {
		const hunts = openHunts(site);
		hunts.finishAll();
		const hunt = hunts.add();
		for (const name of ["Wolf", "Temple", "Rhino"]) hunts.addSlot(hunt, name);
		hunts.close();
	}
	// Guessing of the example hunt is closed.
	addHunt();
	const post = async (path: string, fields: Record<string, string>, cookie = cookies.admin) => {
		const response = await fetch(site.origin + path, {
			method: "POST",
			headers: { cookie, "sec-fetch-site": "same-origin" },
			body: new URLSearchParams({ idempotencyKey: crypto.randomUUID(), ...fields }),
			redirect: "manual",
		});
		await response.body?.cancel();
	};
	await post(`/user-points/${ids.viewer}/merge`, {
		providerPoints: String(POINTS_ELSEWHERE),
		credit: String(POINTS_ELSEWHERE),
	});
	await post("/user-points/import", { text: "username,points\nana,4000\nnobody,5" });
	await post("/mini-games/plinko", { intent: "play", stake: "10", balls: "1" }, cookies.viewer);
	return {
		site,
		cookies,
		async renew() {
			const shelf = openShelf(site);
			shelf.run("update store_items set status = 'active'; delete from play_limits");
			const points = String(shelf.pointsOf("ana"));
			const { count } = shelf.all("select count(*) as count from hunts where status = 'open'")[0] ?? {};
			shelf.close();
			await post("/user-points", { intent: "set", userId: ids.viewer, shown: points, points: "5000" });
			await post("/mini-games", { intent: "start" });
			if (!count) addHunt();
		},
		signInAgain(role) {
			const viewers = openViewers(site);
			const cookie = viewers.signIn(ids[role]);
			viewers.close();
			return `${cookie}; language=en`;
		},
		close: async () => {
			await site.close();
			await bot.close();
			await provider.close();
		},
	};
}
