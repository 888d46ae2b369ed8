import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { declareCall } from '../../../src/contracts/call.ts';
import { alertPagesQuery } from '../../../web/api/alerts.ts';
import { nextOf, pathOf, send } from '../../../web/api/client.ts';
import { emailsQuery, uploadAttachment } from '../../../web/api/email-tasks.ts';
import { camel, snake } from '../../../web/api/names.ts';
import { ApiError } from '../../../web/api/problem.ts';
import { makeQueryClient, markStale, readAfterChange, readStale } from '../../../web/api/query-client.ts';
import { request } from '../../../web/api/request.ts';
import { archivedTasksQuery, createTask, editTask, type Task, taskKeys, tasksQuery } from '../../../web/api/tasks.ts';
import { aTask } from '../examples.ts';

afterEach(() => vi.unstubAllGlobals());

type Answer = { status?: number; body?: unknown; headers?: Record<string, string> };
function answering(...answers: (Answer | Error)[]) {
  const calls: { url: string; init: RequestInit }[] = [];
  vi.stubGlobal('fetch', async (url: string, init: RequestInit) => {
    calls.push({ url, init });
    const answer = answers[Math.min(calls.length, answers.length) - 1];
    if (answer === undefined || answer instanceof Error) throw answer ?? new Error('no answer');
    const { status = 200, body, headers = {} } = answer;
    return new Response(body === undefined ? null : typeof body === 'string' ? body : JSON.stringify(body), {
      status,
      headers: { 'content-type': status >= 400 ? 'application/problem+json' : 'application/json', ...headers },
    });
  });
  return calls;
}

const failure = (promise: Promise<unknown>): Promise<ApiError> =>
  promise.then(
    () => Promise.reject(new Error('it did not fail')),
    (error) => error as ApiError,
  );
const someCall = (failure: string) =>
  declareCall({ method: 'GET', path: '/x', tag: 'Some', summary: 'Some call', access: 'user', replies: {}, failure });
const context = { signal: new AbortController().signal, client: new QueryClient(), meta: undefined, queryKey: [] } as never;

test("an error has the server's message, code and fields", async () => {
  answering({ status: 422, body: { code: 'validation_failed', message: 'Title is required.', errors: { title: ['Title is required.'] } } });
  const error = await failure(request(someCall('Failed to create task')));
  expect(error).toBeInstanceOf(ApiError);
  expect([error.message, error.code, error.status, error.errors]).toEqual([
    'Title is required.',
    'validation_failed',
    422,
    { title: ['Title is required.'] },
  ]);
});

test('an error without a message of the server has the message of the call', async () => {
  answering({ status: 502, body: '<html>', headers: { 'content-type': 'text/html' } });
  expect((await failure(request(someCall('Failed to fetch all tasks')))).message).toBe('Failed to fetch all tasks');
  answering(new TypeError('fetch failed'));
  const gone = await failure(request(someCall('Failed to fetch all tasks')));
  expect([gone.message, gone.code, gone.status]).toEqual(['Failed to fetch all tasks', 'offline', 0]);
});

test('an answer that cannot be read is an error, not a value', async () => {
  answering({ body: 'not json' });
  expect((await failure(request(someCall('Failed to fetch task')))).code).toBe('unreadable');
});

test('every call sends credentials, and every POST its own Idempotency-Key', async () => {
  const calls = answering({ body: {} });
  await send('/x', { method: 'POST', fallback: '' });
  await send('/x', { method: 'POST', fallback: '' });
  await send('/x', { fallback: '' });
  const keys = calls.map(({ init }) => (init.headers as Record<string, string>)['idempotency-key']);
  expect(calls.every(({ init }) => init.credentials === 'include')).toBe(true);
  expect([keys[0]?.length, keys[0] === keys[1], keys[2]]).toEqual([32, false, undefined]);
});

test('a repeated creation can send the same key, and an edit the ETag that was read', async () => {
  const calls = answering({ body: { id: 'a' }, headers: { etag: '"2"' } });
  await createTask({ title: 'a' }, 'key-1');
  const saved = await editTask('a b', { dueDate: null }, '"1"');
  const headers = calls.map(({ init }) => init.headers as Record<string, string>);
  expect([headers[0]?.['idempotency-key'], headers[1]?.['if-match'], calls[1]?.url, calls[1]?.init.body, saved.etag]).toEqual([
    'key-1',
    '"1"',
    '/api/tasks/a%20b',
    '{"due_date":null}',
    '"2"',
  ]);
});

test('the next page is read from the Link header', () => {
  expect(nextOf('</api/alerts?limit=50&after=a%2Bb>; rel="next"')).toBe('a+b');
  expect(nextOf('</x>; rel="prev", </y?after=2>; rel=next')).toBe('2');
  expect([nextOf(null), nextOf('</x?after=1>; rel="last"')]).toEqual([null, null]);
});

test('all pages of the tasks are read, with names in camelCase', async () => {
  const calls = answering(
    { body: [{ id: 'a', due_date: '2026-11-19' }], headers: { link: '</api/tasks?after=n>; rel="next"' } },
    { body: [{ id: 'b', due_date: null }] },
  );
  expect(await tasksQuery().queryFn?.(context)).toEqual([
    { id: 'a', dueDate: '2026-11-19' },
    { id: 'b', dueDate: null },
  ]);
  expect(calls.map((call) => call.url)).toEqual(['/api/tasks?limit=1000', '/api/tasks?limit=1000&after=n']);
});

test('all emails of a task are read, although a page of long ones ends early', async () => {
  const link = '</api/verifications/email-tasks?task_id=t&limit=200&after=n>; rel="next"';
  const calls = answering({ body: [{ id: 'a' }], headers: { link } }, { body: [{ id: 'b' }] });
  expect(await (emailsQuery('t').queryFn as (given: never) => Promise<unknown>)(context)).toEqual([{ id: 'a' }, { id: 'b' }]);
  expect(calls.map(({ url }) => new URL(url, 'http://here').searchParams.get('after'))).toEqual([null, 'n']);
});

test('archived tasks that cannot be read give an empty list and a warning', async () => {
  const warn = vi.spyOn(console, 'warn').mockImplementation(() => undefined);
  answering({ status: 500, body: {} });
  const client = makeQueryClient(0);
  expect((await client.fetchInfiniteQuery(archivedTasksQuery())).pages).toEqual([{ items: [], next: null }]);
  readStale(client);
  expect(client.getQueryState(taskKeys.archived())?.isInvalidated, 'it is read again with the next change').toBe(true);
  expect(warn).toHaveBeenCalledWith('Failed to fetch archived tasks', expect.any(ApiError));
});

test('archived tasks that are known stay when they cannot be read again', async () => {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
  const { queryKey } = archivedTasksQuery();
  const known = { pages: [{ items: [aTask({ id: 'a' })], next: null }], pageParams: [null] };
  client.setQueryData(queryKey, known);
  answering({ status: 500, body: {} });
  await expect(client.fetchInfiniteQuery({ ...archivedTasksQuery(), staleTime: 0 })).rejects.toThrow('Failed to fetch archived tasks');
  expect(client.getQueryData(queryKey)).toEqual(known);
});

test('a list that is read again keeps the objects of the tasks that are as they were, wherever they stand', () => {
  const share = tasksQuery().structuralSharing as (known: unknown, read: unknown) => unknown;
  const known = ['a', 'b', 'c'].map((id) => aTask({ id }));
  const [a, b, c] = known;
  expect(share(known, structuredClone(known))).toBe(known);
  const read = share(known, [aTask({ id: 'new' }), structuredClone(b), { ...c, title: 'Other' }, structuredClone(a)]) as Task[];
  expect(read.map(({ id, title }) => [id, title === 'Other'])).toEqual([
    ['new', false],
    ['b', false],
    ['c', true],
    ['a', false],
  ]);
  expect([read[1], read[3]].map((task, at) => task === [b, a][at])).toEqual([true, true]);
});

test('the next page of alerts begins where the last one ended', () => {
  const { getNextPageParam } = alertPagesQuery();
  expect(getNextPageParam({ items: [], next: 'n' }, [], null, [])).toBe('n');
});

test('names are converted to camelCase and back at every depth, and values are not', () => {
  const wire = { due_date: 'in_progress', user_metadata: { full_name: 'x' }, tasks: [{ due_at: null }, 'on_word'] };
  const own = { dueDate: 'in_progress', userMetadata: { fullName: 'x' }, tasks: [{ dueAt: null }, 'on_word'] };
  expect([camel(wire), snake(own)]).toEqual([own, wire]);
});

test('names that the API itself spells in camelCase are sent unchanged', () => {
  const body = { proofData: { linkText: 'a' }, options: { emailRedirectTo: '/' } };
  expect(snake(body)).toEqual({ proofData: { link_text: 'a' }, options: { emailRedirectTo: '/' } });
});

test('parameters without a value are not sent', () => expect(pathOf('/x', { a: null, b: '', c: 0, d: undefined })).toBe('/x?c=0'));

const META = { id: 'f1', name: 'a.txt', type: 'text/plain', size: 1, task_id: 't' };

/** Uploads a file to a server that answers this; null: it does not answer. */
function upload(answer: { readonly status: number; readonly body: string } | null) {
  const sent: unknown[] = [];
  class Request {
    readonly upload = { addEventListener: () => undefined };
    readonly status = answer?.status ?? 0;
    readonly responseText = answer?.body ?? '';
    readonly #on = new Map<string, () => void>();
    open = (...args: unknown[]) => sent.push(...args);
    setRequestHeader = () => undefined;
    addEventListener = (event: string, listener: () => void) => this.#on.set(event, listener);
    send(form: FormData) {
      sent.push([...form.keys()]);
      this.#on.get(answer === null ? 'error' : 'load')?.();
    }
  }
  vi.stubGlobal('XMLHttpRequest', Request);
  const given = uploadAttachment('t', new File(['a'], 'a.txt'), new AbortController().signal, () => undefined);
  return { sent, given };
}

test('an attachment is sent as a form, and its answer must have a meta', async () => {
  const { sent, given } = upload({ status: 200, body: JSON.stringify({ success: true, meta: META }) });
  expect(await given).toEqual(META);
  expect(sent).toEqual(['POST', '/api/verifications/uploadEmailAttachment', ['task_id', 'file']]);
});

test.each([
  ['without a meta', { status: 200, body: '{"success":true}' }],
  ['that cannot be read', { status: 502, body: '<html>' }],
  ['that never came', null],
])('an upload with an answer %s is an error', async (_what, answer) => {
  await expect(upload(answer).given).rejects.toMatchObject({ name: 'ApiError', message: 'Attachment upload failed' });
});

test('what changes have made outdated is read once, and only after nothing was changed for a moment', () => {
  vi.useFakeTimers();
  try {
    const client = makeQueryClient();
    const reads = vi.spyOn(client, 'invalidateQueries');
    for (const key of ['streaks', 'reports']) {
      markStale(client, [[key]]);
      void readAfterChange(client);
      vi.advanceTimersByTime(299);
    }
    expect(reads).not.toHaveBeenCalled();
    vi.advanceTimersByTime(1);
    expect(reads.mock.calls.map(([filters]) => filters?.queryKey)).toEqual([['streaks'], ['reports']]);
  } finally {
    vi.useRealTimers();
  }
});
