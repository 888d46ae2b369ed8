import { expect, test } from 'vitest';
import { FILE_BYTES } from '../../src/contracts/file.ts';
import { newPartnerBody } from '../../src/contracts/partner.ts';
import { newRecurringTaskBody } from '../../src/contracts/routine.ts';
import { newTaskBody } from '../../src/contracts/task.ts';
import { sizeWords } from '../../src/contracts/words/format.ts';
import { folded, showsNothing, tagKey } from '../../src/contracts/words/spelling.ts';
import { tagKey as tagKeyOfTheDomain } from '../../src/domain/task/rules.ts';

test.each([
  ['Łódź', 'lodz'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['GROẞ', 'gross'],
  ['Ørsted', 'orsted'],
  ['Đorđević', 'dordevic'],
  ['Zürich', 'zurich'],
  ['Kraków', 'krakow'],
  ['İstanbul', 'istanbul'],
  ['Ǿ', 'o'],
  ['Ελλάδα', 'ελλαδα'],
  ['ΟΔΌΣ', 'οδοσ'],
  ['Ёлка', 'елка'],
  ['ＡＢＣ１２', 'abc12'],
  ['ﬁne', 'fine'],
  ['it’s', "it's"],
  ['“so”', '"so"'],
])('the text %s is found by %s', (text, typed) => {
  expect(folded(text)).toBe(typed);
  expect(folded(typed)).toBe(typed);
});

test('in other scripts a combining mark makes a different word', () => {
  expect(folded('काम')).not.toBe(folded('कम'));
  expect(folded('が')).not.toBe(folded('か'));
  expect(folded('שָׁלוֹם')).not.toBe(folded('שלום'));
});

test('the domain and the client compare tags in the same way', () => {
  for (const tag of ['Work', 'Straße', 'STRASSE', 'Łódź', 'CAFE\u0301', 'ΕΛΛΆΣ', 'İ', 'काम'])
    expect(tagKeyOfTheDomain(tag)).toBe(tagKey(tag));
});

/** Invisible texts, by the characters of which they consist. */
const UNSEEN: readonly (readonly [name: string, text: string])[] = [
  ['a zero width space', '\u200b'],
  ['a zero width joiner', '\u200d'],
  ['a zero width non-joiner', '\u200c'],
  ['a word joiner', '\u2060'],
  ['a byte order mark', '\ufeff'],
  ['a soft hyphen', '\u00ad'],
  ['a combining grapheme joiner', '\u034f'],
  ['an Arabic letter mark', '\u061c'],
  ['a Hangul choseong filler', '\u115f'],
  ['a Hangul jungseong filler', '\u1160'],
  ['a Hangul filler', '\u3164'],
  ['a halfwidth Hangul filler', '\uffa0'],
  ['Khmer inherent vowels', '\u17b4\u17b5'],
  ['a Mongolian vowel separator', '\u180e'],
  ['a left-to-right mark', '\u200e'],
  ['a right-to-left override', '\u202e'],
  ['an isolate', '\u2066\u2069'],
  ['invisible operators', '\u2061\u2062\u2063\u2064'],
  ['deprecated format characters', '\u206a\u206f'],
  ['braille without dots', '\u2800'],
  ['a variation selector', '\ufe0f'],
  ['a supplementary variation selector', '\u{e0100}'],
  ['tag characters', '\u{e0061}\u{e007f}'],
  ['anchors of annotations', '\ufff9\ufffb'],
  ['an empty notehead', '\u{1d159}'],
  ['musical format characters', '\u{1d173}'],
  ['shorthand format controls', '\u{1bca0}'],
  ['a no-break space', '\u00a0'],
  ['an ideographic space', '\u3000'],
  ['an en quad', '\u2000'],
  ['an Ogham space mark beside a zero width space', '\u1680\u200b'],
  ['several of them', ' \u200b\u00ad \u2800\ufe0f '],
];

test.each(UNSEEN)('a text of %s counts as invisible', (_, text) => {
  expect(showsNothing(text)).toBe(true);
  const errors = (result: { success: boolean; error?: { issues: readonly { path: PropertyKey[]; message: string }[] } | undefined }) =>
    result.error?.issues.map(({ path, message }) => [path.join('.'), message]);
  expect(errors(newTaskBody.safeParse({ title: text }))).toEqual([['title', 'Title is required.']]);
  expect(errors(newTaskBody.safeParse({ title: 'x', tags: [text] }))).toEqual([['tags.0', 'A tag cannot be blank.']]);
  expect(errors(newRecurringTaskBody.safeParse({ title: text, rrule: 'FREQ=DAILY' }))).toEqual([['title', 'Title is required.']]);
  expect(errors(newPartnerBody.safeParse({ name: text, email: 'a@b.example' }))).toEqual([['name', 'Name is required.']]);
});

test.each(['a', '.', '\u0301', 'a\u200b', '\u200d👩\u200d💻', '❤\ufe0f', '\u0600', '\u00b7', 'か\u3099'])(
  'the text %j counts as visible',
  (text) => {
    expect(showsNothing(text)).toBe(false);
    expect(newTaskBody.parse({ title: text }).title).toBe(text);
  },
);

test('tags are stored in NFC, and tags that differ only in case are one tag', () => {
  const tags = (list: string[]) => newTaskBody.parse({ title: 'x', tags: list }).tags;
  expect(tags(['cafe\u0301', 'caf\u00e9', 'CAF\u00c9'])).toEqual(['caf\u00e9']);
  expect(tags(['Work', 'home', 'work', 'WORK'])).toEqual(['Work', 'home']);
  expect(tags(['Ελλάς', 'ΕΛΛΆΣ', 'Дом', 'дом', 'काम'])).toEqual(['Ελλάς', 'Дом', 'काम']);
  expect(tags(Array.from({ length: 30 }, () => 'same'))).toEqual(['same']);
});

test.each([
  [0, '0 bytes'],
  [1, '1 byte'],
  [900, '900 bytes'],
  [1_023, '1023 bytes'],
  [1_024, '1 KB'],
  [217_088, '212 KB'],
  [1_048_575, '1.0 MB'],
  [1_468_006, '1.4 MB'],
  [10_480_000, '10 MB'],
  [FILE_BYTES, '25 MB'],
  [5 * 1_073_741_824, '5.0 GB'],
])('%i bytes are %s', (bytes, words) => {
  expect(sizeWords(bytes)).toBe(words);
});
