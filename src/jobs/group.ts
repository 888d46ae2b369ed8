import type { Position } from '../domain/kernel/event.ts';
import type { DueWork } from '../ports/due-work.ts';

/** Does a piece of due work. Resolves with the position of what it wrote, or null if it wrote nothing. */
export type Run = (work: DueWork) => Promise<Position | null>;

/** Called with each piece once it has ended. */
export interface Heard {
  /** `position`: of what the piece wrote or of something newer; null: there was nothing left to do. */
  done(work: DueWork, position: Position | null): void;
  failed(work: DueWork, error: unknown): void;
}

/** The work of so many accounts is done side by side, and that of one account in its order. */
export const ACCOUNTS_AT_ONCE = 64;

export const keyOf = ({ kind, id }: Pick<DueWork, 'kind' | 'id'>): string => `${kind} ${id}`;

/** The work of each account in its order. What belongs to no account waits for nothing. */
export const byAccount = (works: readonly DueWork[]): readonly (readonly DueWork[])[] => [
  ...Map.groupBy(works, (work) => work.owner ?? keyOf(work)).values(),
];

/** Does the work of many accounts side by side. Once `mayGoOn` returns false, no more pieces begin. */
export async function doSideBySide(works: readonly DueWork[], run: Run, heard: Heard, mayGoOn: () => boolean = () => true): Promise<void> {
  const lines = byAccount(works);
  // All of them take from the same iterator.
  const left = lines.values();
  const doLines = async (): Promise<void> => {
    for (const line of left)
      for (const work of line) {
        if (!mayGoOn()) return;
        await doOne(work, run, heard);
      }
  };
  await Promise.all(Array.from({ length: Math.min(ACCOUNTS_AT_ONCE, lines.length) }, doLines));
}

async function doOne(work: DueWork, run: Run, heard: Heard): Promise<void> {
  let position: Position | null;
  try {
    position = await run(work);
  } catch (error) {
    heard.failed(work, error);
    return;
  }
  heard.done(work, position);
}
