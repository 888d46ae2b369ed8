import { expect, test } from 'vitest';
import { presentActor } from '../../src/presenters/actors.ts';
import type { HistoryDoc } from '../../src/projections/history/history.ts';

const NAMES = { owner: 'Ada Ode', partners: new Map([['p1', 'Max']]) };

test.each([
  ['user', 'u1', 'Ada Ode'],
  ['partner', 'p1', 'Max'],
  // Their key is destroyed.
  ['partner', 'p2', null],
  ['ai', 'openai/gpt-5-mini', 'openai/gpt-5-mini'],
  ['provider', 'stripe', 'stripe'],
  ['system', null, null],
] as const)('who acted as %s %s is called %s', (kind, id, name) => {
  expect(presentActor({ actor: { kind, id } } as unknown as HistoryDoc, NAMES)).toEqual({ kind, name });
});
