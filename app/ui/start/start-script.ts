import { REQUIRED } from "./oldest-browsers";

declare global {
	interface Window {
		pageStart?: PageStart;
	}
}

/** A change of the document: of the children of a node, or of its text. */
export type Change = Pick<MutationRecord, "target" | "nextSibling" | "oldValue"> &
	Record<"addedNodes" | "removedNodes", Iterable<Node>>;

interface PageStart {
	/** The page stays as the server has sent it: the browser is too old, or a module of the page cannot be loaded. */
	isPlain: boolean;
	/** Ends the recording, and returns the changes of the document that its parser did not make. */
	takeChanges(): Change[];
}

const hasAll = REQUIRED.map(([type, name]) => `self.${type}&&"${name}"in ${type}.prototype`).join("&&");

/** Opens and closes popovers in browsers that have none: Chromium before 114, Safari before 17. */
const POPOVERS = `if(!("popover"in HTMLElement.prototype))d.addEventListener("click",function(e){
var b=e.target.closest("[popovertarget]"),id=b&&b.getAttribute("popovertarget");
[].forEach.call(d.querySelectorAll("[popover]"),function(p){var c=p.classList,n="popover-open";
if(p.id==id)c[c.contains(n)?"remove":"add"](n);else if(!p.contains(e.target)||e.target.closest("a"))c.remove(n)})});`;

/**
 * The first node of the head, a script that every browser can read. If the browser is too old or a module of the page
 * cannot be loaded, it shows the page as without scripts. It records what others, such as extensions, change in the
 * document before React takes it over: the nodes that are already there, then those that are put before others, because
 * the parser only appends, and after the parser's end every change.
 */
export const START_SCRIPT = `(function(d){
var parsing=true,changes=[];
[d.documentElement,d.head].forEach(function(p){[].forEach.call(p.childNodes,function(n){
if(n!=d.head&&n!=d.currentScript)changes.push({target:p,addedNodes:[n],removedNodes:[],nextSibling:null,oldValue:null})})});
function keep(list){list.forEach(function(c){if(!parsing||c.nextSibling)changes.push(c)})}
var o=new MutationObserver(keep);
o.observe(d,{childList:true,characterData:true,characterDataOldValue:true,subtree:true});
var s=window.pageStart={isPlain:!(${hasAll}),takeChanges:function(){keep(o.takeRecords());o.disconnect();return changes}};
function stay(){s.isPlain=true;if(!self.CSSLayerBlockRule)d.documentElement.className+=" no-layers";if(!parsing)[].forEach.call(d.querySelectorAll("noscript"),function(n){n.outerHTML=n.textContent})}
d.addEventListener("readystatechange",function(){if(!parsing)return;keep(o.takeRecords());parsing=false;if(s.isPlain)stay()});
d.addEventListener("error",function(e){if(e.target.type=="module"&&!e.target.src)stay()},true);
${POPOVERS}
})(document)`.replaceAll("\n", "");
