/** What the editor holds: texts and settings as typed, compared with what the session used. */
import type { Episode, ReplayRequest, SessionTexts } from "../../../src/contract/index.ts";

/** A text in the editor: where it came from, and that origin's own text. */
export type DraftText = { name: string; text: string; original: string };
export type Draft = {
  prompt: DraftText;
  guide: DraftText;
  /** Empty: as in the session. */ narrator: string;
  playerModel: string;
  classifier: string;
  observer: string;
  guideForm: string;
  seed: string;
  /** Numbers as typed. */ times: string;
  turns: string;
  budget: string;
};

export type TextKind = "prompt" | "guide";

export function draftOf({ prompt, guide }: SessionTexts): Draft {
  const asUsed = ({ name, text }: { name: string; text: string }): DraftText => ({
    name,
    text,
    original: text,
  });
  return {
    prompt: asUsed(prompt),
    guide: asUsed(guide),
    narrator: "",
    playerModel: "",
    classifier: "",
    observer: "",
    guideForm: "",
    seed: "",
    times: "1",
    turns: "6",
    budget: "",
  };
}

/** The same change as a branch's, for a number of replays and turns as an address has them. */
export function draftLike(
  branch: SessionTexts,
  { used, times, turns }: { used: SessionTexts; times?: string | undefined; turns?: string | undefined },
): Partial<Draft> {
  const text = (kind: TextKind): DraftText => {
    const { name, text, today } = branch[kind];
    // A text that is in no file is an edit of the session's own.
    return today.state === "same"
      ? { name, text, original: text }
      : { name: used[kind].name, text, original: used[kind].text };
  };
  const other = (theirs: string, own: string): string => (theirs === own ? "" : theirs);
  const [player = "", ...others] = branch.players;
  return {
    prompt: text("prompt"),
    guide: text("guide"),
    narrator: other(branch.narrator, used.narrator),
    playerModel: others.length > 0 ? "" : other(player, used.players.join()),
    classifier: other(branch.classifier, used.classifier),
    observer: other(branch.observer, used.observer),
    guideForm: other(branch.guideForm, used.guideForm),
    seed: other(String(branch.seed), String(used.seed)),
    ...(times !== undefined && /^\d{1,2}$/.test(times) && { times }),
    ...(turns !== undefined && /^\d{1,3}$/.test(turns) && { turns }),
  };
}

/** A text differs from what the session used. Spaces at the ends do not count. */
export const isEdited = (draft: Draft, used: SessionTexts, kind: TextKind): boolean =>
  draft[kind].text.trim() !== used[kind].text.trim();

/** The request for the API. Whatever is as in the session is left out. */
export function requestOf(
  draft: Draft,
  { used, session, turn, finding }: { used: SessionTexts; session: string; turn: number; finding?: Episode },
): ReplayRequest {
  const { guideForm } = draft;
  const [times, turns, budget] = [draft.times, draft.turns, draft.budget].map(numberIn);
  const seed = draft.seed.trim();
  const decides = finding !== undefined && isDecisive(finding, { times: times ?? 1, turn });
  return {
    session,
    turn,
    times: times ?? 1,
    ...(decides && { finding: finding.id }),
    ...textFields(draft, used, "prompt", ["prompt", "promptText"]),
    ...textFields(draft, used, "guide", ["storyGuide", "storyGuideText"]),
    ...changedModels(draft, used),
    ...((guideForm === "notes" || guideForm === "full") &&
      guideForm !== used.guideForm && { guide: guideForm }),
    ...(seed !== "" && seed !== String(used.seed) && { seed: seedIn(seed) }),
    ...(turns !== undefined && !decides && { turns }),
    ...(budget !== undefined && { budget }),
  };
}

/** Pairs from before a finding are decided by whether it comes back. */
export const isDecisive = (
  finding: Pick<Episode, "turn">,
  { times, turn }: { times: number; turn: number },
): boolean => times > 1 && finding.turn > turn;

/** The models that differ from the session's. Its players may have several. */
function changedModels(
  draft: Draft,
  used: SessionTexts,
): Partial<Pick<Draft, (typeof modelFields)[number][0]>> {
  const now = { ...used, playerModel: used.players.join() };
  return Object.fromEntries(
    modelFields.flatMap(([name]) =>
      draft[name] === "" || draft[name] === now[name] ? [] : [[name, draft[name]]],
    ),
  );
}

const modelFields = [
  ["narrator", "narrator"],
  ["playerModel", "players"],
  ["classifier", "classifier"],
  ["observer", "reader"],
] as const;

const numberIn = (typed: string): number | undefined => (typed.trim() === "" ? undefined : Number(typed));

/** As on the command line: digits are a number, and everything else is a word. */
const seedIn = (typed: string): string | number =>
  /^-?(0|[1-9]\d{0,14})$/.test(typed) ? Number(typed) : typed;

/** An untouched text of another name is sent by its name, an edited one as text. */
function textFields(
  draft: Draft,
  used: SessionTexts,
  kind: TextKind,
  [byName, asText]: readonly [string, string],
): Record<string, string> {
  if (!isEdited(draft, used, kind)) return {};
  const { name, text, original } = draft[kind];
  const isOther = name !== used[kind].name;
  if (isOther && text === original) return { [byName]: name };
  return { ...(isOther && { [byName]: name }), [asText]: text };
}

/** What the replays would change, in words. */
export function changesIn(draft: Draft, used: SessionTexts): string[] {
  const { seed, guideForm } = draft;
  const models = changedModels(draft, used);
  return [
    isEdited(draft, used, "prompt") ? "prompt" : "",
    isEdited(draft, used, "guide") ? "guide" : "",
    guideForm !== "" && guideForm !== used.guideForm ? "form of the guide" : "",
    ...modelFields.map(([name, shown]) => (models[name] === undefined ? "" : `${shown}: ${models[name]}`)),
    seed.trim() !== "" && seed.trim() !== String(used.seed) ? `seed: ${seed.trim()}` : "",
  ].filter(Boolean);
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
