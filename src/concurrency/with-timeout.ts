/**
 * Returns the result of the work if it settles within `ms` milliseconds. Otherwise throws the error that `late` creates;
 * the work continues, but its result is ignored.
 */
export async function withTimeout<Result>(ms: number, work: Promise<Result>, late: () => Error): Promise<Result> {
  const over = Promise.withResolvers<never>();
  const timer = setTimeout(() => over.reject(late()), ms);
  try {
    return await Promise.race([work, over.promise]);
  } finally {
    clearTimeout(timer);
  }
}
