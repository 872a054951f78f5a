import type { Tangent } from "../../contract/index.ts";

/**
 * How natural a return to the story was, 1 to 5, by how it was done: forced 1, or 2 where it took up what the group was
 * on about; ignored 2; turned away from with a word about it 3, or 4 where that was taken up; led back by what the group
 * was on about 5, or 4 where nothing of it was left. Null where the narrator did not return.
 */
export function segueQuality({
  recoveryMethod,
  woven,
}: Pick<Tangent, "recoveryMethod" | "woven">): number | null {
  const tookUp = woven === "woven";
  switch (recoveryMethod) {
    case "forced":
      return tookUp ? 2 : 1;
    case "ignored":
      return 2;
    case "redirect":
      return tookUp ? 4 : 3;
    case "hook":
      return tookUp ? 5 : 4;
    default:
      return null;
  }
}
