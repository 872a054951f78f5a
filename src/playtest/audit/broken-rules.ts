/** What players must not do: break the fiction, know what they were not told, or decide for others. */
import type { AuditNote } from "../../contract/index.ts";
import { shorten } from "../../kernel/report/index.ts";
import type { SessionState } from "../session/index.ts";
import { sentences, storyWords } from "../text/index.ts";

/**
 * Players sit at a table and may mention the game, the story and the dice, but never being a machine or having
 * instructions. Their characters may be assistants, with instructions and a training.
 */
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
    const broke = said.flatMap(({ seat, text }) => {
      const quote = sentenceWith(text, (sentence) => BREAKS.some((pattern) => pattern.test(sentence)));
      return quote === undefined ? [] : [{ seat, quote }];
    });
    // Once per turn and player.
    return broke
      .filter(({ seat }, index) => broke.findIndex((other) => other.seat === seat) === index)
      .map(({ seat, quote }): AuditNote => ({
        kind: "breaks-fiction",
        turn,
        seat,
        note: "Spoke as a machine, or about its instructions.",
        quote,
      }));
  });
}

/**
 * This many rare words of another's private moment are not chance, if they are a substantial part of it; with a name,
 * one less.
 */
const WORDS = 3;
const SHARE = 0.2;
const BESIDE_A_NAME = 2;

/** Players who spoke of another's private telling, in words not yet said aloud. */
export function knowingUntold(state: SessionState): AuditNote[] {
  const { records, privateMoments } = state;
  const recordOf = new Map(records.map((record) => [record.turn, record]));
  return state.secrets.uses.flatMap(({ by, turn, words, share, named, moment }): AuditNote[] => {
    if (
      by === "narrator" ||
      !((words.length >= WORDS && share >= SHARE) || (named && words.length >= BESIDE_A_NAME))
    )
      return [];
    const { target, turn: toldAt } = privateMoments[moment]!;
    const player = recordOf.get(turn)!.players.find(({ seat }) => seat === by)!;
    const used = new Set(words);
    const quote =
      sentenceWith(`${player.says}\n${player.wants}`, (sentence) =>
        [...storyWords(sentence)].some((word) => used.has(word)),
      ) ?? player.says;
    return [
      {
        kind: "knows-untold",
        turn,
        seat: by,
        note: `Used something that only ${target} was told in turn ${toldAt}: ${words.join(", ")}.`,
        quote,
      },
    ];
  });
}

/** Saying what another player is, has, feels or means decides nothing. */
const STATES =
  "is was has does seems looks sounds feels knows wants needs thinks means likes loves hates hopes owns gets makes deserves believes prefers suggests speaks remembers trusts cares matters wins loses dies bleeds sleeps";
/** Nor do words that only end like a verb, or occur in its place. */
const NO_VERBS =
  "as his this its yes us less perhaps always sometimes besides plus minus others towards afterwards upstairs downstairs indoors outdoors";
const BETWEEN = String.raw`(?: (?:\p{Ll}+ly|then|also|just|now|both|all))*`;
const WILL = String.raw`will(?! (?:have|be|know|want|like|need|not|never|probably|surely)\b)`;
const ONE_DOES = String.raw`(?:${WILL}|(?!(?:${`${STATES} ${NO_VERBS}`.replaceAll(" ", "|")})\b)\p{Ll}{2,}s)(?![\p{L}'])`;
/** After two names, only a verb of action counts: many other words can follow. */
const TWO_DO = String.raw`(?:${WILL}|say|reply|answer|agree|decide|nod|grab|take|open|close|go|walk|run|climb|enter|leave|draw|shout|whisper|tell|ask|follow|attack|pick|put|give|hand|jump|dive|pull|push|throw|drop|turn|step|light|read|touch|hide|refuse|smile|laugh|kneel|reach|lift|break|unlock|stay|volunteer|choose|drink|eat|sit|stand|kill|shoot|fight|hit|stab|steal|search|head|wait|start|begin|sneak|swim|cross|move|carry|bring|cut|burn|tie|swear|promise|sign|join|keep|hold|guard|watch)(?![\p{L}'])`;
/**
 * A clause starts before a name, and after it an action is stated as done. A wish is worded differently: "let Sam open
 * it", "Sam should open it", "Sam, open it".
 */
const BEFORE = /(?:^["“(*]*|[,;:—–-]\s+|\b(?:and|then|so|but|now|while)\s+)$/i;
const AFTER = new RegExp(
  String.raw`^(?:${BETWEEN} ${ONE_DOES}|(?:,? (?:and|or) (?!I\b)\p{Lu}[\p{L}'-]+)+${BETWEEN} ${TWO_DO})`,
  "u",
);
/** A condition, a report of speech or a comparison decides nothing. */
const HYPOTHETICAL =
  /\b(?:if|when|whenever|what|whatever|wherever|how|unless|until|before|after|once|as|like|since|because|than|why|where|who|whether|i (?:think|bet|guess|hope|suppose|say|wonder|vote|want|wish|suggest|propose)|maybe|perhaps|let|let's|should|could|would)\b/i;
/** "Everybody" may mean the people of the story, unless they come to an agreement. */
const FOR_ALL =
  /\b(?:we all|all of us|everyone|everybody|the (?:others|rest of us|whole group)) (?:(?:have|has|'ve) )?(?:agrees?|agreed|decides?|decided)\b|\b(?:we all|all of us|the (?:rest of us|whole group)) (?:thinks?|votes?)\b|\bthe (?:others|rest of us|whole group) wants?\b/i;

/** Players who decide what another player does, or what all of them think. A spokesperson's relay may. */
export function speakingForOthers({ records, config }: SessionState): AuditNote[] {
  const { players } = config.group;
  const decides = (sentence: string, seat: number) =>
    players.some(
      (other) =>
        other.seat !== seat &&
        placesOf(other.name, sentence).some(
          (at) => AFTER.test(sentence.slice(at + other.name.length)) && BEFORE.test(sentence.slice(0, at)),
        ),
    );
  return records.flatMap(({ turn, phase, players: turns }) =>
    phase !== "story"
      ? []
      : turns.flatMap(({ seat, says, wants }): AuditNote[] => {
          const fits = (sentence: string) =>
            !/\?["')\]*_]*$/.test(sentence) &&
            (FOR_ALL.test(sentence) || decides(sentence, seat)) &&
            !HYPOTHETICAL.test(sentence);
          const quote = sentenceWith(says, fits) ?? sentenceWith(wants, fits);
          return quote === undefined
            ? []
            : [
                {
                  kind: "speaks-for-others",
                  turn,
                  seat,
                  note: "Decided what other players do or think.",
                  quote,
                },
              ];
        }),
  );
}

function placesOf(name: string, text: string): number[] {
  const places: number[] = [];
  for (
    let at = text.indexOf(name);
    at >= 0 && at < text.length;
    at = text.indexOf(name, at + Math.max(1, name.length))
  )
    places.push(at);
  return places;
}

/** The maximum length of a quotation. */
const SHOWN = 240;
/** Longer texts are not players' words, and patterns over them would be too slow. */
const LONGEST = 8_000;

/** The first sentence that fits, for quoting. */
function sentenceWith(text: string, fits: (sentence: string) => boolean): string | undefined {
  const sentence = sentences(text.slice(0, LONGEST).replaceAll("’", "'")).find(fits);
  return sentence === undefined ? undefined : shorten(sentence, SHOWN);
}
