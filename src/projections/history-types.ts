import type { AccountEvent, SessionEvent } from '../domain/account/events.ts';
import type { DayEvent } from '../domain/day/events.ts';
import type { DeliveryFailed, DeliverySent } from '../domain/delivery/events.ts';
import type { ExportEvent } from '../domain/export/events.ts';
import type { AlertEvent } from '../domain/kernel/alert.ts';
import type { PartnerEvent } from '../domain/partner/events.ts';
import type { RhythmEvent } from '../domain/rhythm/events.ts';
import type { RoutineEvent } from '../domain/routine/events.ts';
import type { TaskEvent } from '../domain/task/events.ts';
import type { VacationEvent } from '../domain/vacation/events.ts';

export type HistoryType = 'tasks' | 'verifications' | 'alerts' | 'streaks' | 'partner' | 'account';

export type Told = Exclude<
  (
    | PartnerEvent
    | DeliverySent
    | DeliveryFailed
    | TaskEvent
    | RoutineEvent
    | VacationEvent
    | RhythmEvent
    | DayEvent
    | AlertEvent
    | AccountEvent
    | SessionEvent
    | ExportEvent
  )['type'],
  'RoutineApplied' | 'AccountDeleted' | 'AccountForgotten'
>;

/** Under which type each event is told; the compiler asks for every one. */
export const TYPES: Readonly<Record<Told, HistoryType>> = {
  TaskPromised: 'tasks',
  TaskEdited: 'tasks',
  TaskStarted: 'tasks',
  TaskReopened: 'tasks',
  TaskCompleted: 'tasks',
  TaskSkipped: 'tasks',
  TaskMissed: 'tasks',
  TaskArchived: 'tasks',
  TaskUnarchived: 'tasks',
  TaskDeleted: 'tasks',
  TaskWithdrawn: 'tasks',
  TaskRestored: 'tasks',
  RoutineStarted: 'tasks',
  RoutineChanged: 'tasks',
  RoutinePaused: 'tasks',
  RoutineResumed: 'tasks',
  RoutineEnded: 'tasks',
  VacationTaken: 'tasks',
  VacationCancelled: 'tasks',
  TaskUndone: 'tasks',
  ProofExpired: 'verifications',
  AlertRaised: 'alerts',
  AlertResolved: 'alerts',
  AlertAcknowledged: 'alerts',
  DayClosed: 'streaks',
  AccountRegistered: 'account',
  AccountConfirmed: 'account',
  ProfileChanged: 'account',
  TimezoneChanged: 'account',
  PasswordChanged: 'account',
  SignedOutEverywhere: 'account',
  AccountDeletionRequested: 'account',
  ExportRequested: 'account',
  ExportReady: 'account',
  ExportFailed: 'account',
  ExportTaken: 'account',
  ExportExpired: 'account',
  NotificationsChanged: 'account',
  TimeSettingsChanged: 'account',
  AiPartnerChanged: 'account',
  NothingDueSaid: 'tasks',
  ReminderCame: 'account',
  EscalationCame: 'partner',
  PartnerInvited: 'partner',
  PartnerChanged: 'partner',
  PartnerAccepted: 'partner',
  PartnerDeclined: 'partner',
  PartnerUnsubscribed: 'partner',
  PartnerAddressRefused: 'partner',
  PartnerRemoved: 'partner',
  SummaryAsked: 'partner',
  DeliverySent: 'partner',
  DeliveryFailed: 'partner',
  WeeklyReportCame: 'account',
  WeeklyAssessmentCame: 'account',
  SessionStarted: 'account',
  SessionEnded: 'account',
};
