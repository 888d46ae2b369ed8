export type SessionEvent = 'SIGNED_IN' | 'SIGNED_OUT';

/** What a poll means: `undefined` before the first answer, null when nobody is signed in, else the user's id. */
export function sessionEvent(before: string | null | undefined, now: string | null | undefined): SessionEvent | null {
  if (before === undefined || now === undefined || before === now) return null;
  return now === null ? 'SIGNED_OUT' : 'SIGNED_IN';
}
