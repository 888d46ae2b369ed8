import { notifyManager } from '@tanstack/react-query';
import { expect, test } from 'vitest';
import { makeQueryClient } from '../../../web/api/query-client.ts';

const turn = () => new Promise((resolve) => setTimeout(resolve));

test('what the library schedules in one task runs in order in one later task, before React renders', async () => {
  makeQueryClient(0);
  const ran: string[] = [];
  // React renders in a microtask after the first change of a state.
  const change = (name: string) => {
    if (ran.push(name) === 1) queueMicrotask(() => ran.push('rendered'));
  };
  notifyManager.schedule(() => {
    change('one');
    notifyManager.schedule(() => change('of the next task'));
  });
  notifyManager.schedule(() => change('two'));
  expect(ran).toEqual([]);
  await turn();
  await turn();
  expect(ran).toEqual(['one', 'two', 'rendered', 'of the next task']);
});
