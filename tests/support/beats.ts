/** Milliseconds of the pause in each beat. */
export const BEAT_MS = 100;

/**
 * Counts beats until the promise settles. A beat is a pause of 100 ms and then a call of `look`, which asks something that
 * has to work for its answer, such as another process of the same program. A busy machine makes beats longer, just as it
 * makes the work longer. So a bound on their number tells how long the program takes, whatever else is running. Errors of
 * `look` are ignored.
 */
export async function beatsUntil(work: Promise<unknown>, look: () => Promise<unknown> = async () => undefined): Promise<number> {
  let [beats, isOver] = [0, false];
  const end = (): void => {
    isOver = true;
  };
  const over = work.then(end, end);
  while (!isOver) {
    const pause = new Promise((resolve) => setTimeout(resolve, BEAT_MS));
    await Promise.race([over, pause.then(look).catch(() => undefined)]);
    if (!isOver) beats += 1;
  }
  return beats;
}
