/**
 * Everyday words that are one slip of the finger away from a word of the crisis rules: "his" is not a mistyped "hits".
 * They are never corrected.
 */
export const ordinaryWords: ReadonlySet<string> = new Set(
  `
abut affair aid bags ban bar based batch batter bay beach bead beast beasts bell bet beta bets bing
bits booth boring bot bother bow brain braking breadth brunch cared cars carve cash cause chart
chase choose chord close closest coke cop cove crane dearth decide derive derives deriving din ding
dive diving domes dried drone drop drying edible elven eve ever exits far farther fat feather fed
fee fees fight figure filing film fin fins fit fits fleet float flood fore form google ham haven
heard heron hints hose hut intro key kind kinds knuckle least lid lie lied lies line linked log
loner loose mad makers man mars med mediation met moth move must net nice noise non norse pace
palace pan pant parent pats paying pie piece pint plain plants plate plush poke quiet rally ranging
rap red refuse release rue sack sacks sad sake sand save scar scarred score seeping sell sells shame
shaved shelf shoe shore short shots show side sill sin sine sing ski slid sometime songs soon spit
splint splits splitting sport staring stated stays steep stone store strand strange stuck suits
sweat swore tables takers tale talking tan tap taps tarp tee ten thin thorough though three thrust
tie tins tool toward traced track trailing treat treats tuning twin twist users violet wan wave wet
wets whip widow width wildly win wing witch word worlds
`
    .trim()
    .split(/\s+/),
);
