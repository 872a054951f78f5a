/** Text that a model could write to make a browser do more than show it. */
import type { HouseMember } from "../../src/kernel/models/index.ts";
import { loadStory } from "../../src/playtest/index.ts";

/** Runs in a page that takes it for code; `ran` is looked for afterwards. */
const RUN = "window.ran=1;alert(1)";
const ELSEWHERE = "http://elsewhere.invalid/x";

export const tricks = [
  `<script>${RUN}</script>`,
  `</script><script>${RUN}</script>`,
  `<img src=x onerror="${RUN}">`,
  `<img src="${ELSEWHERE}.png">`,
  `<svg onload="${RUN}"><script>${RUN}</script><a xlink:href="javascript:${RUN}">x</a></svg>`,
  `<iframe srcdoc="<script>parent.${RUN}</script>"></iframe>`,
  `<style>@import url("${ELSEWHERE}.css");*{display:none}</style>`,
  `<meta http-equiv="refresh" content="0;url=${ELSEWHERE}">`,
  `<a href="javascript:${RUN}">press</a>`,
  `[press](javascript:${RUN}) ![look](${ELSEWHERE}.png) <${ELSEWHERE}>`,
  `javascript:${RUN}`,
  `<!--<script>--><plaintext>`,
  `{{constructor.constructor('${RUN}')()}} \${${RUN}}`,
  `&lt;script&gt;${RUN}&lt;/script&gt; \u2028\u2029\u0000`,
  "\u202Eenil eht fo dne eht morf daer\u202C \u2066isolated\u2069",
] as const;

/** Words that are longer than any screen. */
export const endless = "w".repeat(4_000);

const tellings = loadStory("innsmouth").pulses.flatMap(({ text, choice }) =>
  text.map((telling) => `${telling} ${choice!.question}`),
);

/** Says it in every role. The story continues, so that there are several turns. */
export const hostileActor: HouseMember = {
  name: "hostile",
  does: "Says what must never run.",
  async reply({ role, call }) {
    const words = [...tricks, endless].join("\n\n");
    if (role === "player" && call?.startsWith("creation/"))
      return { object: { backstory: words, character: tricks[0] + tricks[2] } };
    if (role === "player")
      return {
        object: {
          says: words,
          wants: `open the door ${tricks.join(" ")}`,
          offTopic: "none",
          private: null,
          tells: [],
          remember: null,
        },
      };
    if (role === "spokesperson") return { text: `We open the door. ${words}` };
    const turn = Number(call?.split("/")[1] ?? 0);
    return { text: `${tricks.join("\n\n")}\n\n${tellings[turn % tellings.length]!}` };
  },
};
