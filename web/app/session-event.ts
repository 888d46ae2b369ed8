export type SessionEvent = 'SIGNED_IN' | 'SIGNED_OUT';

/**
 * What has changed between two polls, or null when nothing has. Each state is `undefined` before the first answer, null when
 * nobody is signed in, else the id of the user.
 */
export function sessionEvent(before: string | null | undefined, now: string | null | undefined): SessionEvent | null {
  if (before === undefined || now === undefined || before === now) return null;
  return now === null ? 'SIGNED_OUT' : 'SIGNED_IN';
}
