import type { HousePulse } from "../house-guide.ts";
import { findings } from "./findings.ts";
import { answers } from "./phrases/index.ts";
import type { Scene } from "./scene.ts";

/** What is found when somebody asks: what was asked for, else something beside it; empty where there is nothing left to find. */
export function answerTo(scene: Scene, open: HousePulse): string {
  const { relay, say } = scene;
  const name = relay.question?.by;
  const [found] = findings(scene, open, relay.question?.text);
  if (!found) return "";
  const named = found.fit > 0 ? answers.leads : answers.sidelong;
  const unnamed = found.fit > 0 ? answers.leadsUnnamed : answers.sidelongUnnamed;
  return [name === undefined ? say(unnamed, "lead") : say(named, "lead", { name }), found.text]
    .filter((part) => part !== "")
    .join(" ");
}
