import { Client } from '../../support/client.ts';
import type { Somebody } from './old-program.ts';

const SETTINGS = ['all', 'profile', 'notifications', 'time', 'accountability', 'subscription'];
const HISTORY = ['all', 'tasks', 'verifications', 'alerts', 'streaks', 'partner', 'account'];
const REPORTS = ['daily', 'weekly', 'overall', 'history'];

/** Every GET of an account that changes nothing. `few`: only some of many similar ones. */
export async function pathsOf(who: Somebody, today: string, few: number): Promise<readonly string[]> {
  const tasks = [...(await who.get('/api/tasks?limit=1000')), ...(await who.get('/api/tasks/archived?limit=1000'))] as Task[];
  const routines = (await who.get('/api/recurring_tasks')) as { id: string }[];
  const partners = (await who.get('/api/partners')) as { id: string }[];
  const some = tasks.filter((_, index) => index % few === 0);
  const parents = new Set(tasks.map(({ parent_id }) => parent_id).filter((id) => id !== null));
  const date = (offset: number): string => Temporal.PlainDate.from(today).add({ days: offset }).toString();
  return [
    ...['session', 'me', 'user'].map((name) => `/api/auth/${name}`),
    ...SETTINGS.map((group) => `/api/settings/${group}`),
    '/api/tasks',
    '/api/tasks?limit=200',
    '/api/tasks?status=completed,skipped&limit=100',
    '/api/tasks?status=pending',
    `/api/tasks?due_from=${date(-10)}&due_to=${date(20)}`,
    '/api/tasks?tag=home',
    '/api/tasks/missed?limit=100',
    '/api/tasks/archived?limit=200',
    ...some.map(({ id }) => `/api/tasks/${id}`),
    ...[...parents].filter((_, index) => index % few === 0).map((id) => `/api/tasks/${id}/children`),
    '/api/recurring_tasks',
    ...routines.map(({ id }) => `/api/recurring_tasks/${id}`),
    '/api/vacations',
    '/api/streaks',
    '/api/alerts?limit=200',
    '/api/alerts/active',
    '/api/partners',
    ...partners.map(({ id }) => `/api/partners/${id}`),
    ...[-54, -1, 0, 1].map((offset) => `/api/days/${date(offset)}/nothing-due`),
    '/api/reports/daily',
    ...Array.from({ length: 65 }, (_, index) => `/api/reports/daily?date=${date(-index * few)}`),
    ...Array.from({ length: 12 }, (_, index) => `/api/reports/weekly?offset=${-index}`),
    '/api/reports/overall',
    `/api/reports/overall?start_date=${date(-45)}&end_date=${date(10)}`,
    ...HISTORY.map((type) => `/api/reports/history?type=${type}&limit=200`),
    ...REPORTS.flatMap((type) => [`/api/reports/reports/html?type=${type}`, `/api/reports/reports/pdf?type=${type}`]),
    '/api/reports/reports/html?type=weekly&offset=-2',
    '/api/audit?limit=200',
    ...some.map(({ id }) => `/api/audit?task_id=${id}&limit=200`),
    '/api/tasks/nothing',
    '/api/reports/daily?date=2026-02-30',
  ];
}

interface Task {
  readonly id: string;
  readonly parent_id: string | null;
}

/** Pages for people without an account: partners' pages, and copies of what was sent. */
export async function openPaths(url: string): Promise<readonly string[]> {
  const anybody = new Client(url);
  const mails = (await anybody.get('/dev/mailbox.json?limit=200')).body as { text: string }[];
  const messages = (await anybody.get('/dev/outbox.json?limit=200')).body as { text: string }[];
  const links = [...mails, ...messages].flatMap(({ text }) =>
    [...text.matchAll(/\/partner\/\w+(?:\/unsubscribe)?(?=\n|$)/g)].map(([link]) => link),
  );
  return ['/dev/mailbox.json?limit=200', '/dev/outbox.json?limit=200', '/api/tasks', '/api/settings/all', ...new Set(links)];
}
