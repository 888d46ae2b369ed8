import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { nameInFolder } from '../../../src/reports/bundle/file-names.ts';

describe('a name in a folder', () => {
  test.each([
    ['shot.png', 'shot.png'],
    ['a: "b"?.txt', 'a_ _b__.txt'],
    ['ends in dots...', 'ends in dots_'],
    ['ends in a blank ', 'ends in a blank_'],
    ['.hidden', '.hidden'],
    ['...', '_'],
    ['a/b\\c|d<e>f*.md', 'a_b_c_d_e_f_.md'],
    [`${'x'.repeat(250)}.json`, `${'x'.repeat(135)}.json`],
    [`${'図'.repeat(250)}.png`, `${'図'.repeat(45)}.png`],
    [`${'x'.repeat(139)}. tail`, `${'x'.repeat(139)}_`],
    ['aux.md', 'aux_.md'],
    ['CON', 'CON_'],
    ['con.tar.gz', 'con_.tar.gz'],
    ['Nul .txt', 'Nul_ .txt'],
    ['PRN.', 'PRN_'],
    ['com1', 'com1_'],
    ['COM0.log', 'COM0_.log'],
    ['LPT9.x', 'LPT9_.x'],
    ['LPT².x', 'LPT²_.x'],
    ['conin$', 'conin$_'],
    ['COM10.txt', 'COM10.txt'],
    ['console.log', 'console.log'],
    ['auxiliary.md', 'auxiliary.md'],
    ['my aux.md', 'my aux.md'],
  ])('%j is %j', (name, expected) => {
    expect(nameInFolder(name)).toBe(expected);
  });

  test('can be unpacked on every system, whatever it was', () => {
    const pieces = fc.constantFrom(
      'con',
      'AUX',
      'nul',
      'com',
      'lpt',
      '1',
      '²',
      '.',
      ' ',
      '"',
      '<',
      ':',
      '?',
      '/',
      '\\',
      'a',
      'md',
      '図',
      '👩',
      '$',
    );
    const names = fc.oneof(
      fc.array(pieces, { minLength: 1, maxLength: 300 }).map((some) => some.join('')),
      fc.string({ unit: 'grapheme', minLength: 1 }),
    );
    fc.assert(
      fc.property(names, (name) => {
        const safe = nameInFolder(name);
        expect(safe).not.toMatch(/[<>:"/\\|?*]|[. ]$|^$/);
        // As Windows reads it: up to the first dot, without the blanks before that.
        const [device = ''] = safe.split('.');
        expect(device.trimEnd()).not.toMatch(/^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])$/i);
        expect(Buffer.byteLength(safe)).toBeLessThanOrEqual(140);
        // It is the same when it was packed and unpacked before.
        expect(nameInFolder(safe)).toBe(safe);
      }),
    );
  });
});
