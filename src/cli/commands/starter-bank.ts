/** A knowledge base of three entries and a bank of three tests: small enough to be read before they are changed. */
const entity = (
  id: string,
  { title, summary, tags, content }: { title: string; summary: string; tags: string; content: string },
) =>
  `---\nentity_id: ${id}\ntype: KNOWLEDGE\ntitle: ${title}\nload_mode: SEMANTIC\ntags: [${tags}]\nsummary: ${summary}\n---\n${content}\n`;

const tests = [
  {
    test_id: "V2-RET-001",
    name: "Money back, in other words",
    category: "one_liner",
    topics: ["returns"],
    prompt: "it does not fit and i want my money again",
    expected_primary: ["returns_and_refunds"],
    expected_secondary: [],
    not_expected: [],
    rank_check: [],
    user_state: {},
  },
  {
    test_id: "V2-SHIP-001",
    name: "Where is it",
    category: "one_liner",
    topics: ["shipping"],
    prompt: "my parcel should have been here on monday",
    expected_primary: ["late_delivery"],
    expected_secondary: ["returns_and_refunds"],
    not_expected: [],
    rank_check: [{ higher: "late_delivery", lower: "returns_and_refunds" }],
    user_state: {},
  },
  {
    test_id: "V2-WAR-001",
    name: "Broken after a year",
    category: "short_message",
    topics: ["warranty"],
    prompt: "the motor stopped after eleven months, can you repair it",
    expected_primary: ["warranty_claims"],
    expected_secondary: [],
    not_expected: [],
    rank_check: [],
    user_state: {},
  },
];

export const starterBank: Record<string, string> = {
  "kb/knowledge/returns_and_refunds.md": entity("returns_and_refunds", {
    title: "Returns and refunds",
    summary: "How a customer sends something back and gets the money.",
    tags: "orders, money",
    content:
      "Within 30 days an unused item can be sent back, and its price is refunded to the card it was paid with. Ask for the order number; offer an exchange where the size is the reason.\n\nWhere something broke, warranty claims are the better way.",
  }),
  "kb/knowledge/late_delivery.md": entity("late_delivery", {
    title: "Late delivery",
    summary: "What to do when a parcel has not arrived when it should have.",
    tags: "orders, shipping",
    content:
      "Look the parcel up before anything else, and tell what its last scan says. After five working days it counts as lost: send another, or refund.",
  }),
  "kb/knowledge/warranty_claims.md": entity("warranty_claims", {
    title: "Warranty claims",
    summary: "Defects within two years, from repair to replacement, and what is not covered.",
    tags: "orders, defects",
    content:
      "A defect within two years is repaired or the item replaced. Ask what happened and for a photo. Wear and drops are not covered; say so kindly.",
  }),
  "test_banks/semantic/parent_test_bank.json": `${JSON.stringify({ bank_type: "SEMANTIC", version: "2.0", description: "A bank to begin with: docs/guide/retrieval.md explains every field", tests }, undefined, 2)}\n`,
};
