import { z } from 'zod';
import { sentence } from '../../contracts/words/isolated.ts';
import { count, type Described, defineEvent, defineStream, type EventOf, id, SEALED_EXAMPLE, sealed } from '../kernel/define-event.ts';
import type { RecordedOf } from '../kernel/event.ts';

const FILTER = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';
// No webhook carries these events: a filter changes nothing but its owner's view.
const common = { since: '0.1.0', history: 'account', webhook: false } as const;

const filterTexts = z.strictObject({
  name: z.string().describe('What the owner calls it.'),
  query: z.string().describe('What it searches for.'),
});
export type FilterTexts = Described<typeof filterTexts>;
const example = { name: 'Deep work', query: 'is:open #"deep work"' };

const filterId = id.describe('The filter.');

export const FilterSaved = defineEvent({
  ...common,
  type: 'FilterSaved',
  startsStream: true,
  publicName: 'filter.created',
  label: 'Filter saved',
  meaning: 'The owner saved a search as a filter. It is the last of their filters.',
  data: z.strictObject({ filter_id: filterId }),
  private: filterTexts,
  example: { data: { filter_id: FILTER }, private: example },
  detail: ({ after }) => named(after.name),
  changes: (_data, { private: texts }) => ({ sealedAfter: { name: texts, query: texts } }),
});

export const FilterChanged = defineEvent({
  ...common,
  type: 'FilterChanged',
  publicName: 'filter.edited',
  label: 'Filter changed',
  meaning: 'The owner gave a filter another name, another search or another place. The others make room.',
  data: z.strictObject({
    filter_id: filterId,
    position: count.describe('Its place among the filters, from 0.'),
    was_position: count.describe('Its former place.'),
    was: sealed<FilterTexts>().nullable().describe('Its former texts; null: they stay.'),
  }),
  private: filterTexts.optional(),
  example: { data: { filter_id: FILTER, position: 0, was_position: 2, was: SEALED_EXAMPLE }, private: example },
  detail: ({ after }) => named(after.name),
  changes: ({ position, was_position, was }, { private: texts }) => ({
    ...(position !== was_position && { before: { position: was_position }, after: { position } }),
    ...(texts !== null && { sealedBefore: { name: was, query: was }, sealedAfter: { name: texts, query: texts } }),
  }),
});

export const FilterDeleted = defineEvent({
  ...common,
  type: 'FilterDeleted',
  publicName: 'filter.deleted',
  label: 'Filter deleted',
  meaning: 'The owner deleted a filter. Those after it move up.',
  data: z.strictObject({
    filter_id: filterId,
    texts: sealed<FilterTexts>().describe('What it was called, and what it searched for.'),
  }),
  example: { data: { filter_id: FILTER, texts: SEALED_EXAMPLE } },
  detail: ({ before }) => named(before.name),
  changes: ({ texts }) => ({ sealedBefore: { name: texts, query: texts } }),
});

const named = (name: unknown): string | null => (typeof name === 'string' ? sentence`‘${name}’.` : null);

export const FILTER_EVENTS = [FilterSaved, FilterChanged, FilterDeleted] as const;
export type FilterEvent = EventOf<(typeof FILTER_EVENTS)[number]>;
export type RecordedFilterEvent = RecordedOf<FilterEvent>;
export const filterStream = defineStream('filters');
