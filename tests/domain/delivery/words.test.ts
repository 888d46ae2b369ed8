import { expect, test } from 'vitest';
import { messageWords } from '../../../src/domain/delivery/words.ts';

test.each([
  ['weekly_report', 'The weekly report'],
  ['reminder', 'The reminder'],
  ['partner_invitation', 'The invitation'],
  ['partner_notice', 'What was missed or skipped'],
  ['export_ready', 'The link to your data'],
  [undefined, 'A message'],
])('names a message of the kind %s: %s', (kind, words) => expect(messageWords(kind)).toBe(words));
