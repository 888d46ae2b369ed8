import type { Task } from '../../src/contracts/task.ts';
import type { ZoneMove } from '../../src/domain/calendar/local.ts';
import type {
  AnswerAppeal,
  Judges,
  Renew,
  ReviewProof,
  SubmitProof,
  TaskCommand,
  Writable,
  WrittenTexts,
} from '../../src/domain/task/commands.ts';
import { taskDecider } from '../../src/domain/task/decide.ts';
import type { TaskChange } from '../../src/domain/task/event-data.ts';
import type { TaskEvent } from '../../src/domain/task/events.ts';
import type { TaskState } from '../../src/domain/task/state.ts';
import { given, type Scenario } from './given.ts';

export type TaskStory = Scenario<TaskState, TaskCommand, TaskEvent>;

export const OWNER = 'u1';
export const TASK = 't1';
export const TITLE = 'Write it down';
export const BERLIN = 'Europe/Berlin';
export const PARTNER = 'p1';
const NO_JUDGES: Judges = { check: false, partner_id: null, ai: false };
export const BY_PARTNER: Judges = { ...NO_JUDGES, partner_id: PARTNER };

const exact = (instant: string): string => (instant.length > 20 ? instant : instant.replace('Z', '.000Z'));

/** Commands with defaults for everything that is left out; times are Berlin's unless a zone is given. `moved`: the changes of zone before. */
export function at(now: string, zone = BERLIN, moved: readonly Omit<ZoneMove, 'revision'>[] = []) {
  const moves = moved.map(({ at: when, to }, index) => ({ at: exact(when), to, revision: index + 2 }));
  const sent = { owner: OWNER, now: exact(now), zone, moves, proof_hours: 24, if_match: null };
  return {
    promise: (fields: Partial<Writable> = {}, texts: Omit<WrittenTexts, 'title'> = {}): TaskCommand => ({
      type: 'Promise',
      id: TASK,
      ...sent,
      fields,
      texts: { title: TITLE, ...texts },
    }),
    renew: (
      again: string,
      due: Pick<Renew, 'due_date' | 'due_time'>,
      more: Partial<Pick<Renew, 'over' | 'room' | 'if_match'>> = {},
    ): TaskCommand => ({
      type: 'Renew',
      ...sent,
      again,
      over: null,
      ...due,
      ...more,
    }),
    edit: (fields: Partial<Writable> = {}, texts: WrittenTexts = {}): TaskCommand => ({ type: 'Edit', ...sent, fields, texts }),
    place: (place: string | null): TaskCommand => ({ type: 'Place', ...sent, place }),
    start: (): TaskCommand => ({ type: 'SetStatus', ...sent, status: 'in_progress', reason: null, children: [] }),
    complete: (children: readonly { id: string; needs_proof: boolean }[] = []): TaskCommand => ({
      type: 'SetStatus',
      ...sent,
      status: 'completed',
      reason: null,
      children,
    }),
    reopen: (): TaskCommand => ({ type: 'SetStatus', ...sent, status: 'pending', reason: null, children: [] }),
    uncomplete: (): TaskCommand => ({ type: 'SetStatus', ...sent, status: 'uncompleted', reason: null, children: [] }),
    skip: (reason: string | null = 'ill'): TaskCommand => ({ type: 'SetStatus', ...sent, status: 'skipped', reason, children: [] }),
    undo: (batch?: string): TaskCommand => ({ type: 'Undo', ...sent, ...(batch !== undefined && { batch }) }),
    archive: (): TaskCommand => ({ type: 'Archive', ...sent }),
    unarchive: (): TaskCommand => ({ type: 'Unarchive', ...sent }),
    remove: (children: readonly string[] = []): TaskCommand => ({ type: 'Delete', ...sent, children }),
    advance: (): TaskCommand => ({ type: 'Advance', ...sent }),
    rezone: (): TaskCommand => ({ type: 'Rezone', ...sent }),
    addFocus: (session_end: string, seconds: number): TaskCommand => ({ type: 'AddFocus', ...sent, session_end, seconds }),
    acknowledge: (alert_id: string): TaskCommand => ({ type: 'AcknowledgeAlert', ...sent, alert_id }),
    completePart: (part_of: string): TaskCommand => ({ type: 'CompleteAsPart', ...sent, part_of }),
    deletePart: (part_of: string): TaskCommand => ({ type: 'DeleteAsPart', ...sent, part_of }),
    prove: (more: Partial<SubmitProof> = {}): TaskCommand => ({
      type: 'SubmitProof',
      ...sent,
      submission_id: 's1',
      texts: { text: 'Look' },
      file_ids: [],
      email_task_id: null,
      code_task_id: null,
      judges: NO_JUDGES,
      checked: null,
      children: [],
      ...more,
    }),
    withdraw: (): TaskCommand => ({ type: 'WithdrawProof', ...sent }),
    review: (verdict: ReviewProof['verdict'], more: Partial<ReviewProof> = {}): TaskCommand => ({
      type: 'ReviewProof',
      ...sent,
      submission_id: 's1',
      review_id: `r ${verdict}`,
      judge: 'partner',
      judge_id: (more.judge ?? 'partner') === 'partner' ? PARTNER : null,
      verdict,
      score: null,
      prompt_version: null,
      texts: {},
      ...more,
    }),
    passOn: (partner_id: string | null, ai = false): TaskCommand => ({ type: 'PassReviewOn', ...sent, partner_id, ai }),
    appeal: (partner_id: string | null = PARTNER): TaskCommand => ({
      type: 'MakeAppeal',
      ...sent,
      text: 'I did it',
      file_ids: [],
      partner_id,
    }),
    answer: (outcome: AnswerAppeal['outcome'], partner_id = PARTNER): TaskCommand => ({
      type: 'AnswerAppeal',
      ...sent,
      partner_id,
      outcome,
      comment: '',
    }),
    undoPart: (part_of: string, undoes: string): TaskCommand => ({ type: 'UndoPart', ...sent, part_of, undoes }),
  };
}

export const nobody = (): TaskStory => given(taskDecider, { stream: `task-${TASK}`, owner: OWNER });
export const storyOf = (...commands: readonly TaskCommand[]): TaskStory =>
  commands.reduce<TaskStory>((story, command) => story.when(command), nobody());

/** Kinds of the alerts that are open, in the order in which they were raised. */
export const openAlerts = (story: TaskStory): readonly string[] => Object.values(story.state.alerts).map((alert) => alert.kind);

/** Ids of all alerts, resolved or not, in the order in which they were raised. */
export const raisedAlerts = (story: TaskStory): readonly string[] =>
  story.past.flatMap((event) => (event.type === 'AlertRaised' ? [event.data.alert_id] : []));

export const changes = (story: TaskStory): readonly { readonly type: string; readonly data: TaskChange; readonly at: string }[] =>
  story.past
    .filter((event) => 'set' in event.data)
    .map((event) => ({ type: event.type, data: event.data as TaskChange, at: event.metadata.at }));

/** The day counters after all its events: each count by `date name`; zeros are left out. */
export function dayCountersOf(story: TaskStory): Readonly<Record<string, number>> {
  const sums = new Map<string, number>();
  for (const { data } of changes(story))
    for (const change of data.tally) {
      const name = 'count' in change ? change.count : 'hour' in change ? `hour ${change.hour}` : `delay ${change.delay}`;
      const key = `${change.date} ${name}`;
      sums.set(key, (sums.get(key) ?? 0) + change.by);
    }
  return Object.fromEntries([...sums].filter(([, sum]) => sum !== 0));
}

/** A pending task without a due date, as the API gives it. How it counts is left to those who use it. */
export const PENDING_TASK: Omit<Task, 'outcome'> = {
  id: 't1',
  title: 'Run, 5 km',
  description: null,
  due_date: null,
  due_time: null,
  due_at: null,
  status: 'pending',
  completed: false,
  late: false,
  verification_type: 'none',
  verification_state: 'not_required',
  on_word: false,
  proof_requirement: null,
  corrected: false,
  proof_due_at: null,
  priority: 'none',
  tags: [],
  estimate_minutes: null,
  focused_minutes: 0,
  parent_id: null,
  partner_id: null,
  again_of: null,
  recurring_task_id: null,
  postponed: 0,
  archived: false,
  skip_reason: null,
  created_at: '2026-11-01T08:00:00.000Z',
  completed_at: null,
  missed_at: null,
};
