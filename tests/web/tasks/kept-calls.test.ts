import { afterEach, describe, expect, test, vi } from 'vitest';
import type { KeptChange } from '../../../web/api/kept.ts';
import type { Task } from '../../../web/api/tasks.ts';
import { keepable, sendKept, type TaskCall } from '../../../web/tasks/kept-calls.ts';
import { aTask, wireTask } from '../examples.ts';

afterEach(() => vi.unstubAllGlobals());

describe('a change that was kept', () => {
  const NOW = Date.parse('2026-11-19T10:00:00Z');
  const HOUR = 3_600_000;

  /** What is sent for a call that was kept while the task stood as `before`, and stands as `present` now. Null: it is gone. */
  async function sentFor(call: TaskCall, before: Task, present: Task | null, more: Partial<KeptChange> = {}): Promise<unknown> {
    const sent: unknown[] = [];
    vi.stubGlobal('fetch', (url: string, { method, body, headers }: RequestInit & { headers: Record<string, string> }) => {
      if (method !== 'GET') {
        const [key, tag] = [headers['idempotency-key'], headers['if-match']];
        sent.push([`${method} ${url}`, ...(body ? [JSON.parse(String(body))] : []), ...(key ? [key] : []), ...(tag ? [tag] : [])]);
        return Promise.resolve(Response.json(wireTask(present ?? before)));
      }
      if (!present) return Promise.resolve(Response.json({ code: 'not_found', message: 'No.' }, { status: 404 }));
      return Promise.resolve(Response.json(wireTask(present), { headers: { etag: '"9"' } }));
    });
    const kept = keepable(call, 'its-key', 'family', 'Do it', before);
    const change: KeptChange = {
      ...kept,
      id: 'c',
      owner: 'ada',
      page: 'p',
      order: 1,
      sentAt: null,
      refused: null,
      isConflict: false,
      ...more,
    };
    try {
      await sendKept(change, NOW, '2026-11-19');
      return sent;
    } catch (error) {
      expect(sent).toEqual([]);
      return (error as Error).message;
    }
  }

  const OPEN = aTask({ id: 't' });
  const completed = aTask({ id: 't', status: 'completed', completed: true });
  const skipped = aTask({ id: 't', status: 'skipped', skipReason: 'Rain' });
  const missed = aTask({ id: 't', status: 'missed' });
  const complete: TaskCall = { name: 'status', args: { id: 't', status: 'completed' } };
  const undo: TaskCall = { name: 'undo', args: { id: 't' } };
  const retitle: TaskCall = { name: 'edit', args: { id: 't', change: { title: 'Run far' }, etag: '"1"' } };

  const changed = (what: string) => `The task was changed elsewhere in the meantime. ${what}`;
  const GONE = 'The task was deleted in the meantime.';
  const PATCHED = [['PATCH /api/tasks/t/status', { completed: true, status: 'completed' }]];

  test.each<[string, TaskCall, Task, Task | null, unknown]>([
    ['completes an unchanged task', complete, OPEN, OPEN, PATCHED],
    ['completes a task that was missed by the passing of time', complete, OPEN, missed, PATCHED],
    ['completes a task that was only renamed', complete, OPEN, { ...OPEN, title: 'Walk' }, PATCHED],
    ['does not repeat a completion that arrived', complete, OPEN, completed, []],
    ['does not complete a task that was skipped elsewhere', complete, OPEN, skipped, changed('It was open, and is skipped (‘Rain’) now.')],
    [
      'does not complete a task that was archived elsewhere',
      complete,
      OPEN,
      { ...OPEN, archived: true },
      changed('It is in the archive now.'),
    ],
    ['does not complete a deleted task', complete, OPEN, null, GONE],
    ['undoes what is still the last change', undo, completed, completed, [['POST /api/tasks/t/undo', 'its-key']]],
    [
      'does not undo another, later change',
      undo,
      completed,
      { ...completed, title: 'Walk' },
      changed(`Title was ‘${OPEN.title}’, and is ‘Walk’ now.`),
    ],
    ['does not repeat a deletion that arrived', { name: 'delete', args: { id: 't' } }, OPEN, null, []],
    ['archives a task', { name: 'archive', args: { id: 't' } }, completed, completed, [['POST /api/tasks/t/archive', 'its-key']]],
    [
      'edits a task with the present ETag',
      retitle,
      OPEN,
      { ...OPEN, priority: 'high' },
      [['PUT /api/tasks/t', { title: 'Run far' }, '"9"']],
    ],
    ['does not repeat an edit that arrived', retitle, OPEN, { ...OPEN, title: 'Run far' }, []],
    [
      'does not edit a field that somebody else has changed',
      retitle,
      OPEN,
      { ...OPEN, title: 'Walk' },
      changed(`Title was ‘${OPEN.title}’, and is ‘Walk’ now.`),
    ],
  ])('%s', async (_what, call, before, present, expected) => {
    expect(await sentFor(call, before, present)).toEqual(expected);
  });

  test('creates a task under its key, unless the server no longer has the key', async () => {
    const create: TaskCall = { name: 'create', args: { body: { title: 'New' } } };
    expect(await sentFor(create, OPEN, OPEN, { sentAt: NOW - 23 * HOUR })).toEqual([['POST /api/tasks', { title: 'New' }, 'its-key']]);
    expect(await sentFor(create, OPEN, OPEN, { sentAt: NOW - 25 * HOUR })).toMatch(/^Nobody can say any more whether it arrived/);
  });

  test('is not sent if this version does not know it', async () => {
    const call = { name: 'toString', args: {} } as unknown as TaskCall;
    expect(await sentFor(call, OPEN, OPEN)).toBe('This version of the program does not know this change.');
  });
});
