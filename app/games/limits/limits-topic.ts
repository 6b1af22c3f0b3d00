/** On which a player's tabs hear of the reminder. */
export const LIMITS_TOPIC = "care";
