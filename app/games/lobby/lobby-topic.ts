export const LOBBY_TOPIC = "lobby";
