/** Names and backgrounds for guides that have none of their own. They fit most places and times. */
const listed = (items: string): readonly string[] => items.split(", ");

export const generalNames = listed(
  "Amina, Bruno, Chiara, Dmitri, Elif, Farid, Greta, Hugo, Ines, Jonas, Keiko, Leon, Mei, Nadia, " +
    "Omar, Paula, Ravi, Sofia, Tomas, Uma, Viktor, Wanda, Yusuf, Zoe",
);

export const generalBackgrounds: Readonly<Record<"occupations" | "ties" | "quirks", readonly string[]>> = {
  occupations: listed(
    "a baker, a night nurse, a schoolteacher, a carpenter, a postal worker, a cook, " +
      "a retired sailor, a tailor, a music student, a gardener, a clerk, a mechanic",
  ),
  ties: listed(
    "a letter that came too late, a debt to an old friend, an aunt who once lived here, " +
      "a promise made years ago, a photograph with a name on the back, " +
      "a rumour that would not go away, a sister who never wrote back, a key that fits no door at home",
  ),
  quirks: listed(
    "hums when thinking, counts stairs, keeps every ticket, talks to dogs first, " +
      "never sits with the back to a door, carries too many pencils, laughs at the wrong moment, " +
      "writes everything down",
  ),
};
