import { useState } from "react";

/** A command to type, with a button that copies it. */
export function Command({ children }: { children: string }) {
  const [copied, setCopied] = useState(false);
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(children);
      setCopied(true);
      setTimeout(() => setCopied(false), 1_500);
    } catch {
      // Copying failed; the text can still be selected.
    }
  };
  return (
    <span className="command">
      <code>{children}</code>
      <button type="button" className="quiet" onClick={copy} aria-label={`Copy: ${children}`}>
        {copied ? "Copied" : "Copy"}
      </button>
    </span>
  );
}
