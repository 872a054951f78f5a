/** The searchable passages of a session: what was said in its own turns, its findings and its prompt. */
import type { Passage, TurnRecord } from "../../contract/index.ts";
import { HarnessError } from "../../kernel/errors/index.ts";
import { loadLatest } from "../../playtest/index.ts";
import type { IndexedSession } from "../playtest/index.ts";

export type Text = Omit<Passage, "snippet"> & { readonly text: string };

export function passagesIn({ dir, card, issues }: IndexedSession): Text[] {
  const state = stateIn(dir);
  if (!state) return [];
  const { config, records } = state;
  const nameOf = (seat: number) => config.group.players[seat]?.name ?? `Player ${seat + 1}`;
  // A parent's turns are found in the parent.
  const own = records.filter(({ turn }) => turn > (card.branchedFrom?.turn ?? 0));
  const spoken = own.flatMap((record) => spokenIn(record, nameOf));
  const findings = issues.map(({ turn, description }): Text => ({
    kind: "finding",
    turn,
    text: description,
  }));
  const prompt: Text[] = config.systemPrompt ? [{ kind: "prompt", text: config.systemPrompt }] : [];
  return [...[...spoken, ...findings].sort((a, b) => a.turn! - b.turn!), ...prompt];
}

/** Undefined: it cannot be read, or was moved or deleted meanwhile. Then there is nothing to find in it. */
function stateIn(dir: string) {
  try {
    return loadLatest(dir).state;
  } catch (error) {
    if (!(error instanceof HarnessError)) throw error;
    return undefined;
  }
}

function spokenIn(
  { turn, narrator, classification, players, crossTalk = [], relay }: TurnRecord,
  nameOf: (seat: number) => string,
): Text[] {
  const told = classification.segments.map(({ start, end, audience }): Text => {
    const text = narrator.text.slice(start, end);
    return audience === "all"
      ? { kind: "narration", turn, text }
      : { kind: "private", turn, to: audience.map(nameOf), text };
  });
  const aloud = (seat: number, text: string): Text => ({ kind: "table", turn, who: nameOf(seat), text });
  const alone = (seat: number, text: string | undefined): Text[] =>
    text === undefined ? [] : [{ kind: "private", turn, who: nameOf(seat), to: [nameOf(seat)], text }];
  const said = players.flatMap(({ seat, says, wants, private: answer, remember }) => [
    aloud(seat, says),
    aloud(seat, wants),
    ...alone(seat, answer?.answer),
    ...alone(seat, remember),
  ]);
  const reactions = crossTalk.map(({ seat, says }) => aloud(seat, says));
  const relayed: Text[] = relay ? [{ kind: "relay", turn, who: nameOf(relay.seat), text: relay.text }] : [];
  return [...told, ...said, ...reactions, ...relayed].filter(({ text }) => text.trim() !== "");
}
