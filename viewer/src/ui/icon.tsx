/** Icons drawn as SVG, because not every font has them. */
const paths = {
  check: "M3.5 8.5l3 3 6-7",
  cross: "M4 4l8 8M12 4l-8 8",
  dot: "M7.5 8h1",
  sun: [
    "M8 5.2a2.8 2.8 0 1 0 0 5.6 2.8 2.8 0 0 0 0-5.6M8 1.5v1.2M8 13.3v1.2M1.5 8h1.2M13.3 8h1.2",
    "M3.4 3.4l.9.9M11.7 11.7l.9.9M3.4 12.6l.9-.9M11.7 4.3l.9-.9",
  ].join(""),
  moon: "M13 9.6A5.6 5.6 0 0 1 6.4 3a5.6 5.6 0 1 0 6.6 6.6z",
  system: "M2.5 3.5h11v7.5h-11zM6 13.5h4M8 11v2.5",
  share:
    "M6.5 9.5l3-3M7.5 5l1.3-1.3a2.5 2.5 0 0 1 3.5 3.5L11 8.5M8.5 11l-1.3 1.3a2.5 2.5 0 0 1-3.5-3.5L5 7.5",
  right: "M3 8h10M9 4l4 4-4 4",
} as const;

export type IconName = keyof typeof paths;

export const Icon = ({ name }: { name: IconName }) => (
  <svg className="icon" viewBox="0 0 16 16" aria-hidden="true">
    <path d={paths[name]} />
  </svg>
);
