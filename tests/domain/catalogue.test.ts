import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { eventsPage } from '../../scripts/events.ts';
import { EVENTS } from '../../src/domain/catalogue.ts';
import { type AnyEventDefinition, publicNameOf, publicNamesOf } from '../../src/domain/kernel/define-event.ts';
import { faultOf } from '../../src/domain/kernel/event-catalogue.ts';

const ROOT = join(import.meta.dirname, '../..');
const definitions = [...EVENTS.values()];

test('docs/events.md is what scripts/events.ts makes from the definitions', () => {
  expect(readFileSync(join(ROOT, 'docs/events.md'), 'utf8')).toBe(eventsPage(EVENTS));
});

test('the catalogue contains every event that a decider can give', async () => {
  const modules = await Promise.all(globSync('src/domain/*/*.ts', { cwd: ROOT }).map((file) => import(join(ROOT, file))));
  const deciders = modules
    .flatMap((module) => Object.values(module as Record<string, unknown>))
    .filter(
      (value): value is { events: readonly AnyEventDefinition[] } => typeof value === 'object' && value !== null && 'decide' in value,
    );
  expect(deciders.length).toBeGreaterThanOrEqual(10);
  // each aggregate names the events with which its streams begin
  expect(deciders.filter(({ events }) => !events.some(({ startsStream }) => startsStream))).toEqual([]);
  const given = deciders.flatMap(({ events }) => events);
  expect(given.filter((definition) => EVENTS.get(definition.type) !== definition).map(({ type }) => type)).toEqual([]);
  // and no event is declared that no decider gives
  expect(definitions.filter((definition) => !given.includes(definition)).map(({ type }) => type)).toEqual([]);
});

test.each(definitions.map((definition) => [definition.type as string, definition] as const))(
  'the event %s has an example that matches its declaration',
  (_, definition) => {
    const { type, example } = definition;
    expect(faultOf(EVENTS, { type, data: example.data }, example.private)).toBeNull();
    expect(publicNamesOf(definition)).toContain(publicNameOf(definition, example.data));
  },
);

test('public names are dotted, begin with the aggregate, and belong to one event each', () => {
  const names = definitions.flatMap(publicNamesOf);
  expect(names.filter((name) => !/^[a-z]+(_[a-z]+)*\.[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});

test('an event that is not declared, or differs from its declaration, is refused with its name', () => {
  expect(faultOf(EVENTS, { type: 'TaskForgotten', data: {} }, null)).toBe('the catalogue of events has no TaskForgotten');
  expect(faultOf(EVENTS, { type: 'AlertAcknowledged', data: { alert_id: 7, secret: 'x' } }, undefined)).toMatch(/^its data: .*alert_id/);
});
