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
      (more === undefined || more === "edit") &&
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

/** The files of a session, or of an experiment, which have no transcripts. Each opens without a server. */
export const filesOf = (list: List): ReadonlyArray<{ isPublic?: true; name: string; says: string }> => {
  const isSession = list === "sessions";
  return [
    {
      isPublic: true,
      name: "Public page (HTML)",
      says: isSession ? "Only what every player heard." : "Only the outcome and its numbers.",
    },
    {
      name: "Complete page (HTML)",
      says: isSession
        ? "Includes private moments, notes and backstories."
        : "Includes quotes and the texts that differ. No transcripts.",
    },
  ];
};
