/**
 * Everybody's answers, or the first failure; but only once nobody is being asked any more. What is in
 * flight when one fails is paid for all the same: its answer must reach the journal before it closes.
 */
export async function allAnswers<Answer>(asked: ReadonlyArray<Promise<Answer>>): Promise<Answer[]> {
  await Promise.allSettled(asked);
  return Promise.all(asked);
}
