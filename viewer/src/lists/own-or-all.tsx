/** Without or with the sessions of experiments, which may be thousands. */
export const OwnOrAll = ({ all, set }: { all: boolean; set: (view: "" | "all") => void }) => (
  <div className="choice" role="group" aria-label="Which sessions">
    <button type="button" aria-pressed={!all} onClick={() => set("")}>
      Own
    </button>
    <button
      type="button"
      aria-pressed={all}
      onClick={() => set("all")}
      title="All sessions, including those of experiments"
    >
      All
    </button>
  </div>
);
