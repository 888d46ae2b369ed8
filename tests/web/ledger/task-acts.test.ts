import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToString } from 'react-dom/server';
import { afterEach, expect, test, vi } from 'vitest';
import { type Task, taskKeys } from '../../../web/api/tasks.ts';
import { type TaskActs, useTaskActs } from '../../../web/ledger/task-acts.ts';
import { aTask } from './task-for-tests.ts';

afterEach(() => vi.unstubAllGlobals());

function Screen({ give }: { give: (acts: TaskActs) => void }) {
  give(useTaskActs());
  return null;
}

/** What a screen can do to these tasks, before a server that answers nothing until `answer`. */
function screenWith(...tasks: Task[]) {
  const sent: string[] = [];
  const waiting: (() => void)[] = [];
  vi.stubGlobal('fetch', (url: string, { method }: RequestInit) => {
    sent.push(`${method} ${url}`);
    return new Promise<Response>((resolve) => waiting.push(() => resolve(new Response('{}'))));
  });
  const client = new QueryClient();
  client.setQueryData(taskKeys.list(), tasks);
  const given: TaskActs[] = [];
  renderToString(createElement(QueryClientProvider, { client }, createElement(Screen, { give: (acts) => given.push(acts) })));
  return { acts: given[0] as TaskActs, sent, answer: () => waiting.shift()?.() };
}

test('what is done to several tasks is sent at once', async () => {
  const [one, two] = [aTask({ id: 'one' }), aTask({ id: 'two' })];
  const { acts, sent } = screenWith(one, two);
  acts.complete(one);
  acts.archive(two);
  await vi.waitFor(() => expect(sent).toEqual(['PATCH /api/tasks/one/status', 'POST /api/tasks/two/archive']));
});

test('what is done to a task and to its steps is sent one after the other', async () => {
  const parent = aTask({ id: 'parent' });
  const step = aTask({ id: 'step', parentId: 'parent' });
  const { acts, sent, answer } = screenWith(parent, step);
  acts.complete(step);
  acts.complete(parent);
  acts.undoLast();
  const all = ['PATCH /api/tasks/step/status', 'PATCH /api/tasks/parent/status', 'POST /api/tasks/parent/undo'];
  for (let count = 1; count <= all.length; count += 1) {
    await vi.waitFor(() => expect(sent).toHaveLength(count));
    await new Promise((resolve) => setImmediate(resolve));
    expect(sent).toEqual(all.slice(0, count));
    answer();
  }
});
