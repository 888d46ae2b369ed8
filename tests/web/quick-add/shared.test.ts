import { expect, test } from 'vitest';
import { lineOf } from '../../../web/quick-add/new-draft.ts';
import { withShared } from '../../../web/quick-add/shared.ts';

const LINK = 'https://example.org/ferns/?page=2#top';

test.each<readonly [string, { title?: string; text?: string; url?: string }, string, string | undefined]>([
  ['a page with its title', { title: 'Ferns', url: LINK }, 'Ferns', LINK],
  ['a link in the text, as most programs send it', { title: 'Ferns', text: LINK }, 'Ferns', LINK],
  ['a link in both places', { title: 'Ferns', text: LINK, url: LINK }, 'Ferns', LINK],
  ['a link alone', { text: LINK }, 'example.org/ferns', LINK],
  ['a title that is the link', { title: LINK, text: LINK }, 'example.org/ferns', LINK],
  ['words alone', { text: 'Water the ferns today' }, 'Water the ferns today', undefined],
  ['words of several lines', { text: 'Ferns\r\n\n  Water them\nhttps://example.org' }, 'Ferns', 'Water them\nhttps://example.org'],
  ['words with a link within', { text: `See ${LINK}` }, `See ${LINK}`, undefined],
  ['what is no link of the web', { text: 'javascript:alert(1)' }, 'javascript:alert(1)', undefined],
])('%s becomes the line of a new task', (_name, { title = '', text = '', url = '' }, line, notes) => {
  const made = withShared(null, { title, text, url });
  expect([made.text, made.own.description]).toEqual([line, notes]);
});

test('what was typed before is kept in front', () => {
  const typed = { ...lineOf('Read '), own: { description: 'From Bo', priority: 'high' as const } };
  expect(withShared(typed, { title: 'Ferns', text: '', url: LINK })).toEqual({
    ...typed,
    text: 'Read Ferns',
    own: { description: `From Bo\n${LINK}`, priority: 'high' },
  });
});
