import { useEffect, useId, useRef, type ReactNode } from "react";
import { Icon } from "./icon.tsx";

/** The browser's own dialog: it keeps the focus, closes on Esc and gives the focus back. */
export function Dialog({
  open,
  onClose,
  title,
  children,
}: {
  open: boolean;
  onClose: () => void;
  title: string;
  children: ReactNode;
}) {
  const dialog = useRef<HTMLDialogElement>(null);
  const id = useId();
  useEffect(() => {
    const element = dialog.current;
    if (open && !element?.open) {
      element?.showModal();
      // Focus the first field rather than the close button.
      element?.querySelector<HTMLElement>("select, input, textarea")?.focus();
    }
    if (!open && element?.open) element.close();
  }, [open]);
  return (
    <dialog
      ref={dialog}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => event.target === dialog.current && onClose()}
    >
      {open && (
        <div className="dialog-body">
          <div className="dialog-head">
            <h2 id={id}>{title}</h2>
            <button type="button" className="icon-button" onClick={onClose} aria-label="Close">
              <Icon name="cross" />
            </button>
          </div>
          {children}
        </div>
      )}
    </dialog>
  );
}
