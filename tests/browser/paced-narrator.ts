import type { HouseMember } from "../../src/kernel/models/index.ts";
import { houseCast } from "../../src/playtest/index.ts";

/** A narrator of the house, who says nothing until a test lets it: a session that is played no faster than it is looked at. */
export function pacedNarrator(like = "plain"): {
  actor: HouseMember;
  /** So many turns more. */ speak(turns: number): void;
  /** The waiting calls were stopped. */ forget(): void;
} {
  const voice = houseCast.find(({ name }) => name === like)!;
  let allowed = 0;
  let waiting: Array<() => void> = [];
  const letThrough = () => {
    while (allowed > 0 && waiting.length > 0) {
      allowed--;
      waiting.shift()!();
    }
  };
  return {
    actor: {
      name: "paced",
      does: "Waits until it is let.",
      async reply(request) {
        if (request.role === "narrator") {
          await new Promise<void>((resolve) => {
            waiting.push(resolve);
            letThrough();
          });
        }
        return voice.reply(request);
      },
    },
    speak(turns) {
      allowed += turns;
      letThrough();
    },
    forget() {
      [allowed, waiting] = [0, []];
    },
  };
}
