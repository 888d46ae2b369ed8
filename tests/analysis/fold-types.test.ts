import { expect, expectTypeOf, test } from 'vitest';
import type { Fold, VouchEvent } from '../../src/analysis/fold.ts';

type Of<Name extends VouchEvent['type']> = Extract<VouchEvent, { type: Name }>;

test('the compiler knows the public names and the data of all events', () => {
  expectTypeOf<'task.missed'>().toExtend<VouchEvent['type']>();
  expectTypeOf<'task.proof_accepted'>().toExtend<VouchEvent['type']>();
  expectTypeOf<'task.eaten'>().not.toExtend<VouchEvent['type']>();
  expectTypeOf<string>().not.toExtend<VouchEvent['type']>();
  expectTypeOf<Of<'day.closed'>['data']['date']>().toEqualTypeOf<string>();
  expectTypeOf<Of<'partner.invited'>['data']['address_key']>().toEqualTypeOf<unknown>();
  expectTypeOf<Of<'email_task.edited'>['data']['was']>().toEqualTypeOf<unknown>();
});

test('a fold whose state and events do not fit is refused by the compiler', () => {
  const fold: Fold<number> = {
    name: 'missed',
    init: () => 0,
    // @ts-expect-error There is no event of this name.
    apply: (missed, { type }) => (type === 'task.forgotten' ? missed + 1 : missed),
  };
  const wrong: Fold<number> = {
    name: 'wrong',
    init: () => 0,
    // @ts-expect-error The closing of a day has no such field.
    apply: (sum, event) => (event.type === 'day.closed' ? sum + event.data.weather : sum),
  };
  expect([fold.name, wrong.name]).toEqual(['missed', 'wrong']);
});
