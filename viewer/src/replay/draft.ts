/** What the editor holds: texts and options, compared with what the session used. */
import type { Episode, SessionTexts } from "../../../src/contract/index.ts";
import { checkpointPath, filledIn, type Input } from "../operation/index.ts";

/** A text of a file has its name; one that is in no file is called `… (edited)`. */
export type DraftText = { name: string; text: string };
export type TextKind = "prompt" | "guide";
export type Draft = Record<TextKind, DraftText> & {
  /** Of `replay`. What is left out is as in the session. */ options: Input;
};

const EDITED = " (edited)";
export const isUnsaved = ({ name }: DraftText): boolean => name.endsWith(EDITED);
export const edited = ({ name }: DraftText, text: string): DraftText => ({
  name: name.endsWith(EDITED) ? name : `${name}${EDITED}`,
  text,
});

export const draftOf = ({ prompt, guide }: SessionTexts): Draft => ({
  prompt: { name: prompt.name, text: prompt.text },
  guide: { name: guide.name, text: guide.text },
  options: { turns: 6 },
});

/** A text differs from what the session used. Spaces at the ends do not count. */
export const isChanged = (draft: Draft, used: SessionTexts, kind: TextKind): boolean =>
  draft[kind].text.trim() !== used[kind].text.trim();

/** The input of `replay`. Whatever is as in the session is left out. */
export function requestOf(
  draft: Draft,
  {
    used,
    session,
    turn,
    finding,
  }: { used: SessionTexts; session: string; turn: number; finding?: Episode | undefined },
): Input {
  const options = changedOptions(draft.options, used);
  const decides = finding !== undefined && isDecisive(finding, { times: timesOf(options), turn });
  const textIn = (kind: TextKind) => {
    if (!isChanged(draft, used, kind)) return undefined;
    return isUnsaved(draft[kind]) ? draft[kind] : draft[kind].name;
  };
  return filledIn({
    checkpoint: checkpointPath({ session, turn }),
    ...options,
    prompt: textIn("prompt"),
    storyGuide: textIn("guide"),
    finding: decides ? finding.id : undefined,
    turns: decides ? undefined : options["turns"],
  });
}

/** The offline cast on all seats: it needs no key. */
export const HOUSE_CAST = {
  narrator: "house",
  playerModel: "house",
  classifier: "house",
  observer: "house",
} as const;

export const isHouse = (model: unknown): boolean => /^house(\/|$)/.test(String(model));

/** The rest of the house cast leaves with its narrator. */
export const afterChange = (before: Input, after: Input): Input =>
  isHouse(before["narrator"]) && !isHouse(after["narrator"])
    ? Object.fromEntries(
        Object.entries(after).filter(([name, value]) => !(name in HOUSE_CAST) || !isHouse(value)),
      )
    : after;

/** One branch, or pairs. */
export const timesOf = ({ times }: Input): number => Number(times ?? 1);

/** Pairs from before a finding are decided by whether it comes back. */
export const isDecisive = (
  finding: Pick<Episode, "turn">,
  { times, turn }: { times: number; turn: number },
): boolean => times > 1 && finding.turn > turn;

/** What the session was played with, by the options that change it. Its players may have several models. */
export const asUsed = ({ narrator, players, classifier, observer, seed, guideForm }: SessionTexts) => ({
  narrator,
  playerModel: players.join(", "),
  classifier,
  observer,
  seed: String(seed),
  guide: guideForm,
});

function changedOptions(options: Input, used: SessionTexts): Input {
  const before: Input = asUsed(used);
  return Object.fromEntries(
    Object.entries(filledIn(options)).filter(([name, value]) => before[name] !== value),
  );
}

const keyOf = (session: string): string => `rehearse-edit ${session}`;

/** The draft of this tab, so that nothing typed is lost by leaving the page. */
export function storedDraft(storage: Storage, session: string, used: SessionTexts): Draft {
  try {
    return { ...draftOf(used), ...(JSON.parse(storage.getItem(keyOf(session)) ?? "{}") as Partial<Draft>) };
  } catch {
    return draftOf(used);
  }
}

/** A full storage must not stop the editor: the draft is then only in the page. */
export function storeDraft(storage: Storage, session: string, draft: Draft): void {
  try {
    storage.setItem(keyOf(session), JSON.stringify(draft));
  } catch {
    // Nothing is kept.
  }
}
