/** How much of something: a bar from 0 to 1. */
export function Meter({ value, label }: { value: number; label: string }) {
  const share = Math.max(0, Math.min(1, value));
  return (
    <span
      className="meter"
      role="meter"
      aria-label={label}
      aria-valuemin={0}
      aria-valuemax={100}
      aria-valuenow={Math.round(share * 100)}
    >
      <span style={{ width: `${share * 100}%` }} />
    </span>
  );
}
