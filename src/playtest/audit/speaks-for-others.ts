import type { AuditNote } from "../../contract/index.ts";
import type { SessionState } from "../session/index.ts";
import { sentenceWith } from "./sentence-with.ts";

/** What somebody does, told as done. A wish is put otherwise: "let Sam open it", "Sam should open it", "Sam, open it". */
const DOES = `(?:says|replies|answers|agrees|decides|nods|grabs|takes|opens|closes|goes|walks|runs|climbs|enters|leaves|draws|shouts|whispers|tells|asks|follows|attacks|picks|puts|gives|hands|jumps|pulls|pushes|throws|drops|turns|steps|lights|reads|touches|hides|refuses|smiles|laughs|kneels|reaches|lifts|breaks|unlocks|stays|volunteers|chooses|drinks|eats|sits|stands|will (?!have\\b|be\\b|know\\b|want\\b|like\\b|need\\b))`;
const DECIDED = new RegExp(String.raw`(?:^|[,;:]\s+|\b(?:[Aa]nd|[Tt]hen|[Ss]o|[Bb]ut)\s+)(\p{Lu}[\p{L}'-]*(?: \p{Lu}[\p{L}'-]*)*)(?: (?:and|or) \p{Lu}[\p{L}'-]*)? (?:\w+ly |then |also |just )?${DOES}`, "gu");
/** A condition, a report of speech or a comparison decides nothing. */
const HYPOTHETICAL = /\b(?:if|when|whenever|what|whatever|wherever|how|unless|until|before|after|once|as|like|since|because|than|why|where|who|whether|i (?:think|bet|guess|hope|suppose|say|wonder|vote|want|wish|suggest|propose)|maybe|perhaps|let|let's|should|could|would)\b/i;
const FOR_ALL = /\b(?:we all|all of us|everyone|everybody|the (?:others|rest of us|whole group)) (?:(?:have|has|'ve) )?(?:agrees?|agreed|decides?|decided|wants?|thinks?|says?)\b/i;

/** Who decides for another player what that player does, or what all of them think. A spokesperson's relay may. */
export function speakingForOthers({ records, config }: SessionState): AuditNote[] {
  const { players } = config.group;
  const decides = (sentence: string, seat: number) => [...sentence.matchAll(DECIDED)].some(([, name]) => players.some((other) => other.seat !== seat && other.name === name));
  return records.flatMap(({ turn, phase, players: turns }) =>
    phase !== "story"
      ? []
      : turns.flatMap(({ seat, says, wants }): AuditNote[] => {
          const fits = (sentence: string) => !sentence.endsWith("?") && (FOR_ALL.test(sentence) || (!HYPOTHETICAL.test(sentence) && decides(sentence, seat)));
          const quote = sentenceWith(says, fits) ?? sentenceWith(wants, fits);
          return quote === undefined ? [] : [{ kind: "speaks-for-others", turn, seat, note: "Decided for others what they do or think.", quote }];
        }),
  );
}
