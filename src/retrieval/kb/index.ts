export { kbOf, loadKb, type Kb } from "./load-kb.ts";
