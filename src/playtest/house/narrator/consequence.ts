import { isAction } from "../words/index.ts";
import { answerTo } from "./answer-to.ts";
import { leadIns, recaps } from "./phrases/index.ts";
import type { Scene } from "./scene.ts";
import type { Paragraph } from "./telling.ts";
import { wayOf } from "./ways.ts";
import { weave, worldMoves } from "./weave.ts";

/** The way that was chosen: what the group said, or the first where it said nothing that fits. */
export const chosenOption = ({ relay }: Scene): number => relay.decision?.option ?? 0;

/** What the group's last words change: an aside is taken up, a question answered in passing, and the choice has its outcome. */
export function consequence(scene: Scene): Paragraph[] {
  const { guide, story, relay, say } = scene;
  const open = guide.pulses[story.at];
  if (!open) return [];
  const { label, outcome } = open.choice.options[chosenOption(scene)]!;
  const woven = weave(scene);
  const missed = relay.recap
    ? say(recaps.briefly, "briefly", {
        name: relay.recap.by,
        before: guide.pulses[story.at - 1]?.title,
        title: open.title,
      })
    : "";
  const parts = [
    woven,
    missed === "" && woven !== "" ? worldMoves(scene, open) : missed,
    relay.attempt
      ? say(leadIns.attempts, "attempt", {
          name: relay.attempt.by ?? "one of you",
          attempt: relay.attempt.text,
        })
      : "",
    relay.question && woven === "" ? answerTo(scene, open) : "",
    relay.shared?.by === undefined ? "" : say(leadIns.sharing, "sharing", { name: relay.shared.by }),
    leadIn(scene, wayOf(guide, label)),
    outcome,
    relay.decision?.against === undefined
      ? ""
      : say(leadIns.dissent, "dissent", { name: relay.decision.against }),
  ];
  return [{ text: parts.filter((part) => part !== "").join(" ") }];
}

function leadIn({ relay: { decision }, say }: Scene, label: string): string {
  const pools = isAction(label) ? leadIns.doing : leadIns.answering;
  if (!decision) return say(pools.byItself, "lead-in", { label });
  return decision.by === undefined
    ? say(pools.byAll, "lead-in", { label })
    : say(pools.byName, "lead-in", { label, name: decision.by });
}
