import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement, type ReactElement } from 'react';
import { renderToString } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import type { z } from 'zod';
import { outcomeOf } from '../../src/domain/task/rules.ts';
import type { Alert } from '../../web/api/alerts.ts';
import { camel, snake } from '../../web/api/names.ts';
import type { Partner } from '../../web/api/partners.ts';
import type { Archive, Task } from '../../web/api/tasks.ts';
import type { Review, Submission, Verification } from '../../web/api/verifications.ts';
import { PENDING_TASK } from '../support/task-story.ts';

/** A partner who has accepted, with what the test cares about. */
export const aPartner = (own: Partial<Partner> = {}): Partner => ({
  id: 'p1',
  name: 'Søren',
  email: 'soren@example.org',
  whatsapp: '',
  status: 'accepted',
  detail: 'titles',
  role: 'first',
  invitedAt: '2026-11-02T08:00:00Z',
  acceptedAt: '2026-11-02T09:00:00Z',
  endedAt: null,
  ...own,
});

/** An active alert about a missed task. */
export const anAlert = (id: string): Alert => ({
  id,
  taskId: 't',
  title: 'Missed',
  message: 'It was due.',
  severity: 'high',
  type: 'task_missed',
  acknowledged: false,
  resolved: false,
  createdAt: '2026-11-19T10:00:00Z',
});

/** A pending task without a date, with what the test cares about; how it counts follows from that, as on the server. */
export function aTask(own: Partial<Task> = {}): Task {
  const task = { ...PENDING, ...own };
  const counts = outcomeOf({
    status: task.status,
    late: task.late,
    due_date: task.dueDate,
    verification_state: task.verificationState,
    counts_as_skipped: task.late && task.skipReason !== null,
    deleted: task.deleted ?? false,
    withdrawn: false,
    decided_at: null,
    corrected: task.corrected,
  });
  return { ...task, outcome: own.outcome ?? counts };
}

const PENDING: Omit<Task, 'outcome'> = { ...camel(PENDING_TASK), createdAt: '2026-11-01T08:00:00Z' };

/** Due at the end of that day in Berlin (winter). */
export const dueOn = (date: string, own: Partial<Task> = {}): Task =>
  aTask({ dueDate: date, dueAt: `${date}T22:59:59.999Z`, id: `t-${date}`, ...own });

/** The task as the server sends it. */
export const wireTask = (task: Task): Record<string, unknown> => snake(task);

/** A verification that awaits proof, with what the test cares about. */
export const aVerification = (own: Partial<Verification> = {}): Verification => ({
  id: 't1',
  taskId: 't1',
  taskTitle: 'Ship it',
  type: 'general',
  state: 'awaiting_proof',
  requirement: null,
  dueAt: '2026-11-19T09:00:00Z',
  proofDueAt: '2026-11-20T09:00:00Z',
  judge: 'partner',
  partner: 'Søren Lind',
  submissions: [],
  decision: null,
  appeal: null,
  corrected: false,
  createdAt: '2026-11-01T08:00:00Z',
  updatedAt: '2026-11-19T08:00:00Z',
  ...own,
});

export const aReview = (own: Partial<Review> = {}): Review => ({
  id: 'r1',
  at: '2026-11-18T17:02:00Z',
  judge: { kind: 'partner', name: 'Søren' },
  verdict: 'accepted',
  score: null,
  criteria: [],
  comment: null,
  model: null,
  promptVersion: null,
  seen: null,
  ...own,
});

export const aSubmission = (own: Partial<Submission> = {}): Submission => ({
  id: 's1',
  at: '2026-11-18T16:57:00Z',
  text: null,
  links: [],
  files: [],
  commits: [],
  design: null,
  emailTaskId: null,
  codeTaskId: null,
  state: 'in_review',
  reviews: [],
  ...own,
});

/** What a schema of a form says of values: the first message of each field, by its name. */
export function faultsIn<Input>(schema: z.ZodType<unknown, Input>, values: Input): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) faults[path.join('.')] ??= message;
  return faults;
}

function Screen({ draw }: { draw: () => void }) {
  draw();
  return null;
}

/** The archive with a page of each task, and a first page of none: as after several reads. */
export const archiveOf = (...tasks: Task[]): Archive => ({
  pages: [[], ...tasks.map((task) => [task])].map((items, at) => ({ items, next: at === tasks.length ? null : `${at}` })),
  pageParams: [null, ...tasks.map((_task, at) => `${at}`)],
});

/** Resolves once the reads that follow a change have begun: in a turn of their own, and without a pause in these tests. */
export const readsBegun = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));

/** What a hook gives to a screen when it is first drawn, without a page: enough to call the mutations that it makes. */
export function renderHook<T>(client: QueryClient, hook: () => T): T {
  const given: T[] = [];
  const screen = createElement(Screen, { draw: () => given.push(hook()) });
  renderToString(createElement(QueryClientProvider, { client }, screen));
  return given[0] as T;
}

type Key = readonly unknown[];
interface Read {
  /** What the server has answered, by the keys of the queries. */
  readonly known?: readonly (readonly [key: Key, value: unknown])[];
  /** The keys of queries that have failed. */
  readonly failed?: readonly Key[];
}

function clientOf({ known = [], failed = [] }: Read): QueryClient {
  const client = new QueryClient({ defaultOptions: { queries: { staleTime: Number.POSITIVE_INFINITY, retryOnMount: false } } });
  for (const [key, value] of known) client.setQueryData(key, value);
  for (const queryKey of failed)
    client
      .getQueryCache()
      .build(client, { queryKey })
      .setState({ status: 'error', error: new Error('No answer.') });
  return client;
}

/** The HTML of a part of the client as it is first drawn, without a page. */
export function htmlOf(screen: ReactElement, read: Read = {}): string {
  const routed = createElement(MemoryRouter, null, screen);
  return renderToString(createElement(QueryClientProvider, { client: clientOf(read) }, routed));
}

const CHARACTERS: Readonly<Record<string, string>> = { '&amp;': '&', '&lt;': '<', '&gt;': '>', '&quot;': '"', '&#x27;': "'" };

/** The texts that it shows, in their order: one for each element, without spaces around it. */
export const textsOf = (screen: ReactElement, read: Read = {}): readonly string[] =>
  htmlOf(screen, read)
    .replaceAll(/<!--.*?-->/g, '')
    .split(/<[^>]*>/)
    .map((text) => text.replaceAll(/&(?:amp|lt|gt|quot|#x27);/g, (entity) => CHARACTERS[entity] ?? entity).trim())
    .filter((text) => text !== '');

/** Where its links lead, with their texts: 'Sign In /auth'. */
export const linksOf = (screen: ReactElement, read: Read = {}): readonly string[] =>
  [...htmlOf(screen, read).matchAll(/<a [^>]*href="([^"]*)"[^>]*>(.*?)<\/a>/g)].map(
    ([, href, inside = '']) => `${inside.replaceAll(/<[^>]*>/g, '').trim()} ${href}`,
  );
