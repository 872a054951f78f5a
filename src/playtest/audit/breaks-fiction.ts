import type { AuditNote } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { sentenceWith } from "./sentence-with.ts";

/** Players sit at a table and may speak of the game, the story and the dice; never of being a machine, or of what they were told to be. Their characters may be assistants, with instructions and a training. */
const MACHINE = String.raw`(?:ai\b|a\.i\.|artificial intelligence|(?:large )?language model|llm\b|(?:ai|virtual|digital) assistant|chat ?bot)`;
const BREAKS = [
  new RegExp(String.raw`\b(?:as|i(?:'m| am)) (?:just |only |actually |merely )?an? ${MACHINE}`, "i"),
  /\bas an? assistant,? i (?:cannot|can't|do not have|don't have|am (?:unable|not able))\b/i,
  /\b(?:large )?language model\b|\bmy training (?:data|cut-?off)\b|\bopenai\b|\banthropic\b/i,
  /\bsystem prompt\b|\b(?:the|my|this|your) prompt (?:says|said|tells?|told|asks|asked|wants|wanted|instructs|instructed|requires|required|doesn't|didn't|mentions)\b|\b(?:in|by|per|from|to|following|follow|ignoring|ignore) (?:the|my|this|your) prompt(?=\s*(?:[.,;:!?]|$)| (?:and|that|which|above)\b)/i,
  /\bmy (?:archetype\b|quirk (?:shows?|should|says|is to)\b|character sheet prompt)|\b(?:player|simulated) agent\b/i,
  /\bmy instructions (?:are|were|say|said|tell me|told me) (?:that |i |to |should |must )*(?:ask (?:a |one )?questions?|respond|reply|output|stay in character|role-?play|play a|act as|show my)\b/i,
  /\bi (?:cannot|can't|am unable to|am not able to) (?:(?:assist|help)(?: you)?|comply|continue) with (?:that|this|your|the) (?:request|content|conversation|role-?play)\b|\bi (?:cannot|can't|am unable to|am not able to) fulfil+ (?:that|this|your|the) request\b/i,
  /"?(?:offTopic|says|wants)"?\s*:\s*["{]|```|\bvalid json\b|\bjson (?:object|schema|format)\b/i,
  /\b(?:role-?play|simulat)\w* (?:as |being )?(?:a|the) (?:human )?player\b(?! piano)/i,
];

/** Hardly any turn has a word of them, and hardly any text that has one breaks anything: one look at each is enough to know. */
const WORDS =
  /artificial|language|assistant|chat ?bot|training|openai|anthropic|prompt|archetype|quirk|agent|instructions|request|content|conversation|role-?play|simulat|offtopic|says|wants|```|json|\bai\b|a\.i\.|llm/;
const ANY = new RegExp(BREAKS.map(({ source }) => `(?:${source})`).join("|"), "im");

/** What every player, and the spokesperson, said as somebody who is none. */
export function fictionBreaks({ records }: SessionState): AuditNote[] {
  return records.flatMap(({ turn, players, crossTalk = [], relay }) => {
    const said = [
      ...players.flatMap(({ seat, says, wants, private: moment, shares }) =>
        [says, wants, moment?.answer ?? "", moment?.telling ?? shares?.telling ?? ""].map((text) => ({
          seat,
          text,
        })),
      ),
      ...crossTalk.map(({ seat, says }) => ({ seat, text: says })),
      ...(relay ? [{ seat: relay.seat, text: relay.text }] : []),
    ];
    if (
      !WORDS.test(
        said
          .map(({ text }) => text)
          .join("\n")
          .toLowerCase(),
      )
    )
      return [];
    const broke = said.flatMap(({ seat, text }) => {
      const quote = !ANY.test(text.replaceAll("’", "'"))
        ? undefined
        : sentenceWith(text, (sentence) => BREAKS.some((pattern) => pattern.test(sentence)));
      return quote === undefined ? [] : [{ seat, quote }];
    });
    // Once a turn and player: whoever says it in three ways has said it once.
    return broke
      .filter(({ seat }, index) => broke.findIndex((other) => other.seat === seat) === index)
      .map(({ seat, quote }): AuditNote => ({
        kind: "breaks-fiction",
        turn,
        seat,
        note: "Spoke as a machine, or of what it was told to be.",
        quote,
      }));
  });
}
