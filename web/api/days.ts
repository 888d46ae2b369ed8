import { send } from './client.ts';

/** The owner says that nothing is due on a day; again is the same. */
export const nothingDue = (date: string) =>
  send(`/api/days/${date}/nothing-due`, { method: 'POST', fallback: 'Failed to mark the day' }).then(() => undefined);
