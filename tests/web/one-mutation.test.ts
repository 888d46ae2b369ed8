import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const web = join(import.meta.dirname, '../../web');
const files = globSync('**/*.{ts,tsx}', { cwd: web }).filter((file) => !file.startsWith('api/'));
const sources = files.map((file) => ({ file, text: readFileSync(join(web, file), 'utf8') }));

/** The calls that one act of a person makes. Each is sent from one file: the mutation that every screen uses. */
const ACTS = [
  'createTask',
  'editTask',
  'setTaskStatus',
  'undoTask',
  'archiveTask',
  'unarchiveTask',
  'deleteTask',
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

test.each(ACTS)('%s is sent from one place', (act) => {
  expect(sources.filter(({ text }) => new RegExp(`\\b${act}\\b`).test(text)).map(({ file }) => file)).toHaveLength(1);
});

test('the profile is saved through its cache alone', () => {
  expect(sources.filter(({ text }) => /\bupdateProfile\b/.test(text))).toEqual([]);
});

test('signing out is sent by the hook of the client alone', () => {
  expect(sources.filter(({ text }) => /\bsignOut\b/.test(text))).toEqual([]);
});
