import { globSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { expect, test } from 'vitest';
import type { SafetyMail } from '../../src/app/account/safety-mails.ts';
import type { PushKind } from '../../src/app/push/requests.ts';
import { EVENTS as CATALOGUE } from '../../src/domain/catalogue.ts';
import { DeliveryRequested, type LinkKind, type PartnerKind, type ReminderMailKind } from '../../src/domain/delivery/events.ts';
import { faultOf } from '../../src/domain/kernel/event-catalogue.ts';
import { FEATURES } from '../../src/features/all.ts';
import { type Deps, routesFrom } from '../../src/http/routes.ts';
import { collectionName } from '../../src/projections/engine/projection.ts';
import { readme } from '../../src/reports/bundle/bundle.ts';
import { BUNDLE_PARTS, DUE_WORK, EVENTS, MESSAGES, PROJECTIONS, REACTORS, ROUTES } from '../../src/wiring/features.ts';
import { GROUPS } from '../../src/wiring/folding/groups.ts';

const ROOT = join(import.meta.dirname, '../..');
const twice = (names: readonly string[]): readonly string[] => names.filter((name, index) => names.indexOf(name) !== index);
const names = (things: readonly { readonly name: string }[]): readonly string[] => things.map(({ name }) => name);

test('every manifest is in the list of features, under the name of its file', () => {
  const files = globSync('src/features/*.ts', { cwd: ROOT }).map((file) => basename(file, '.ts'));
  expect(names(FEATURES).toSorted()).toEqual(files.filter((name) => !['all', 'feature', 'read-models'].includes(name)).toSorted());
});

test('every event of the catalogue belongs to one feature, and to no second one', () => {
  const types = FEATURES.flatMap(({ events = [] }) => events.map(({ type }) => type as string));
  expect(types.toSorted()).toEqual([...CATALOGUE.keys()].toSorted());
  expect([...EVENTS.values()].filter((definition) => CATALOGUE.get(definition.type) !== definition)).toEqual([]);
});

/** What the modules of a folder export that has all of these fields. */
async function exported(glob: string, ...fields: readonly string[]): Promise<readonly { readonly name: string }[]> {
  const modules = await Promise.all(globSync(glob, { cwd: ROOT }).map((file) => import(join(ROOT, file))));
  const values = modules.flatMap((module) => Object.values(module as Record<string, unknown>));
  const isOne = (value: unknown): value is { readonly name: string } =>
    typeof value === 'object' && value !== null && fields.every((field) => field in value);
  return values.filter(isOne);
}

test('every read model and every reactor belongs to one feature', async () => {
  const models = await exported('src/projections/{*,*/*}.ts', 'name', 'version', 'ids', 'on');
  expect(models.length).toBeGreaterThan(20);
  expect(names(PROJECTIONS).toSorted()).toEqual(names(models).toSorted());
  const reactors = await exported('src/reactors/*.ts', 'name', 'from', 'react');
  expect(names(REACTORS).toSorted()).toEqual(names(reactors).toSorted());
  expect([...twice(names(PROJECTIONS)), ...twice(names(REACTORS))]).toEqual([]);
});

test('every read model of the manifests is in exactly one group that is folded together', () => {
  const grouped = GROUPS.flatMap(({ projections }) => projections);
  expect(names(grouped).toSorted()).toEqual(names(PROJECTIONS).toSorted());
  // Also what is set for all of them is the same, so a thread folds what the main thread would.
  for (const projection of grouped) expect(PROJECTIONS).toContainEqual(projection);
});

test('each kind of due work exists once, and the order of kinds at one instant is defined', () => {
  expect(DUE_WORK.map(({ kind }) => kind)).toEqual([
    'signup',
    'leave',
    'routine',
    'focus',
    'task',
    'close',
    'rhythm',
    'evening',
    'notice',
    'proof_notice',
    'export',
    'unused_file',
    'review',
    'deliver',
    'email',
    'subscription',
  ]);
  expect(new Set(DUE_WORK.map(({ order }) => order)).size).toBe(DUE_WORK.length);
});

test('each kind of due work belongs to a read model with a sparse index of its instant', () => {
  for (const { projection } of DUE_WORK) {
    expect(PROJECTIONS.map(collectionName)).toContain(collectionName(projection));
    expect(projection.indexes).toContainEqual({ name: 'next', fields: ['next_key'], sparse: true });
  }
  const holders = PROJECTIONS.filter(({ indexes }) => indexes.some(({ name }) => name === 'next'));
  expect(names(DUE_WORK.map(({ projection }) => projection)).toSorted()).toEqual(names(holders).toSorted());
});

test('the request of a message, an email, a bundle or a review starts the due work at once', () => {
  const prompts = DUE_WORK.flatMap(({ promptedBy = [] }) => promptedBy.map(({ type }) => type));
  expect(prompts.toSorted()).toEqual([
    'DeliveryRequested',
    'DuplicateSubscriptionFound',
    'EmailSendRequested',
    'ExportRequested',
    'ReviewRequested',
  ]);
});

test('each call exists once, and none is hidden by an earlier one with a parameter in its path', () => {
  // nothing is asked of them here
  const deps = { app: {}, accounts: {}, sessions: {}, pages: {}, wrongTries: {} } as Deps;
  const routes = routesFrom(ROUTES, deps, false);
  expect(routes.length).toBeGreaterThan(50);
  expect(twice(routes.map(({ method, path }) => `${method} ${path}`))).toEqual([]);
  const hidden = routes.filter(({ method, path }, index) =>
    routes.slice(0, index).some((earlier) => {
      const pattern = new RegExp(`^${earlier.path.replaceAll(/\{\w+\}/g, '[^/]+')}$`);
      return earlier.method === method && earlier.path !== path && pattern.test(path);
    }),
  );
  expect(hidden.map(({ method, path }) => `${method} ${path}`)).toEqual([]);
});

/** Kinds of messages that use cases ask for by a type of their own: a new one has to be added here, or this does not compile. */
const ASKED: Readonly<Record<LinkKind | ReminderMailKind | PartnerKind | SafetyMail['kind'] | `push_${PushKind}`, true>> = {
  confirmation: true,
  password_reset: true,
  known_address: true,
  refused_sign_ins: true,
  new_device: true,
  deletion_scheduled: true,
  reminder: true,
  weekly_report: true,
  weekly_assessment: true,
  digest: true,
  partner_invitation: true,
  partner_notice: true,
  partner_escalation: true,
  partner_summary: true,
  partner_farewell: true,
  partner_digest: true,
  partner_review: true,
  push_reminder: true,
  push_approaching: true,
  push_missed: true,
  push_evening: true,
  push_verdict: true,
  push_test: true,
};

test('every requested kind of message belongs to one feature, and its name is accepted by the log', () => {
  const written = globSync('src/app/**/*.ts', { cwd: ROOT }).flatMap((file) =>
    [...readFileSync(join(ROOT, file), 'utf8').matchAll(/channel: '\w+', kind: '(\w+)'/g)].map(([, kind]) => kind ?? ''),
  );
  expect(written.toSorted()).toEqual([
    'account_farewell',
    'contact_sales',
    'evening',
    'export_ready',
    'subscription_past_due',
    'verification_update',
    'words_of_partner',
  ]);
  const kinds = MESSAGES.map(({ kind }) => kind);
  expect(kinds.toSorted()).toEqual([...Object.keys(ASKED), ...written].toSorted());
  for (const kind of kinds)
    expect(faultOf(EVENTS, { type: 'DeliveryRequested', data: { ...DeliveryRequested.example.data, kind } }, undefined)).toBeNull();
});

test('each part of the export exists once, and the README of the export describes all parts', () => {
  const text = readme({ made_at: '2026-11-20T12:00:00.000Z', zone: 'UTC' }, BUNDLE_PARTS);
  expect(text).toContain(`Your time zone: UTC.

tasks.json      All your tasks, as the program shows them; archived and deleted ones too ("deleted": true).
filters.json    The searches that you saved as filters, in your order.
coding.json     The coding questions of your tasks, and all code that you submitted for them.
emails.json     The emails that you wrote as proof of tasks, drafts and what was said about them too.
proof.json      The proofs that you gave, what was said about them, and your appeals.
files/          The files that you uploaded, as they came, each in a folder of its own; files.json lists them.
settings.json   Your profile and all your settings, your accountability partner among them.
connected.json  What you have connected: your ids at Google and GitHub, and what they allowed.
plan.json       Your plan, your trial, and the number under which the payment provider knows you.
premium/        Solutions that were explained to you, feedback on your designs, and the posts that were
                drafted for you. Their pictures are among your files.
time-boxes.json The times that you planned for tasks.
focus.json      Your focus sessions, newest first.
reports/        Open these in a browser: overall.html is the whole of your account (at most ten years),
                history.html the newest 5,000 entries of your history, and week-DATE.html the week
                that begins on that Monday, for up to 104 weeks.
partners.json   The partners whom you named, newest first, and what became of their invitations.
push.json       The browsers to which messages are pushed to you.
events.ndjson   Everything that was ever recorded for you, one event a line, stream by stream,
                oldest stream first.
ledger.json     The signed state of your record ("head"), the keys with which this can be checked,
                and every event of events.ndjson in the order of the record. Together their hashes
                make the root of the head; docs/checking-it-yourself.md of Vouch says how.
statement.json  The size and the SHA-256 of each file in here, signed. docs/checking-it-yourself.md of
                Vouch says how to check the bundle by it.

An event
--------
`);
  expect(twice(BUNDLE_PARTS.map(({ path }) => path))).toEqual([]);
});
