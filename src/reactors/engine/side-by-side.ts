/**
 * Does the work for each item, at most `limit` at once. A failure does not stop the others: when all have ended, the first error is thrown.
 */
export async function sideBySide<T>(items: readonly T[], limit: number, work: (item: T) => Promise<void>): Promise<void> {
  const errors: unknown[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    for (let index = next++; index < items.length; index = next++) {
      try {
        await work(items[index] as T);
      } catch (error) {
        errors.push(error);
      }
    }
  };
  await Promise.all(Array.from({ length: Math.min(limit, items.length) }, worker));
  if (errors.length > 0) throw errors[0];
}
