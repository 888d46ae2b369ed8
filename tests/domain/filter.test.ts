import fc from 'fast-check';
import { expect, test } from 'vitest';
import { type FilterCommand, filterDecider, MOST_FILTERS } from '../../src/domain/filter/decide.ts';
import type { Sealed } from '../../src/domain/kernel/event.ts';
import { given } from '../support/given.ts';

type Change = Extract<FilterCommand, { type: 'Change' }>;

const textsOf = (id: string) => ({ name: `Name of ${id}`, query: `query of ${id}` });
const save = (id: string, taken = false): FilterCommand => ({ type: 'Save', id, taken, ...textsOf(id) });
const change = (id: string, more: Partial<Change>): FilterCommand => ({
  type: 'Change',
  id,
  texts: null,
  taken: false,
  position: null,
  if_match: null,
  ...more,
});
const remove = (id: string, if_match: number | null = null): FilterCommand => ({ type: 'Delete', id, if_match });
const nobody = () => given(filterDecider, { stream: 'filters-u1', owner: 'u1' });
const three = () => nobody().when(save('a')).when(save('b')).when(save('c'));
const orderOf = ({ state }: { readonly state: readonly { readonly id: string }[] }) => state.map(({ id }) => id).join('');

test('a filter is saved once, after all others', () => {
  const saved = nobody().when(save('a'));
  saved.gives({ type: 'FilterSaved', data: { filter_id: 'a' }, private: textsOf('a') });
  saved.when(save('a')).gives();
  // A repeated request finds the name of its own filter.
  saved.when(save('a', true)).gives();
  expect(orderOf(three())).toBe('abc');
});

test('a name that another filter has is refused', () => {
  const taken = { name: ['You have a filter with this name. Choose another name.'] };
  expect(nobody().refuses(save('a', true), 'validation_failed').fields).toEqual(taken);
  expect(three().refuses(change('a', { texts: textsOf('b'), taken: true }), 'validation_failed').fields).toEqual(taken);
});

test('a filter gets other texts, and its place stays', () => {
  const texts = { name: 'New', query: 'is:open' };
  const was = three().state[1]?.texts as Sealed<never>;
  const changed = three()
    .when(change('b', { texts }))
    .gives({ type: 'FilterChanged', data: { filter_id: 'b', position: 1, was_position: 1, was }, private: texts });
  expect(changed.state.map(({ id, version }) => [id, version])).toEqual([
    ['a', 0],
    ['b', 3],
    ['c', 2],
  ]);
  three().when(change('b', {})).gives();
  three()
    .when(change('b', { position: 1 }))
    .gives();
});

test('a filter that is moved keeps its texts, and the version of each filter that makes room is another one', () => {
  const moved = three().when(change('c', { position: 0 }));
  moved.gives({ type: 'FilterChanged', data: { filter_id: 'c', position: 0, was_position: 2, was: null } });
  expect(moved.state.map(({ id, version, texts }) => [id, version, texts])).toEqual([
    ['c', 3, three().state[2]?.texts],
    ['a', 3, three().state[0]?.texts],
    ['b', 3, three().state[1]?.texts],
  ]);
  expect(orderOf(three().when(change('a', { position: 1 })))).toBe('bac');
  expect(three().when(change('a', { position: 1 })).state[2]?.version).toBe(2);
  const refused = three().refuses(change('a', { position: 3, taken: true }), 'validation_failed');
  expect(refused.fields).toEqual({ name: expect.anything(), position: ['A whole number from 0 to 2.'] });
});

test('a deleted filter is gone, and those after it move up', () => {
  const texts = three().state[1]?.texts as Sealed<never>;
  const gone = three()
    .when(remove('b'))
    .gives({ type: 'FilterDeleted', data: { filter_id: 'b', texts } });
  expect(gone.state.map(({ id, version }) => [id, version])).toEqual([
    ['a', 0],
    ['c', 3],
  ]);
  expect(gone.refuses(remove('b'), 'not_found').message).toBe('There is no such filter.');
  gone.refuses(change('b', { position: 0 }), 'not_found');
});

test('a write with the version of an earlier state is refused', () => {
  three().when(remove('b', 1)).gives(expect.anything());
  three().refuses(remove('b', 0), 'precondition_failed');
  const moved = three().when(change('c', { position: 0 }));
  expect(moved.refuses(change('a', { position: 2, if_match: 0 }), 'precondition_failed').message).toBe(
    'This filter has changed since you read it. Read it again, then send your change anew.',
  );
  expect(orderOf(moved.when(change('a', { position: 2, if_match: 3 })))).toBe('cba');
});

test('an account holds fifty', () => {
  let full = nobody();
  for (let index = 0; index < MOST_FILTERS; index += 1) full = full.when(save(`f${index}`));
  expect(full.refuses(save('more'), 'limit_reached').message).toBe(
    'You have 50 filters, which is as many as an account holds. Delete one of them, then try again.',
  );
  expect(full.when(remove('f7')).when(save('more')).state).toHaveLength(50);
});

test('over any changes, each filter is there once, and its version changes exactly when something of it does', () =>
  fc.assert(
    fc.property(
      fc.array(fc.record({ what: fc.constantFrom('save', 'move', 'rename', 'delete'), which: fc.nat(5), to: fc.nat(5) }), {
        maxLength: 30,
      }),
      (acts) => {
        let story = nobody();
        for (const [index, { what, which, to }] of acts.entries()) {
          const before = story.state;
          const id = before[which]?.id;
          if (what === 'save' || id === undefined) story = story.when(save(`f${index}`));
          else if (what === 'delete') story = story.when(remove(id));
          else if (what === 'rename') story = story.when(change(id, { texts: textsOf(`${index}`) }));
          else story = story.when(change(id, { position: Math.min(to, before.length - 1) }));
          const { state } = story;
          expect(new Set(state.map((one) => one.id)).size).toBe(state.length);
          for (const [place, filter] of state.entries()) {
            const was = before.findIndex((one) => one.id === filter.id);
            const isSame = was === place && before[was]?.texts === filter.texts;
            expect(filter.version === before[was]?.version).toBe(isSame);
          }
        }
      },
    ),
  ));
