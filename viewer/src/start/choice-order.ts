/** What was chosen, in the order of choosing. The first is the reference: the others are compared with it. */
type ChoiceOrder = readonly string[];

export const withChoice = (order: ChoiceOrder, value: string, isChosen: boolean): ChoiceOrder => {
  const others = order.filter((each) => each !== value);
  return isChosen ? [...others, value] : others;
};

export const withReference = (order: ChoiceOrder, value: string): ChoiceOrder => [
  value,
  ...order.filter((each) => each !== value),
];
