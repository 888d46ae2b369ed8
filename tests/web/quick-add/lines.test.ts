import { expect, test } from 'vitest';
import { linesOf } from '../../../web/quick-add/lines.ts';

test.each<readonly [string, readonly string[]]>([
  ['buy milk\ncall mum', ['buy milk', 'call mum']],
  ['buy milk\r\ncall mum\r\n', ['buy milk', 'call mum']],
  ['buy milk\u2028call mum', ['buy milk', 'call mum']],
  ['buy milk\n\n   \n\u200b\ncall mum\n', ['buy milk', 'call mum']],
  ['- buy milk\n* call mum\n• run\n+ read', ['buy milk', 'call mum', 'run', 'read']],
  ['[ ] buy milk\n[x] call mum\n☐ run', ['buy milk', 'call mum', 'run']],
  ['- [ ] buy milk\n- [x] call mum', ['buy milk', 'call mum']],
  ['1. buy milk\n2. call mum\n3) run', ['buy milk', 'call mum', 'run']],
  ['  - buy milk\n    - call mum', ['buy milk', 'call mum']],
  ['-5 degrees\n*bold*', ['-5 degrees', '*bold*']],
  ['24. dec party\ncall mum', ['24. dec party', 'call mum']],
  ['1. december pay rent\n2. january pay rent', ['1. december pay rent', '2. january pay rent']],
  ['3. place is fine\ncall mum', ['3. place is fine', 'call mum']],
  ['- \n* \n1. ', ['1.']],
  ['call mum', ['call mum']],
  ['', []],
])('%j', (text, lines) => {
  expect(linesOf(text)).toEqual(lines);
});
