/** A session in which the second player has a secret at every private place. */
import type { HouseMember, HouseReply } from "../../../src/kernel/models/index.ts";
import type { Harness } from "../../../src/kernel/run/index.ts";
import { houseCast, loadStory, planSession, playSession } from "../../../src/playtest/index.ts";

const [plain] = houseCast;
const tellings = loadStory("innsmouth").pulses.flatMap(({ text }) => text);
/** Where the second player sits. */
const SEAT = 1;

export function secretSession({
  secrets,
  says,
  relay,
  narration,
  truth,
  turns = 9,
}: {
  secrets: Record<"backstory" | "character" | "moment" | "answer" | "note" | "wish", string>;
  says: string;
  relay: string;
  /** What all are told in a turn. */
  narration: (turn: number, of: { story: string; listener: string }) => string;
  truth?: (turn: number) => HouseReply["truth"];
  turns?: number;
}) {
  let listener = "";
  const whisperer: HouseMember = {
    name: "whisperer",
    does: "Has a secret with one of them.",
    async reply(request) {
      const { role, call } = request;
      if (role === "player") {
        const isListener = call?.endsWith(`/player/${SEAT}`) === true;
        return {
          object: {
            says,
            wants: isListener ? secrets.wish : "go on along the shore",
            offTopic: "none",
            private: isListener ? secrets.answer : null,
            tells: [],
            remember: isListener ? secrets.note : null,
          },
        };
      }
      // Everybody hears the relay, so it does not contain the wish.
      if (role === "spokesperson") return { text: relay };
      if (role !== "narrator") return plain!.reply(request);
      const turn = Number(call?.split("/")[1] ?? 0);
      const told = narration(turn, { story: tellings[turn]!, listener });
      const whisper = `[[PRIVATE ${listener}]]\n${secrets.moment}\n[[/PRIVATE]]`;
      return { truth: truth?.(turn), text: [told, whisper, "What do you all do?"].join("\n\n") };
    },
  };
  /** Plays it, and gives the name of the one who has the secrets. */
  async function play(harness: Harness, out: string, sessionId: string): Promise<string> {
    const config = planSession(harness, {
      story: "innsmouth",
      prompt: "baseline",
      narrator: "house/whisperer",
      seed: 2,
      maxTurns: turns,
      players: 3,
      playerModel: "house/whisperer",
    });
    const { backstory: generatedBackstory, character: characterForStory } = secrets;
    const players = config.group.players.map((player) =>
      player.seat === SEAT ? { ...player, generatedBackstory, characterForStory } : player,
    );
    listener = players[SEAT]!.name;
    const group = { ...config.group, players };
    await playSession(harness, { config: { ...config, charactersPending: false, group }, out, sessionId });
    return listener;
  }
  return { whisperer, play };
}
