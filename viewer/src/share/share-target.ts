/** What a page's address names: the place that a link opens, and the files that can be downloaded. */
export type ShareTarget = {
  /** "turn 6", "a finding at turn 6", "the page". */ place: string;
  /** Absent if there is nothing to download, as in a player's view. */ files?: { list: List; id: string };
};

const lists = ["sessions", "matrices", "ab", "bisects"] as const;
type List = (typeof lists)[number];

export function shareTarget(path: string, search: string): ShareTarget {
  const params = new URLSearchParams(search);
  const [, first, id, more] = path.split("/");
  const list = lists.find((name) => name === first);
  const turn = params.get("turn");
  const at = turn === null ? "" : ` at turn ${turn}`;
  return {
    place: params.has("issue") ? `a finding${at}` : turn === null ? "the page" : `turn ${turn}`,
    ...(list &&
      id &&
      more === undefined &&
      // The files contain what a player does not know.
      !params.has("as") && { files: { list, id: decoded(id) } }),
  };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

type Form = { form: "report" | "html" | "json"; isPublic?: true; name: string; says: string };

const session: readonly Form[] = [
  {
    form: "html",
    isPublic: true,
    name: "Public page (HTML)",
    says: "Only what every player heard. One file that opens without a server.",
  },
  { form: "html", name: "Complete page (HTML)", says: "Includes private moments, notes and backstories." },
  { form: "report", name: "Report (Markdown)", says: "Includes private moments." },
  { form: "json", name: "Result (JSON)", says: "Outcome, scores and findings, for programs." },
];

/** The files of a session, or of an experiment. */
export const filesOf = (list: List): readonly Form[] =>
  list === "sessions"
    ? session
    : session.map((file) => ({
        ...file,
        ...(file.form === "html" &&
          !file.isPublic && { says: "With its sessions. Includes private moments, notes and backstories." }),
        ...(file.form === "report" && {
          says: "The report as it was last written. It may quote private text.",
        }),
        ...(file.form === "json" && { says: "Every number, for programs." }),
      }));
