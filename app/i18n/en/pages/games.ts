/** Texts that all games share. */
export const games = {
	sound: "Sound",
	soundIsOn: "Sound: on",
	soundIsOff: "Sound: off",
	volume: "Volume",
	quickStakes: "Change the bet",
	quick: { max: "Max", repeat: "Repeat" },
	quickStake: "bet {{points, number}}",
	onBreak: "You're on a break from the games until {{when}}.",
	atLimit: "You've reached your daily limit. You can play again from {{when}}.",
} as const;
