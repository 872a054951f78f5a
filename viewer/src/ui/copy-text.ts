/** Puts a text on the clipboard. Browsers offer the modern way only over HTTPS and on this machine. */
export async function copyText(text: string): Promise<boolean> {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    return copyBySelecting(text);
  }
}

function copyBySelecting(text: string): boolean {
  const field = document.createElement("textarea");
  field.value = text;
  field.className = "visually-hidden";
  const focused = document.activeElement;
  // Inside an open dialog, because everything outside it is inert.
  (document.querySelector("dialog[open]") ?? document.body).append(field);
  field.select();
  // Deprecated, but the only way on a page served over plain HTTP from another machine.
  const done = document.execCommand("copy");
  field.remove();
  if (focused instanceof HTMLElement) focused.focus();
  return done;
}
