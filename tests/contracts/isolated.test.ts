import bidiFactory from 'bidi-js';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { quoted } from '../../src/contracts/words/format.ts';
import { isolated, sentence } from '../../src/contracts/words/isolated.ts';

const bidi = (bidiFactory as unknown as typeof bidiFactory.default)();
const MARKS = /[\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;

/** The text as a reader sees it, character by character from the left. */
const seen = (text: string): string => bidi.getReorderedString(text, bidi.getEmbeddingLevels(text)).replace(MARKS, '');

const LETTERS = ['א', 'ב', 'ע', 'ر', 'ح', 'A', 'n', 'a', '1', '2', ' ', '(', ')', '?', '.', '!', '\u202e', '\u2066', '\u2067', '\u2069'];
/** What somebody may write: letters of both directions, digits, brackets, and characters that change the direction. */
const written = fc.array(fc.constantFrom(...LETTERS), { maxLength: 12 }).map((letters) => letters.join(''));

test('whatever a name and a title contain, the words of a sentence stay where they are, and in their order', () => {
  fc.assert(
    fc.property(written, written, (name, title) => {
      const shown = seen(sentence`By ${name} on 20 Nov: ‘${title}’, 3 times.`);
      const places = ['By ', ' on 20 Nov: ‘', '’, 3 times.'].map((words) => shown.indexOf(words));
      expect(shown.startsWith('By ')).toBe(true);
      expect(shown.endsWith('’, 3 times.')).toBe(true);
      expect(places).toEqual([...places].sort((one, other) => one - other));
      expect(places).not.toContain(-1);
    }),
  );
});

test('a Latin word beside words from right to left is never turned', () => {
  const word = fc.constantFrom('דן', 'מחר', 'مرحبا', 'Ana', 'Vouch', '12:30', '(Ben)');
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const shown = seen(sentence`${words.join(' ')} missed ${words.toReversed().join(' ')} with Eva`);
      for (const one of ['missed', 'Eva', ...words.filter((latin) => /^[A-Z]/.test(latin))]) expect(shown).toContain(one);
    }),
  );
});

test('a sentence about a sentence keeps its order', () => {
  expect(seen(sentence`${sentence`${'דן'} (${'dan@example.org'})`} missed 3.`)).toBe('ןד (dan@example.org) missed 3.');
});

test('a text without such letters stays as it is, and an isolated one is not isolated again', () => {
  expect(sentence`${'Inés'} missed ‘${'Ελλάδα 日本'}’, ${3} times.`).toBe('Inés missed ‘Ελλάδα 日本’, 3 times.');
  expect(isolated('דן')).toBe('\u2068דן\u2069');
  expect(isolated(isolated('דן'))).toBe(isolated('דן'));
  expect(quoted('דן')).toBe('‘\u2068דן\u2069’');
});
