import { expect, test } from 'vitest';
import { EVENTS } from '../../src/domain/catalogue.ts';
import type { Changes } from '../../src/domain/kernel/define-event.ts';
import type { JsonObject, Sealed } from '../../src/domain/kernel/event.ts';

const AT = '2026-11-27T09:12:00.000Z';
/** The sealed personal part of the event itself. */
const OWN = 'v1.the-event.own' as Sealed<never>;
/** The sealed personal part of an earlier event, as the examples have it. */
const FORMER = 'v1.01936c5e-7d11-7c55-9a10-0f3c6a4c2b01.c2VhbGVk' as Sealed<never>;
const TASK = '01936c5e-7d11-7c55-9a10-0f3c6a4c2b01';

/** What the definition of an event adds to what its data say in `set` and `was`. */
function changes(type: string, { data, sealed }: { data?: JsonObject; sealed?: Sealed<never> | null } = {}): Partial<Changes> {
  const definition = EVENTS.get(type);
  if (definition === undefined) throw new Error(`There is no ${type}.`);
  const own = sealed === undefined && definition.example.private !== null ? OWN : (sealed ?? null);
  return definition.changes({ ...definition.example.data, ...data }, { at: AT, private: own });
}

const EMAIL = (texts: Sealed<never>) => ({ to: texts, cc: texts, bcc: texts, subject: texts, body: texts });

const BOX = { date: '2026-11-27', time: '16:00', minutes: 45, starts_at: '2026-11-27T15:00:00.000Z' };

/** By the type of the event. */
const OF_EXAMPLES: Readonly<Record<string, Partial<Changes>>> = {
  ProofReviewed: { sealedAfter: { comment: OWN } },
  AppealMade: { before: { appeal: null }, after: { appeal: 'waiting' }, sealedAfter: { text: OWN } },
  AppealAnswered: { before: { appeal: 'waiting' }, after: { appeal: 'accepted' }, sealedAfter: { comment: OWN } },
  AppealUnanswered: { before: { appeal: 'waiting' }, after: { appeal: 'rejected' } },
  AlertRaised: { after: { type: 'deadline_approaching', severity: 'medium', task_id: TASK, acknowledged: false, resolved: false } },
  AlertResolved: { before: { resolved: false }, after: { resolved: true } },
  AlertAcknowledged: { before: { acknowledged: false }, after: { acknowledged: true } },
  EmailTaskCreated: { after: { task_id: TASK, recipients: 1, attachments: 0 }, sealedAfter: EMAIL(OWN) },
  EmailTaskEdited: { after: { recipients: 1, attachments: 0 }, sealedBefore: EMAIL(FORMER), sealedAfter: EMAIL(OWN) },
  EmailTaskReviewed: { after: { score: 82, verdict: 'accepted' }, sealedAfter: { comment: OWN } },
  EmailSendRequested: { after: { status: 'sending' } },
  EmailSent: { before: { status: 'sending' }, after: { status: 'sent', via: 'smtp' } },
  EmailSendFailed: { before: { status: 'sending' }, after: { status: 'failed' } },
  EmailOutcomeUnknown: { before: { status: 'sending' }, after: { status: 'unknown' } },
  DayClosed: { before: { current: 4, longest: 12, freezes: 1 }, after: { current: 5, longest: 12, freezes: 1 } },
  VacationTaken: { after: { from: '2026-12-21', to: '2027-01-03' } },
  VacationCancelled: { before: { from: '2026-12-21', to: '2027-01-03' } },
  TimeBoxPlanned: { after: BOX },
  TimeBoxMoved: { before: { ...BOX, time: '15:00', starts_at: '2026-11-27T14:00:00.000Z' }, after: BOX },
  TimeBoxRemoved: { before: BOX },
  FocusStarted: { after: { state: 'running', minutes: 25 } },
  FocusPaused: { before: { state: 'running' }, after: { state: 'paused' } },
  FocusResumed: { before: { state: 'paused' }, after: { state: 'running' } },
  FocusEnded: { after: { state: 'ended', end: 'finished', focused_seconds: 1_500 } },
  PartnerInvited: { after: { status: 'invited', detail: 'titles', has_whatsapp: false } },
  PartnerChanged: { after: { detail: 'counts', has_whatsapp: false } },
  PartnerAccepted: { after: { status: 'accepted', channel: 'mail' } },
  PartnerDeclined: { before: { status: 'invited' }, after: { status: 'declined' } },
  PartnerUnsubscribed: { after: { status: 'unsubscribed' } },
  PartnerRemoved: { after: { status: 'removed' } },
  PartnerPraised: { sealedAfter: { text: OWN } },
  PartnerWrote: { sealedAfter: { text: OWN } },
  AccountRegistered: { after: { timezone: 'Europe/Berlin' }, sealedAfter: { email: OWN, full_name: OWN } },
  AccountDeletionScheduled: { before: { deletion_at: null }, after: { deletion_at: '2026-12-04T09:12:00.000Z' } },
  AccountDeletionCancelled: { before: { deletion_at: '2026-12-04T09:12:00.000Z' }, after: { deletion_at: null } },
  AccountConfirmed: { before: { email_confirmed_at: null }, after: { email_confirmed_at: AT } },
  ProfileChanged: { sealedBefore: { full_name: null }, sealedAfter: { full_name: OWN } },
  TimezoneChanged: { before: { timezone: 'Europe/Berlin' }, after: { timezone: 'Asia/Tokyo' } },
  ConnectionMade: {
    after: { platform: 'google', scopes: ['openid', 'email', 'https://www.googleapis.com/auth/gmail.send'], connected: true },
    sealedAfter: { user_id_on_platform: OWN },
  },
  ConnectionRemoved: { before: { platform: 'github', connected: true }, after: { connected: false } },
  ConnectionEnded: { before: { platform: 'google', connected: true }, after: { connected: false } },
  PushSubscribed: { sealedAfter: { name: OWN } },
  PushUnsubscribed: { sealedBefore: { name: FORMER } },
  PersonalTokenCreated: {
    after: { scopes: ['tasks:read', 'reports:read'], expires_at: '2027-01-31T12:00:00.000Z' },
    sealedAfter: { name: OWN },
  },
  FilterSaved: { sealedAfter: { name: OWN, query: OWN } },
  FilterChanged: {
    before: { position: 2 },
    after: { position: 0 },
    sealedBefore: { name: FORMER, query: FORMER },
    sealedAfter: { name: OWN, query: OWN },
  },
  FilterDeleted: { sealedBefore: { name: FORMER, query: FORMER } },
  PersonalTokenDeleted: { sealedBefore: { name: FORMER } },
  ExportRequested: { after: { export: 'under_way' } },
  ExportReady: { before: { export: 'under_way' }, after: { export: 'ready', expires_at: '2026-11-28T09:12:00.000Z' } },
  ExportFailed: { before: { export: 'under_way' }, after: { export: 'failed' } },
  ExportTaken: { before: { export: 'ready' }, after: { export: 'downloaded' } },
  ExportExpired: { before: { export: 'ready' }, after: { export: 'expired' } },
  FileUploaded: { after: { task_id: TASK, type: 'image/png', size: 48213 }, sealedAfter: { name: OWN } },
  CodeTaskAdded: { after: { task_id: TASK, kind: 'function' }, sealedAfter: { title: OWN, url: OWN } },
  CodeTaskEdited: { after: { kind: 'function' }, sealedAfter: { title: OWN } },
  CodeTaskRemoved: { before: { task_id: TASK } },
  CodeAttempted: { after: { task_id: TASK, language: 'javascript', status: 'passed', passed: 1, total: 1 } },
  TrialStarted: { before: { plan: 'free' }, after: { plan: 'pro', trial_ends_at: '2026-12-12T09:12:00.000Z' } },
  TrialEnded: { before: { plan: 'pro' }, after: { plan: 'free' } },
  SubscriptionActivated: { before: { plan: 'free' }, after: { plan: 'pro', period_end: '2026-12-28T09:12:00.000Z' } },
  SubscriptionChanged: {
    before: { plan: 'byok', period_end: '2026-12-28T09:12:00.000Z', cancel_at_period_end: false, pending: null },
    after: { plan: 'pro', period_end: '2026-12-28T09:12:00.000Z', cancel_at_period_end: false, pending: null },
  },
  SubscriptionPastDue: { before: { phase: 'paid' }, after: { phase: 'past_due' } },
  SubscriptionCancelled: { before: { cancel_at_period_end: false }, after: { cancel_at_period_end: true } },
  SubscriptionEnded: { before: { plan: 'pro' }, after: { plan: 'free' } },
  IntegrationsChanged: { before: { github_closes_tasks: false }, after: { github_closes_tasks: true } },
  SocialPostDrafted: { after: { status: 'draft' }, sealedAfter: { text: OWN } },
  SocialPostEdited: { sealedBefore: { text: FORMER }, sealedAfter: { text: OWN } },
  SocialPostShared: { before: { status: 'draft' }, after: { status: 'shared' } },
  SocialPostTakenBack: { before: { status: 'shared' }, after: { status: 'draft' } },
};

test.each(Object.entries(OF_EXAMPLES))('%s changes %j', (type, expected) => {
  expect(changes(type)).toEqual(expected);
});

test('no other event changes anything beside the fields in its data', () => {
  const others = [...EVENTS.keys()].filter((type) => !(type in OF_EXAMPLES));
  expect(others.filter((type) => Object.keys(changes(type)).length > 0)).toEqual([]);
});

test.each([
  'ProofReviewed',
  'AppealMade',
  'AppealAnswered',
  'PartnerPraised',
  'PartnerWrote',
  'EmailTaskReviewed',
  'EmailSent',
  'ConnectionMade',
  'PersonalTokenCreated',
  'FileUploaded',
  'CodeTaskAdded',
  'CodeTaskEdited',
])('%s without a personal part changes no sealed field', (type) => {
  const { sealedAfter: _, ...others } = OF_EXAMPLES[type] as Partial<Changes>;
  expect(changes(type, { sealed: null })).toEqual(others);
});

test('EmailSent shows the refused addresses, if there are any', () => {
  expect(changes('EmailSent', { sealed: OWN }).sealedAfter).toEqual({ refused: OWN });
});

test('TrialEnded changes no plan if the owner bought one', () => {
  expect(changes('TrialEnded', { data: { how: 'bought' } })).toEqual({});
});

test('PartnerInvited shows the role of a second partner', () => {
  expect(changes('PartnerInvited', { data: { role: 'second' } }).after).toMatchObject({ status: 'invited', role: 'second' });
});
