/** On which a player's tabs hear of the reminder. */
export const CARE_TOPIC = "care";
