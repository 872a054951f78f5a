export type { Archetype } from "./archetype.ts";
export { archetypes } from "./archetypes.ts";
export {
  asksByName,
  drawCrossTalk,
  drawRelay,
  drawSharing,
  drawTurn,
  moods,
  type Throw,
  type TurnDraw,
} from "./draw-turn.ts";
