import { EmailOutcomeUnknown, EmailSendRequested, EmailSendStarted, emailStream } from '../../src/domain/email/events.ts';
import { SYSTEM } from '../../src/domain/kernel/event.ts';
import type { Client } from '../support/client.ts';
import type { Served } from '../support/served.ts';
import { made, times } from './made.ts';

/** Emails of two tasks, which can be changed, deleted and sent, and some of which nobody knows whether they went out. */
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

/** Sends an email, and leaves it open whether it went out. All of it is written at once, so that no worker can claim it before. */
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
