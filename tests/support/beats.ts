/** Milliseconds of the pause in each beat. */
export const BEAT_MS = 100;

/**
 * Counts beats until something settles: pauses of 100 ms, each followed by a look at something that has to work for its
 * answer. A machine that is busy makes the beats longer as it makes the work longer, so a bound on them says how long
 * the program takes and not what else runs there. `look`: what is asked in each beat, such as another process of the
 * same program; its faults count for nothing.
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
