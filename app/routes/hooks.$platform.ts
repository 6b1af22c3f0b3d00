/** The webhooks of Twitch and Kick receive POST requests only, which `receiveWebhooks` answers before Remix. */
export const loader = () => new Response(null, { status: 405, headers: { Allow: "POST" } });
