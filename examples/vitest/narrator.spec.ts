/**
 * Sessions and banks as tests. Everything here runs offline, without a key: `npm pack` in the clone, then here, with
 * Node 22.18 or newer, `npm install && npm test`.
 */
import { bank, playtest } from "rehearse-llm/vitest";
import { expect } from "vitest";

// A session of real models, recorded with `rehearse play --record DIR`: the same answers in every CI run.
playtest(
  "a recorded session",
  { recording: "node_modules/rehearse-llm/recordings/long-quiet" },
  (session) => {
    expect(session).toComplete();
    expect(session).toHaveNoFindings("leak");
    expect(session).toScoreAtLeast("overall", 60);
    expect(session.turns.length).toBeLessThan(20);
  },
);

// The scripted house cast: it shows that a story can be told to its end, and nothing about a prompt.
playtest(
  "the house cast tells the story to its end",
  { story: "node_modules/rehearse-llm/examples/starter/stories/my-story.md", narrator: "house", seed: 7 },
  (session) => {
    expect(session).toComplete();
    expect(session).toHaveNoFindings("leak");
    expect(session).toScoreAtMost("loops", 0);
  },
);

// Every test of the banks becomes a test here. Name your own system as the target: an address or a module.
bank(
  "retrieval",
  { target: "offline", kb: "shipped", testBanks: "shipped", banks: ["state", "always"] },
  (result) => {
    expect(result).toPassBank();
    expect(result).toScoreAtLeast("always", 100);
  },
);
