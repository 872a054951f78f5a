import type { AuditNote } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { sentenceWith } from "./sentence-with.ts";

/** What somebody is, has, feels or means decides nothing: another may well say so. */
const STATES =
  "is was has does seems looks sounds feels knows wants needs thinks means likes loves hates hopes owns gets makes deserves believes prefers suggests speaks remembers trusts cares matters wins loses dies bleeds sleeps";
/** Nor do words that only end like a verb, or stand where one would. */
const NO_VERBS =
  "as his this its yes us less perhaps always sometimes besides plus minus others towards afterwards upstairs downstairs indoors outdoors";
const BETWEEN = String.raw`(?: (?:\p{Ll}+ly|then|also|just|now|both|all))*`;
const WILL = String.raw`will(?! (?:have|be|know|want|like|need|not|never|probably|surely)\b)`;
const ONE_DOES = String.raw`(?:${WILL}|(?!(?:${`${STATES} ${NO_VERBS}`.replaceAll(" ", "|")})\b)\p{Ll}{2,}s)(?![\p{L}'])`;
/** Of two, any verb will do that somebody can act by: after two names stands much else. */
const TWO_DO = String.raw`(?:${WILL}|say|reply|answer|agree|decide|nod|grab|take|open|close|go|walk|run|climb|enter|leave|draw|shout|whisper|tell|ask|follow|attack|pick|put|give|hand|jump|dive|pull|push|throw|drop|turn|step|light|read|touch|hide|refuse|smile|laugh|kneel|reach|lift|break|unlock|stay|volunteer|choose|drink|eat|sit|stand|kill|shoot|fight|hit|stab|steal|search|head|wait|start|begin|sneak|swim|cross|move|carry|bring|cut|burn|tie|swear|promise|sign|join|keep|hold|guard|watch)(?![\p{L}'])`;
/** A clause begins before a name, and after it somebody acts, told as done. A wish is put otherwise: "let Sam open it", "Sam should open it", "Sam, open it". */
const BEFORE = /(?:^["“(*]*|[,;:—–-]\s+|\b(?:and|then|so|but|now|while)\s+)$/i;
const AFTER = new RegExp(
  String.raw`^(?:${BETWEEN} ${ONE_DOES}|(?:,? (?:and|or) (?!I\b)\p{Lu}[\p{L}'-]+)+${BETWEEN} ${TWO_DO})`,
  "u",
);
/** A condition, a report of speech or a comparison decides nothing. */
const HYPOTHETICAL =
  /\b(?:if|when|whenever|what|whatever|wherever|how|unless|until|before|after|once|as|like|since|because|than|why|where|who|whether|i (?:think|bet|guess|hope|suppose|say|wonder|vote|want|wish|suggest|propose)|maybe|perhaps|let|let's|should|could|would)\b/i;
/** "Everybody" is whoever lives in the story, unless they come to an agreement. */
const FOR_ALL =
  /\b(?:we all|all of us|everyone|everybody|the (?:others|rest of us|whole group)) (?:(?:have|has|'ve) )?(?:agrees?|agreed|decides?|decided)\b|\b(?:we all|all of us|the (?:rest of us|whole group)) (?:thinks?|votes?)\b|\bthe (?:others|rest of us|whole group) wants?\b/i;

/** Who decides for another player what that player does, or what all of them think. A spokesperson's relay may. */
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
            !sentence.endsWith("?") &&
            (FOR_ALL.test(sentence) || decides(sentence, seat)) &&
            !HYPOTHETICAL.test(sentence);
          const may = (text: string) =>
            players.some((other) => other.seat !== seat && text.includes(other.name)) || FOR_ALL.test(text);
          const quote = sentenceWith(says, fits, may) ?? sentenceWith(wants, fits, may);
          return quote === undefined
            ? []
            : [
                {
                  kind: "speaks-for-others",
                  turn,
                  seat,
                  note: "Decided for others what they do or think.",
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
