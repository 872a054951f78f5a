/** What the editor holds: texts and options, compared with what the session used. */
import type { Episode, SessionTexts } from "../../../src/contract/index.ts";
import { checkpointPath, filledIn, type Input, labelOf } from "../operation/index.ts";

/** A text in the editor: where it came from, and that origin's own text. */
export type DraftText = { name: string; text: string; original: string };
export type Draft = {
  prompt: DraftText;
  guide: DraftText;
  /** Of `replay`. What is left out is as in the session. */ options: Input;
};

export type TextKind = "prompt" | "guide";

export const draftOf = ({ prompt, guide }: SessionTexts): Draft => ({
  prompt: unchanged(prompt),
  guide: unchanged(guide),
  options: { turns: 6 },
});

const unchanged = ({ name, text }: { name: string; text: string }): DraftText => ({
  name,
  text,
  original: text,
});

/** The same change as a branch's, for a number of replays and turns as an address has them. */
export function draftLike(
  branch: SessionTexts,
  { used, times = "", turns = "" }: { used: SessionTexts; times?: string; turns?: string },
): Draft {
  // A text that is in no file is an edit of the session's own.
  const text = (kind: TextKind): DraftText =>
    branch[kind].today.state === "same"
      ? unchanged(branch[kind])
      : { ...unchanged(used[kind]), text: branch[kind].text };
  const { options } = draftOf(used);
  return {
    prompt: text("prompt"),
    guide: text("guide"),
    options: {
      ...changedOptions({ ...asUsed(branch), playerModel: onlyOne(branch.players) }, used),
      times: /^\d{1,2}$/.test(times) ? Number(times) : options["times"],
      turns: /^\d{1,3}$/.test(turns) ? Number(turns) : options["turns"],
    },
  };
}

const onlyOne = ([first, ...others]: readonly string[]): string | undefined =>
  others.length > 0 ? undefined : first;

/** A text differs from what the session used. Spaces at the ends do not count. */
export const isEdited = (draft: Draft, used: SessionTexts, kind: TextKind): boolean =>
  draft[kind].text.trim() !== used[kind].text.trim();

/** The input of `replay`. Whatever is as in the session is left out. */
export function requestOf(
  draft: Draft,
  { used, session, turn, finding }: { used: SessionTexts; session: string; turn: number; finding?: Episode },
): Input {
  const options = changedOptions(draft.options, used);
  const decides = finding !== undefined && isDecisive(finding, { times: timesOf(options), turn });
  return filledIn({
    checkpoint: checkpointPath({ session, turn }),
    ...options,
    prompt: textIn(draft, used, "prompt"),
    storyGuide: textIn(draft, used, "guide"),
    ...(decides && { finding: finding.id, turns: undefined }),
  });
}

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

/** An untouched text of another name is sent by its name, an edited one as text. */
function textIn(draft: Draft, used: SessionTexts, kind: TextKind): string | object | undefined {
  if (!isEdited(draft, used, kind)) return undefined;
  const { name, text, original } = draft[kind];
  if (name !== used[kind].name && text === original) return name;
  return { name: name.endsWith(EDITED) ? name : `${name}${EDITED}`, text };
}

const EDITED = " (edited)";

/** How many there are, and what they may cost, changes nothing in them. */
const EXTENT = new Set(["times", "turns", "budget", "maxTurns"]);

/** What the replays would change, in words. */
export function changesIn(draft: Draft, used: SessionTexts): string[] {
  const options = Object.entries(changedOptions(draft.options, used));
  return [
    ...(["prompt", "guide"] as const).filter((kind) => isEdited(draft, used, kind)),
    ...options
      .filter(([name]) => !EXTENT.has(name))
      .map(([name, value]) => `${labelOf(name).toLowerCase()}: ${String(value)}`),
  ];
}

const keyOf = (session: string): string => `rehearse-edit ${session}`;

/** The draft of this tab, so that nothing typed is lost by leaving the page. */
export function storedDraft(storage: Storage, session: string, used: SessionTexts): Draft {
  const fresh = draftOf(used);
  const stored = storage.getItem(keyOf(session));
  if (stored === null) return fresh;
  try {
    const value = JSON.parse(stored) as Partial<Draft>;
    return { ...fresh, ...value };
  } catch {
    return fresh;
  }
}

/** A full storage must not stop the editor: the draft is then only in the page. */
export function storeDraft(storage: Storage, session: string, draft: Draft | null): boolean {
  try {
    if (draft === null) storage.removeItem(keyOf(session));
    else storage.setItem(keyOf(session), JSON.stringify(draft));
    return true;
  } catch {
    return false;
  }
}
