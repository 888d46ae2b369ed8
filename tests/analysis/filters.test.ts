import { describe, expect, test } from 'vitest';
import type { ExportedEvent } from '../../src/analysis/disclosure.ts';
import { filtersFrom, isChosen } from '../../src/analysis/filters.ts';

const KNOWN = new Set(['task.created', 'task.missed', 'day.closed']);
const ANN = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
const EVENT: ExportedEvent = {
  id: 'e',
  type: 'task.missed',
  at: '2026-11-27T09:00:00.000Z',
  recorded_at: '2026-11-27T09:12:00.000Z',
  person: 'person_1',
  stream: 'account-person_1',
  data: {},
};
const finds = (options: Parameters<typeof filtersFrom>[0]): boolean =>
  isChosen(filtersFrom(options, KNOWN), EVENT, { account: ANN, stream: `account-${ANN}` });

describe('filters', () => {
  test.each([
    [{}, true],
    [{ from: '2026-11-27T09:12:00Z' }, true],
    [{ from: '2026-11-27T10:12:00.000+01:00' }, true],
    [{ from: '2026-11-27T09:12:00.0001Z' }, false],
    [{ until: '2026-11-27T09:12:00Z' }, false],
    [{ until: '2026-11-27T09:12:00.0001Z' }, true],
    [{ from: '2026-11-27T09:12:00Z', until: '2026-11-27T09:12:00Z' }, false],
    [{ type: ['task.missed'] }, true],
    [{ type: ['task.created', 'task.missed'] }, true],
    [{ type: ['task.created'] }, false],
    [{ person: 'person_1' }, true],
    [{ person: ANN }, true],
    [{ person: 'person_2' }, false],
    [{ stream: 'account-person_1' }, true],
    [{ stream: `account-${ANN}` }, true],
    [{ stream: 'account' }, false],
    [{ person: 'person_1', type: ['day.closed'] }, false],
  ])('%j finds the event: %s', (options, expected) => {
    expect(finds(options)).toBe(expected);
  });

  test.each([
    [{ from: 'yesterday' }, '--from cannot be read: yesterday. Give an instant with its offset'],
    [{ until: '2026-02-30T00:00:00Z' }, '--until cannot be read'],
    [{ from: '2026-11-27' }, '--from cannot be read'],
    [{ from: '2026-11-27T09:12:00' }, '--from cannot be read'],
    [{ until: '+012026-11-27T09:12:00Z' }, '--until cannot be read'],
    [{ from: '2026-11-27T09:12:00Z', until: '2026-11-27T09:11:59Z' }, '--until is before --from'],
    [{ type: ['task.misssed'] }, 'There is no event of the type task.misssed. There are: task.created, task.missed.'],
    [{ type: ['nothing'] }, 'docs/events.md'],
  ])('%j is refused: %s', (options, sentence) => {
    expect(() => filtersFrom(options, KNOWN)).toThrow(sentence);
  });
});
