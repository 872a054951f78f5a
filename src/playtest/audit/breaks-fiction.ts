import type { AuditNote } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { sentenceWith } from "./sentence-with.ts";

/** Players sit at a table and may speak of the game, the story and the dice; never of being a machine, or of what they were told to be. */
const BREAKS = [
  /\bas an? (?:ai|a\.i\.|language model|llm|assistant|chatbot)\b/i,
  /\bi(?:'m| am) (?:just |only |actually |merely )?an? (?:ai\b|artificial intelligence|(?:large )?language model|llm\b|(?:virtual |ai )?assistant|chat ?bot)/i,
  /\b(?:large )?language model\b|\bmy training(?: data)?\b|\bopenai\b|\banthropic\b/i,
  /\b(?:the|my|this|your) (?:system )?prompt\b(?! (?:payment|reply|answer|action|arrival|response))/i,
  /\bmy (?:archetype|quirk|instructions|persona|character sheet prompt)\b|\b(?:player|simulated) agent\b/i,
  /\bi (?:cannot|can't|am unable to|am not able to) (?:assist|help you|fulfil+|comply|continue with this)\b[^.!?]*\b(?:request|that|this)\b|\bi(?:'m| am) sorry, but i (?:can't|cannot)\b[^.!?]*\b(?:assist|help|request|content)\b/i,
  /"?(?:offTopic|says|wants)"?\s*:\s*["{]|```|\bvalid json\b|\bjson (?:object|schema|format)\b/i,
  /\b(?:role-?play|simulat)\w* (?:as |being |of )?(?:a|the) player\b/i,
];

/** What every player, and the spokesperson, said as somebody who is none. */
export function fictionBreaks({ records }: SessionState): AuditNote[] {
  return records.flatMap(({ turn, players, relay }) => {
    const said = [...players.flatMap(({ seat, says, wants, private: moment }) => [says, wants, moment?.answer ?? "", moment?.telling ?? ""].map((text) => ({ seat, text }))), ...(relay ? [{ seat: relay.seat, text: relay.text }] : [])];
    const broke = said.flatMap(({ seat, text }) => {
      const quote = sentenceWith(text, (sentence) => BREAKS.some((pattern) => pattern.test(sentence)));
      return quote === undefined ? [] : [{ seat, quote }];
    });
    // Once a turn and player: whoever says it in three ways has said it once.
    return broke
      .filter(({ seat }, index) => broke.findIndex((other) => other.seat === seat) === index)
      .map(({ seat, quote }): AuditNote => ({ kind: "breaks-fiction", turn, seat, note: "Spoke as a machine, or of what it was told to be.", quote }));
  });
}
