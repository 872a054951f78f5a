/** An actor's input besides the prompt, as the session passes it. */
import type { ArchetypeId, Phase, RelayNoise, Story } from "../../contract/index.ts";
import type { Known } from "../agents/index.ts";
import type { TurnDraw } from "../archetypes/index.ts";

type AnyStage =
  | {
      kind: "narrator";
      turn: number;
      phase: Phase;
      guide: Story;
      /** The ids of the guide's beats that were told. */
      told: string[];
      players: Array<{ name: string; archetype: ArchetypeId }>;
    }
  | {
      kind: "player";
      seat: number;
      name: string;
      names: string[];
      archetype: ArchetypeId;
      character: string;
      phase: Phase;
      draw: TurnDraw;
      narration: string;
      told: string;
      /** What only they know. */
      knows: Known[];
    }
  | { kind: "cross-talk"; names: string[]; said: Array<{ seat: number }> }
  | {
      kind: "spokesperson";
      noise: RelayNoise;
      dropped?: string;
      intents: Array<{ name: string; wants: string; says: string; offTopic: string }>;
    };

export type Stage<Kind = AnyStage["kind"]> = Extract<AnyStage, { kind: Kind }>;
