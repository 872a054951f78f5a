import type { HousePulse } from "../house-guide.ts";
import { tangents } from "./phrases/index.ts";
import { findings } from "./findings.ts";
import type { Scene } from "./scene.ts";

/** Takes up an aside in its own words; empty where there was none. */
export function weave({ relay: { aside }, say }: Scene): string {
  if (!aside) return "";
  const slots = { aside: aside.phrase, name: aside.by };
  return aside.by === undefined
    ? say(tangents.weavesUnnamed, "weave", slots)
    : say(tangents.weaves, "weave", slots);
}

/** The way back from an aside: something is there to be seen, or happens. Nobody says that they return. */
export function worldMoves(scene: Scene, pulse: HousePulse): string {
  const [found] = findings(scene, pulse);
  return found === undefined
    ? scene.say(tangents.events, "event")
    : [scene.say(tangents.notices, "notice"), found.text].filter((part) => part !== "").join(" ");
}
