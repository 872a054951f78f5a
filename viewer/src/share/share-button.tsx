import { useMutation } from "@tanstack/react-query";
import { useEffect, useState } from "react";
import { useLocation, useSearch } from "wouter";
import { getFile, withQuery } from "../api/index.ts";
import { copyText, Dialog, Icon, Problem, useKeys } from "../ui/index.ts";
import { filesOf, shareTarget, type ShareTarget } from "./share-target.ts";
import "./share.css";

const SAID_MS = 2_500;

/** Copies a link to what is on the screen (also with `c`), and downloads it as a file. */
export function ShareButton() {
  const [open, setOpen] = useState(false);
  const [said, say] = useState("");
  const [path] = useLocation();
  const target = shareTarget(path, useSearch());
  const copy = async () =>
    say(
      (await copyText(location.href))
        ? `Link to ${target.place} copied`
        : "Copying failed. Copy the link from the address bar.",
    );
  useKeys({ c: () => void copy() });
  useEffect(() => {
    if (said === "") return undefined;
    const timer = setTimeout(() => say(""), SAID_MS);
    return () => clearTimeout(timer);
  }, [said]);
  return (
    <>
      <button type="button" className="share-button quiet" onClick={() => setOpen(true)}>
        <Icon name="share" />
        <span className="share-word">Share</span>
      </button>
      <span className="said" role="status">
        {!open && said !== "" && <span>{said}</span>}
      </span>
      <Dialog open={open} onClose={() => setOpen(false)} title="Share">
        <ShareLink place={target.place} copy={copy} said={said} />
        {target.files && <Downloads {...target.files} />}
      </Dialog>
    </>
  );
}

function ShareLink({ place, copy, said }: { place: string; copy: () => Promise<void>; said: string }) {
  return (
    <section className="share-link">
      <h3>Link to {place}</h3>
      <div>
        <input type="text" readOnly value={location.href} aria-label={`Link to ${place}`} />
        <button type="button" className="primary" onClick={() => void copy()}>
          Copy link
        </button>
      </div>
      <p className="muted small" role="status">
        {said || "Anyone who can reach this server can open it."}
      </p>
    </section>
  );
}

function Downloads({ list, id }: NonNullable<ShareTarget["files"]>) {
  const download = useMutation({
    mutationFn: async (address: string) => save(await getFile(address)),
  });
  return (
    <section className="downloads">
      <h3>Download</h3>
      <ul>
        {filesOf(list).map(({ isPublic, name, says }) => {
          const address = withQuery(`/api/${list}/${encodeURIComponent(id)}/download`, {
            public: isPublic && "true",
          });
          const busy = download.isPending && download.variables === address;
          return (
            <li key={name}>
              <button type="button" onClick={() => download.mutate(address)} disabled={download.isPending}>
                {busy ? "Preparing …" : name}
              </button>
              <span className="muted small">{says}</span>
            </li>
          );
        })}
      </ul>
      {download.isError && <Problem error={download.error} />}
    </section>
  );
}

function save({ blob, name }: { blob: Blob; name: string }): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  URL.revokeObjectURL(address);
}
