import fc from 'fast-check';
import { expect, test } from 'vitest';
import { ticks } from '../../src/reports/charts/scene.ts';
import { paginate } from '../../src/reports/pdf/blocks.ts';
import { cut, drawable, type FontFace, joinRightToLeft, widthOf, wrap } from '../../src/reports/pdf/text.ts';

/** A font in which every character has the width 1, and which has no CJK characters. */
const face: FontFace = { has: (point) => point < 0x3000, width: () => 1 };

test('wrapping loses no character except the spaces at which it breaks, and no line is wider than allowed', () => {
  fc.assert(
    fc.property(
      fc.array(fc.string({ minLength: 1, maxLength: 30, unit: fc.constantFrom('a', 'b', 'ł', 'ю') }), { maxLength: 20 }),
      fc.integer({ min: 3, max: 20 }),
      (words, width) => {
        const lines = wrap(words.join(' '), width, 1, face);
        expect(lines.join('').replaceAll(' ', '')).toBe(words.join(''));
        for (const line of lines) expect(widthOf(line, 1, face)).toBeLessThanOrEqual(width);
      },
    ),
  );
});

test('there are at most as many lines as asked for, and the last ends in an ellipsis only if something is left out', () => {
  expect(wrap('one two three', 5, 1, face, 2)).toEqual(['one', 'two…']);
  expect(wrap('one two', 5, 1, face, 2)).toEqual(['one', 'two']);
  expect(wrap('aaaaaaaaaaaaaaaa', 4, 1, face, 2)).toEqual(['aaaa', 'aaa…']);
  expect(cut('abcdef', 4, 1, face)).toBe('abc…');
});

test('any text can be drawn afterwards: without control characters, direction overrides or characters that the font lacks', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary' }), (text) => {
      const shown = drawable(text, face);
      expect(shown).not.toMatch(/[\p{Cc}\u200b-\u200f\u202a-\u202e\u2066-\u2069]/u);
      for (const character of shown) expect(face.has(character.codePointAt(0) ?? 0)).toBe(true);
    }),
  );
});

test('neighbouring words of a right-to-left script are joined', () => {
  expect(joinRightToLeft('and שלום עולם then')).toBe('and שלום\u00a0עולם  then');
  expect(joinRightToLeft('plain words')).toBe('plain words');
});

test('no block is lost, out of order, or below the foot of its page', () => {
  const block = (height: number, withNext: boolean) => ({ height, withNext, draw: () => {} });
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.integer({ min: 1, max: 30 }), fc.boolean()), { maxLength: 60 }), (sizes) => {
      const blocks = sizes.map(([height]) => block(height, false));
      const pages = paginate(blocks, { first: 20, later: 10 }, 100);
      expect(pages.flat().map((placed) => placed.block)).toEqual(blocks);
      for (const { block: each, y } of pages.flat()) expect(y + each.height).toBeLessThanOrEqual(100);
    }),
  );
});

test('ticks begin at 0, rise evenly, and do not exceed the greatest value', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 100_000 }), (greatest) => {
      const marks = ticks(greatest);
      expect(marks[0]).toBe(0);
      expect(marks.at(-1)).toBeLessThanOrEqual(greatest);
      expect(marks.length).toBeLessThanOrEqual(6);
      expect(marks.length).toBeGreaterThan(1);
      for (const mark of marks) expect(Number.isInteger(mark)).toBe(true);
    }),
  );
});
