import { Client } from '../../support/client.ts';
import type { OldProgram, Somebody } from './old-program.ts';

/** An action of somebody at `MM-DDTHH:MM` of 2026, UTC. */
export type Act = readonly [at: string, run: () => Promise<unknown>];

/** The link in a message to a partner. */
export const PAGE = /\/partner\/(\w+)\n/;
export const STOP = /\/partner\/(\w+)\/unsubscribe/;
/** The link in the mail that says that a bundle is ready. */
export const BUNDLE = /(\/api\/settings\/account\/export\/\w+)/;

/** Presses the button of a partner's page. */
export const post = async (program: OldProgram, path: string): Promise<void> => {
  const { status, text } = await new Client(program.url).post(path);
  if (status !== 200) throw new Error(`POST ${path}: ${status} ${text}`);
};

/** Completes what is due on a day, except every n-th task. */
export async function keep(who: Somebody, date: string, every: number): Promise<void> {
  const due = (await who.get(`/api/tasks?due_from=${date}&due_to=${date}&status=pending`)) as { id: string; verification_type: string }[];
  for (const [index, { id, verification_type }] of due.entries())
    if (verification_type === 'none' && (index + Number(date.slice(-2))) % every !== 0) await who.status(id, 'completed');
}

/** The dates from one `MM-DD` to another, both included. */
export function days(from: string, to: string): readonly string[] {
  const all: string[] = [];
  for (let day = Temporal.PlainDate.from(`2026-${from}`); day.toString() <= `2026-${to}`; day = day.add({ days: 1 }))
    all.push(day.toString().slice(5));
  return all;
}
