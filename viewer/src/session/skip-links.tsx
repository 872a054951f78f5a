/** For the keyboard: past the bars, right to what is read. Seen when they have the focus. */
export function SkipLinks() {
  return (
    <nav className="skip-links" aria-label="Within the session">
      <a className="skip-link" href="#transcript">
        Skip to the transcript
      </a>
      <a className="skip-link" href="#lens">
        Skip to the ways to look at it
      </a>
    </nav>
  );
}
