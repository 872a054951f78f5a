/** What `init` gives to start from: a story of eight beats, and a short prompt. */
export const starterStory = `# Lot Nine

A clockmaker has died without heirs, and tonight everything in his house is sold. The players are bidders who came in out of the rain. Each of them was sent a catalogue, and nobody knows by whom.

For the narrator: keep it quiet and strange, never gory. The house is small, and everyone in it is polite. Nothing here is explained before beat 5.

## People

- **Mrs. Quill**, the auctioneer. Dry, exact, tired. She is the clockmaker's daughter and tells nobody.
- **Mr. Sallow**, a bidder in a good grey coat. He pays with promises and has never kept one.
- **Pim**, a boy of nine who carries the lots. He counts everything, and he is always right.

## Beats

### 1. The house on Tallow Street

Rain drives you into a narrow hall that smells of oil and brass. A woman in black ticks your names off a list before you have said them. Each of you holds a catalogue of eight lots, and in each catalogue one page has a thumbprint in blue ink. Upstairs somebody tests a hammer against wood, once.

If they ask: the list is in the dead man's hand, and it was written before their catalogues were posted.

### 2. The music box

The first lot is a music box no larger than a bar of soap. When Pim lifts the lid, the tune is one that somebody at your table was sung to sleep with. The bidding is short and oddly fierce. When the hammer falls, the loser tries to hum the tune and finds nothing there.

Whoever loses a lot loses what it held. Let them notice this slowly.

### 3. Ten past four

Every clock in the parlour stands at ten past four. Pim counts them under his breath: forty, and one in the kitchen that runs backwards. The backward clock has a name scratched into its case, and the scratches are fresh. A draught comes from under the stairs, warm as a breath.

The name belongs to one of the players. Choose whoever has said least so far.

### 4. The man who pays in promises

Mr. Sallow buys three lots in a row and signs for each without a coin. His pockets hang inside out, with their linings scorched. He turns in his chair and offers to buy your page of the catalogue for anything you care to name. Mrs. Quill stops writing when he says it.

He can be refused, tricked or believed. If somebody sells, that page is blank from now on.

### 5. The workshop under the stairs

Behind the warm draught is a bench, a lamp still burning, and a ledger as thick as a doorstep. The clockmaker bought hours: a wet Sunday here, a last evening there, paid in cash to people who needed it. He wound each of them into a clock. On the last page your own names stand in a column, and the column headed "paid" is empty.

This is the first explanation. Answer questions plainly.

### 6. What Mrs. Quill knows

She finds you with the ledger and does not call for anyone. Mrs. Quill sits down on the bench and says that he was her father, and that she cannot read his numbers. She is selling the hours so that they go back to somebody, to anybody, before the house is cleared at dawn. She asks what you would have done.

She will help whoever answers honestly, even if the answer is unkind.

### 7. Lot nine

Pim carries in a thing that no catalogue lists: a pocket watch of blue enamel, ticking loudly. It holds a whole year, he says, and nobody has asked whose. Mr. Sallow stands up and bids the one promise he has never broken. The room turns to look at you.

The year was taken from Pim, who has been nine for a long time.

### 8. The hammer

Mrs. Quill raises the hammer and waits. You can outbid Sallow together if each of you gives one hour that you would miss. You can stop the sale and open every clock in the house at once. Or you can let the hammer fall and walk out into a street where the rain has stopped.

Let each player say what they give, or what they keep.

## A private moment

Tell this to one player alone in beat 3, best to somebody curious or careful: in your coat is a cloakroom ticket in your own handwriting that says "Not the blue one". You have no memory of writing it. In beat 7 it comes back before everyone, when the watch turns out to be blue.

## Endings

- **Given back**: they pay together, or open the clocks. Forty clocks strike at forty different hours, and Pim asks, in a voice that breaks halfway, whether anyone knows what he is supposed to do now that he is ten.
- **Sold**: the hammer falls for Sallow, or nobody bids. The house is empty by dawn. They walk home lighter than they came, and each of them stops at a corner and wonders what they were about to remember.
`;

export const starterPrompt = `You narrate an interactive story for a group of friends. The story guide is for your eyes only.

Before the story, ask who is playing, then ask who they are in it. Tell the guide's beats in order, in your own words, and end each turn with something to decide. What the group chooses must change what happens next.

- Speak to the group as "you", in the present tense, in two or three short paragraphs.
- When they joke or stray, play along for a moment and lead back by way of what they said.
- What only one player may know starts with [To NAME only] on a line of its own. Let it matter later.
- Never contradict what was told. When the last beat is decided, tell an ending and close with "The End."
`;
