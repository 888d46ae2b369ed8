import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { scaledMedia, scaledValue } from '../../web/scaled-lengths.ts';

const web = join(import.meta.dirname, '../../web');
const files = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) => !file.startsWith('api/'));
const sources = files.map((file) => ({ file, text: readFileSync(join(web, file), 'utf8') }));

/** The calls that an action of a person makes. Each is sent from one file: the mutation that every screen uses. */
const ACTS = [
  'createTask',
  'editTask',
  'setTaskStatus',
  'undoTask',
  'archiveTask',
  'unarchiveTask',
  'deleteTask',
  'promiseAgain',
  'acknowledgeAlert',
  'createRoutine',
  'endRoutine',
  'createVacation',
  'cancelVacation',
  'markNothingDue',
  'setPartnerDetail',
  'removePartner',
  'sendSummary',
  'endConnection',
  'updateIntegrations',
  'updateSubscription',
  'createCheckout',
  'createPortal',
  'startTrial',
  'cancelSubscription',
  'resumeSubscription',
  'contactSales',
  'saveAiKey',
  'removeAiKey',
  'createPost',
  'updatePost',
  'createEmail',
  'updateEmail',
  'deleteEmail',
  'sendEmail',
  'reviewEmail',
  'resolveEmail',
  'giveProof',
  'withdrawProof',
  'makeAppeal',
];

test.each(ACTS)('the call %s is sent from one place', (act) => {
  // React has a function of one of these names, which is imported under another name.
  expect(sources.filter(({ text }) => new RegExp(`\\b${act}\\b(?! as )`).test(text)).map(({ file }) => file)).toHaveLength(1);
});

test('the profile is saved only through its cache', () => {
  expect(sources.filter(({ text }) => /\bupdateProfile\b/.test(text))).toEqual([]);
});

test('signing out is sent only by the hook of the client', () => {
  expect(sources.filter(({ text }) => /\bsignOut\b/.test(text))).toEqual([]);
});

const WEB = join(import.meta.dirname, '../../web');
const read = (file: string) => readFileSync(join(WEB, file), 'utf8');

test.each([
  ['line-height', '20px', '1.33334rem'],
  ['padding', '0 12px 1px', '0 0.8rem 1px'],
  ['margin', '-30px auto', '-2rem auto'],
  ['width', 'min(600px, 100% - 24px)', 'min(40rem, 100% - 1.6rem)'],
  ['border-bottom', '6px solid red', '6px solid red'],
  ['box-shadow', '0 12px 28px -12px #0008', '0 12px 28px -12px #0008'],
])('%s: %s becomes %s', (property, value, scaled) => {
  expect(scaledValue(property, value)).toBe(scaled);
});

test('a media query is converted to the size of texts, too', () => {
  expect(scaledMedia('(min-width: 560px) and (max-width: 900px)')).toBe('(min-width: 35em) and (max-width: 56.25em)');
});

test('the built styles have no line height and no media query in pixels, and nothing else sets one', () => {
  const built = globSync('assets/*.css', { cwd: join(WEB, '../dist/web') }).map((file) =>
    readFileSync(join(WEB, '../dist/web', file), 'utf8'),
  );
  for (const css of built) expect(css.match(/line-height:[\d.]+px|@media[^{]*\dpx/g) ?? []).toEqual([]);
  const scripts = globSync('**/*.{ts,tsx}', { cwd: WEB });
  const IN_PIXELS = /lineHeight: *['"`]?[\d.]+(px|['"`]?,)|leading-\[\d+px\]|\b(?:min|max)-width: *\d+px\)/;
  expect(scripts.filter((file) => IN_PIXELS.test(read(file)) && file !== 'scaled-lengths.ts')).toEqual([]);
  const served = globSync('../src/messages/partner/*-style.ts', { cwd: WEB });
  expect(served.filter((file) => /line-height:\d+px|@media[^{]*\d+px/.test(read(file)))).toEqual([]);
});
