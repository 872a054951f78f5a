/**
 * All answers, or the first failure, but only after all requests have ended: requests in flight are paid for even if
 * one fails, so their answers must reach the journal before it closes.
 */
export async function allAnswers<Answer>(asked: ReadonlyArray<Promise<Answer>>): Promise<Answer[]> {
  await Promise.allSettled(asked);
  return Promise.all(asked);
}
