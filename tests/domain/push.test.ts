import { expect, test } from 'vitest';
import type { Sealed } from '../../src/domain/kernel/event.ts';
import { MOST_SUBSCRIPTIONS, type PushCommand, pushDecider } from '../../src/domain/push/decide.ts';
import { given } from '../support/given.ts';

const nobody = () => given(pushDecider, { stream: 'push-u1', owner: 'u1' });
const add = (id: string, name = `Browser ${id}`): PushCommand => ({ type: 'Subscribe', id, name });
const remove = (id: string, how: 'owner' | 'gone' | 'moved' = 'owner'): PushCommand => ({ type: 'Unsubscribe', id, how });

test('a browser is subscribed, renamed and removed', () => {
  const story = nobody()
    .when(add('s1'))
    .gives({ type: 'PushSubscribed', data: { subscription_id: 's1' }, private: { name: 'Browser s1' } });
  const renamed = story.when(add('s2')).when(add('s1', 'Work'));
  expect(renamed.state.map(({ id }) => id)).toEqual(['s1', 's2']);
  const name = renamed.state[0]?.name as Sealed<never>;
  expect(name).toBe(renamed.fresh[0]?.private);
  const gone = renamed.when(remove('s1')).gives({ type: 'PushUnsubscribed', data: { subscription_id: 's1', name, how: 'owner' } });
  expect(gone.state.map(({ id }) => id)).toEqual(['s2']);
});

test('only its owner is told that a subscription does not exist', () => {
  nobody().refuses(remove('s1'), 'not_found');
  nobody().when(remove('s1', 'gone')).gives();
  nobody().when(remove('s1', 'moved')).gives();
});

test('there are ten at most, and those that exist can still be renamed', () => {
  const full = Array.from({ length: MOST_SUBSCRIPTIONS }, (_, index) => `s${index}`).reduce((story, id) => story.when(add(id)), nobody());
  expect(full.refuses(add('more'), 'limit_reached').message).toContain('10 browsers');
  expect(full.when(add('s3', 'Work')).fresh).toHaveLength(1);
  expect(full.when(remove('s3')).when(add('more')).state).toHaveLength(MOST_SUBSCRIPTIONS);
});
