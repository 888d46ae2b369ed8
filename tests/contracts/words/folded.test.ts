import { expect, test } from 'vitest';
import { folded } from '../../../src/contracts/words/folded.ts';
import { tagKey } from '../../../src/contracts/words/same-tag.ts';
import { tagKey as tagKeyOfTheDomain } from '../../../src/domain/task/tags.ts';

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
])('%s is found by %s', (text, typed) => {
  expect(folded(text)).toBe(typed);
  expect(folded(typed)).toBe(typed);
});

test('in other scripts a mark makes another word', () => {
  expect(folded('काम')).not.toBe(folded('कम'));
  expect(folded('が')).not.toBe(folded('か'));
  expect(folded('שָׁלוֹם')).not.toBe(folded('שלום'));
});

test('both sides compare tags in the same way', () => {
  for (const tag of ['Work', 'Straße', 'STRASSE', 'Łódź', 'CAFE\u0301', 'ΕΛΛΆΣ', 'İ', 'काम'])
    expect(tagKeyOfTheDomain(tag)).toBe(tagKey(tag));
});
