import type { Client } from '../support/client.ts';
import type { Served } from '../support/ways.ts';
import { cookieOf } from './made.ts';
import type { Likely } from './schemathesis.ts';

/** Somebody who has paid for Pro. */
async function paying(served: Served, email: string): Promise<Client> {
  const client = await served.member(email);
  const { url } = (await client.post('/api/subscriptions/checkout-session')).body;
  if (!(await served.desk?.pay(decodeURIComponent(url.split('/').at(-1)), { notify: true }))) throw new Error('It was not paid.');
  return client;
}

/** People who have a plan to cancel, and one to take back. */
export async function ownPlans(served: Served): Promise<Readonly<Record<string, readonly string[]>>> {
  const cancelled = await paying(served, 'cancelled@example.org');
  await cancelled.post('/api/subscriptions/cancel');
  return {
    'POST /api/subscriptions/cancel': [cookieOf(await paying(served, 'paying@example.org'))],
    'POST /api/subscriptions/resume': [cookieOf(cancelled)],
  };
}

const POSTS = '/api/premium/social/posts';
const OPERATIONS = [
  'GET /api/premium/coding/solutions/{id}',
  'GET /api/premium/system-design/submissions/{id}',
  `GET ${POSTS}`,
  `POST ${POSTS}`,
  `GET ${POSTS}/{id}`,
  `PATCH ${POSTS}/{id}`,
];

/** Somebody in the trial of Pro, with a solution, feedback and a post. No other calls end their trial. */
export async function premiumOf(served: Served) {
  const pro = await served.member('pro@example.org');
  await pro.post('/api/subscriptions/trial');
  const task = async (title: string, more: object = {}): Promise<string> =>
    (await pro.post('/api/tasks', { title, due_date: '2026-03-20', ...more })).body.id;
  const kept = await task('Kept', { due_date: '2026-03-05' });
  await pro.patch(`/api/tasks/${kept}/status`, { completed: true });
  const design = await task('Design it', { verification_type: 'system_design' });
  await pro.post(`/api/verifications/${design}/proof`, { proofData: { design: { requirements: 'A thousand users.' } } });
  const solved = await task('Solve it', { verification_type: 'coding' });
  const [question] = (await pro.post(`/api/verifications/code-by-url/${solved}`, { urls: ['http://vouch.invalid/question'] })).body;
  await pro.put(`/api/verifications/code-by-url/${question.id}`, { statement: '# Sum\n\nAdd.' });
  await pro.patch(`/api/tasks/${solved}/status`, { status: 'skipped', reason: 'Enough' });
  const post = (await pro.post(POSTS, { about: 'week' })).body.id as string;
  const ids = (names: RegExp, values: readonly string[]): Likely => ({ names, at: 'path.id', values, often: 0.8 });
  return {
    own: Object.fromEntries(OPERATIONS.map((name) => [name, [cookieOf(pro)]])),
    likely: [
      ids(/GET \/api\/premium\/coding\/solutions/, [question.id]),
      ids(/GET \/api\/premium\/system-design/, [design]),
      ids(/(GET|PATCH) \/api\/premium\/social\/posts\/\{id\}/, [post]),
      { names: /POST \/api\/premium\/social\/posts$/, at: 'body.task_id', values: [kept], often: 0.9 },
    ] satisfies readonly Likely[],
  };
}
