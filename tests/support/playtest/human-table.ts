/** What people said at a table, from transcripts in CRD3's format, as a session. None of it is shipped. */
import { readFileSync } from "node:fs";
import { newSession } from "../../../src/playtest/session/index.ts";
import { observeAgain, transcriptOf, type Transcript } from "../../../src/playtest/fault-bench/index.ts";
import { exampleRecord } from "./example-record.ts";
import { exampleConfig } from "./example-session.ts";

/** An output of the game master, and what the others said until he spoke again. */
type Exchange = { told: string; said: Map<string, string> };

const wordsIn = (text: string): number => text.split(/\s+/).length;

function exchangesIn(path: string): Exchange[] {
  const { TURNS } = JSON.parse(readFileSync(path, "utf8")) as {
    TURNS: Array<{ NAMES: string[]; UTTERANCES: string[] }>;
  };
  const exchanges: Exchange[] = [];
  for (const { NAMES, UTTERANCES } of TURNS) {
    const text = UTTERANCES.join(" ").trim();
    const said = exchanges.at(-1)?.said;
    if (!NAMES.includes("MATT")) said?.set(NAMES[0]!, `${said.get(NAMES[0]!) ?? ""} ${text}`.trim());
    else if (wordsIn(text) >= 25) exchanges.push({ told: text, said: new Map() });
    // An interjection is an answer too: the earlier question is no longer open.
    else said?.clear();
  }
  return exchanges;
}

/** The table has no secrets of its own: every twelve turns one player is told a text from another table. */
export async function humanTable(path: string, otherTable: string): Promise<Transcript> {
  const exchanges = exchangesIn(path);
  const secrets = exchangesIn(otherTable).filter(({ told }) => wordsIn(told) <= 70);
  const players = [...new Set(exchanges.flatMap(({ said }) => [...said.keys()]))].sort();
  const records = exchanges.map(({ told, said }, index) => {
    const target = (index + 1) % players.length;
    const secret = index % 12 === 5 ? secrets[index % secrets.length]!.told : undefined;
    const record = exampleRecord({
      turn: index + 1,
      text: secret === undefined ? told : `${told}\n\n[To ${players[target]} only] ${secret}`,
      players: players.map((name) => said.get(name) ?? ""),
      relay: [...said.values()].join(" "),
    });
    const moment = { private: { answer: "I see.", share: false } };
    return {
      ...record,
      players: record.players.map((player) => ({
        ...player,
        wants: "",
        ...(secret !== undefined && player.seat === target && moment),
      })),
    };
  });
  const config = exampleConfig({ players: players.map((name) => ({ name })) });
  const unseen = { name: path, config, records, states: [newSession({ sessionId: "table", config })] };
  return transcriptOf({ ...unseen, records: await observeAgain(unseen, { from: 1, to: records.length }) });
}
