/** A dated or numbered snapshot, as vendors name the model that answers for an alias: `-20251101`, `-2024-07-18`, `-0709`. */
const SNAPSHOT = /^-(?:\d{4}-\d{2}-\d{2}|\d{2,8}|latest)$/;

/** Is the model that answered the one that was asked for, or a snapshot of it? Both as `provider/id`. */
export function isSameModel(asked: string, answered: string): boolean {
  const [wanted, given] = [bare(asked), bare(answered)];
  return given === wanted || (given.startsWith(wanted) && SNAPSHOT.test(given.slice(wanted.length)));
}

/** Without a variant such as `:free` or `:latest`, and without capitals. */
const bare = (label: string): string => label.toLowerCase().replace(/:[a-z0-9-]+$/, "");
