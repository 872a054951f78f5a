import "./share.css";

/** A part of a whole, from 0 to 1. */
export const Share = ({ of }: { of: number }) => (
  <span className="share" aria-hidden="true">
    <span style={{ width: `${Math.round(Math.min(1, Math.max(0, of)) * 100)}%` }} />
  </span>
);
