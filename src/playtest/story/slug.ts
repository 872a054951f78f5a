/** Letters without accents, joined by hyphens. Undefined: no Latin letter is left. */
export function slug(text: string): string | undefined {
  const made = text
    .normalize("NFKD")
    .replaceAll(/\p{M}/gu, "")
    .toLowerCase()
    .replaceAll(/[^a-z0-9]+/g, "-")
    .slice(0, 60)
    .replaceAll(/^-+|-+$/g, "");
  return /[a-z]/.test(made) ? made : undefined;
}

/** Ids for titles in order, all different: "beat-3" if the third has no Latin letter. */
export function idsFor(titles: readonly string[], kind: string): string[] {
  const used = new Set<string>();
  return titles.map((title, index) => {
    const wanted = slug(title) ?? `${kind}-${index + 1}`;
    let id = wanted;
    for (let next = 2; used.has(id); next += 1) id = `${wanted}-${next}`;
    used.add(id);
    return id;
  });
}
