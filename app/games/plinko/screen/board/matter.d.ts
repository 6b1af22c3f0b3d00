/** The modules of matter-js that the board needs. Its main file also has those that draw, read the mouse and build shapes. */
declare module "matter-js/src/body/Composite.js" {
	export { Composite as default } from "matter-js";
}
declare module "matter-js/src/core/Engine.js" {
	export { Engine as default } from "matter-js";
}
declare module "matter-js/src/core/Events.js" {
	export { Events as default } from "matter-js";
}
declare module "matter-js/src/factory/Bodies.js" {
	export { Bodies as default } from "matter-js";
}
