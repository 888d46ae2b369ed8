import { EmailOutcomeUnknown, EmailSendRequested, EmailSendStarted, emailStream } from '../../src/domain/email/events.ts';
import { SYSTEM } from '../../src/domain/kernel/event.ts';
import type { Client } from '../support/client.ts';
import type { Served } from '../support/ways.ts';

/** The value of somebody's session cookie. */
export const cookieOf = ({ cookie }: Client): string => cookie?.slice(cookie.indexOf('=') + 1) ?? '';
export const times = <T>(count: number, make: (index: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, index) => make(index)));

/** The id of what was made. @throws Error with the refusal */
export async function made(answer: ReturnType<Client['post']>): Promise<string> {
  const { status, body, text } = await answer;
  if (status !== 201) throw new Error(`It was not made: ${text}`);
  return body.id;
}

const TRIES = 50;

/** The secret of a link in the newest mail to somebody. Waits for a mail that is sent after an answer. */
export async function inMail(served: Served, to: string, pattern: RegExp): Promise<string> {
  for (let left = TRIES; left > 0; left -= 1) {
    const found = (await served.mails(to)).map(({ text }) => pattern.exec(text)?.[1]).find((secret) => secret !== undefined);
    if (found !== undefined) return found;
    await served.advance('PT1S');
  }
  throw new Error(`No mail to ${to} has ${pattern}.`);
}

/** Emails of two tasks, which can be changed, deleted and sent. Of some it is unknown whether they were sent. */
export async function emailsOf(served: Served, ada: Client) {
  const task = (title: string) => made(ada.post('/api/tasks', { title, due_date: '2026-03-20', verification_type: 'email' }));
  const tasks = [await task('Ask'), await task('Ask again')];
  const email = (task_id: string | undefined) =>
    made(ada.post('/api/verifications/email-tasks', { task_id, to: ['bo@example.org'], subject: 'A question', body: 'When is it?' }));
  const some = (count: number) => times(count, (index) => email(tasks[index % 2]));
  const unknown = await some(4);
  for (const id of unknown) await breakOff(served, id);
  return { tasks, drafts: await some(6), spare: await some(6), sendable: await some(4), unknown };
}

/** Sends an email with an unknown outcome. All events are written at once, so that no worker can claim it before. */
async function breakOff({ app }: Served, id: string): Promise<void> {
  const stream = emailStream(id);
  const [first] = await app.store.readStream(stream);
  if (!first) throw new Error('There is no such email.');
  const { owner } = first.metadata;
  const metadata = { owner, actor: SYSTEM, correlation_id: id, causation_id: null, at: app.clock.now() };
  const events = [EmailSendRequested, EmailSendStarted, EmailOutcomeUnknown].map(({ type, example }) => ({
    id: app.newId(),
    type,
    data: { ...example.data, task_id: (first.data as { task_id: string }).task_id },
    private: null,
    metadata,
  }));
  await app.store.append(stream, { revision: 0, hash: first.metadata.hash }, events);
}
