import { randomUUID } from 'node:crypto';
import { expect } from 'vitest';
import type { OverallReport, Streaks } from '../../src/contracts/report.ts';
import type { Alert } from '../../src/contracts/task.ts';
import type { SettingsGroup, SettingsGroups } from '../../src/domain/account/settings-events.ts';
import { untilAnswered } from './cluster-life.ts';
import type { DevMail } from './served.ts';
import { type Answered, call } from './server-process.ts';

export interface Mail extends DevMail {
  /** When it was sent. */
  readonly at: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly attachments: readonly { readonly filename: string }[];
}

export interface ShownTask {
  readonly id: string;
  readonly title: string;
  readonly status: string;
  readonly due_at: string;
  readonly due_date: string;
  readonly recurring_task_id: string | null;
}

type NewTask = { readonly title: string; readonly due_date: string; readonly due_time?: string };
type NewRoutine = { readonly rrule: string; readonly start_date?: string; readonly due_time?: string };

/** A person with an account, who asks the program as a browser does: any web, with a cookie and the position last seen. */
export interface Resident {
  readonly id: string;
  readonly email: string;
  promise(task: NewTask): Promise<string>;
  complete(id: string): Promise<void>;
  skip(id: string, reason: string): Promise<void>;
  task(id: string): Promise<ShownTask>;
  /** All tasks that are not archived, by their due instant. */
  tasks(): Promise<readonly ShownTask[]>;
  /** The task as it is now. */
  streak(): Promise<Streaks['user']>;
  /** Days from the account's first on, those with anything on them. */
  days(): Promise<OverallReport['days']>;
  /** Newest first; the newest 200. */
  alerts(): Promise<readonly Alert[]>;
  /** Gives the id of the new task. */
  routine(routine: NewRoutine): Promise<string>;
  choose<G extends SettingsGroup>(group: G, set: Partial<SettingsGroups[G]>): Promise<void>;
  moveZone(timezone: string): Promise<void>;
  /** Adds a partner at this address, who accepts. */
  partner(email: string): Promise<void>;
  /** Oldest first, from the confirmation on. */
  mails(): Promise<readonly Mail[]>;
  leave(): Promise<void>;
}

const PASSWORD = 'a rather long password';
const COOKIE = /vouch_session=[^;]+/;

/** Oldest first; the newest 200. */
export async function mailsTo(url: string, address: string): Promise<readonly Mail[]> {
  return (await call(url, 'GET', `/dev/mailbox.json?to=${encodeURIComponent(address)}&limit=200`)).body.toReversed();
}

/** The link in the newest mail to an address, which is waited for. */
async function mailed(url: string, address: string, link: RegExp): Promise<string> {
  const found = async () => link.exec((await mailsTo(url, address)).at(-1)?.text ?? '')?.[1];
  await expect.poll(found, { timeout: 60_000, interval: 50 }).toBeDefined();
  return (await found()) as string;
}

export async function takeResidence(url: string, email: string, timezone: string): Promise<Resident> {
  let cookie = '';
  let position = '';

  async function once(method: string, path: string, body?: unknown, own: Readonly<Record<string, string>> = {}): Promise<Answered> {
    const headers = { ...own, ...(cookie && { cookie }), ...(position && { 'vouch-position': position }) };
    const answered = await call(url, method, path, { headers, ...(body !== undefined && { body }) });
    const shown = answered.headers.get('vouch-position') ?? '';
    if (shown > position) position = shown;
    cookie = COOKIE.exec(answered.headers.getSetCookie().join('\n'))?.[0] ?? cookie;
    return answered;
  }
  const signIn = () => once('POST', '/api/auth/signin', { email, password: PASSWORD });
  /** @throws Error with the answer if the call is refused */
  async function ask(method: string, path: string, body?: unknown): Promise<Answered['body']> {
    const own: Record<string, string> = method === 'POST' ? { 'idempotency-key': randomUUID() } : {};
    // On a busy machine a store may be slow, so that a call cannot be done at once.
    const asked = () => untilAnswered(() => once(method, path, body, own));
    let answered = await asked();
    // A session ends after a month.
    if (answered.status === 401 && (await signIn()).status === 200) answered = await asked();
    if (answered.status >= 300) throw new Error(`${method} ${path}: ${answered.status} ${JSON.stringify(answered.body)}`);
    return answered.body;
  }

  const { user } = await ask('POST', '/api/auth/signup', { email, password: PASSWORD, full_name: 'Robin', timezone });
  await ask('POST', '/api/auth/confirm', { token: await mailed(url, email, /confirm\?token=(\w+)/), password: PASSWORD });
  return {
    id: user.id,
    email,
    promise: async (task) => (await ask('POST', '/api/tasks', task)).id,
    complete: (id) => ask('PATCH', `/api/tasks/${id}/status`, { status: 'completed' }),
    skip: (id, reason) => ask('PATCH', `/api/tasks/${id}/status`, { status: 'skipped', reason }),
    task: (id) => ask('GET', `/api/tasks/${id}`),
    tasks: () => ask('GET', '/api/tasks'),
    streak: async () => (await ask('GET', '/api/streaks')).user,
    days: async () => (await ask('GET', '/api/reports/overall')).days,
    alerts: () => ask('GET', '/api/alerts?limit=200'),
    routine: async (routine) => (await ask('POST', '/api/recurring_tasks', { title: 'Stand up', ...routine })).id,
    choose: (group, set) => ask('PUT', `/api/settings/${group}`, set),
    moveZone: (zone) => ask('PUT', '/api/settings/profile', { timezone: zone }),
    async partner(address) {
      await ask('PUT', '/api/settings/accountability', { partner_name: 'Søren', partner_email: address });
      await ask('POST', `/partner/${await mailed(url, address, /\/partner\/(\w+)\n/)}/accept`);
    },
    mails: () => mailsTo(url, email),
    leave: () => ask('DELETE', '/api/settings/account'),
  };
}
