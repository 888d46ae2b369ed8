import { accountDecider, type ChangeSettings } from '../../../src/domain/account/decide.ts';
import type { ZoneMove } from '../../../src/domain/calendar/local.ts';
import { dayDecider } from '../../../src/domain/day/decide.ts';
import { type DayClosed, dayStream } from '../../../src/domain/day/events.ts';
import { type FocusCommand, focusDecider } from '../../../src/domain/focus/decide.ts';
import { FocusEnded, focusStream } from '../../../src/domain/focus/events.ts';
import { type Decider, RuleViolation } from '../../../src/domain/kernel/decider.ts';
import { isEvent } from '../../../src/domain/kernel/define-event.ts';
import type { Decided, EventShape, Recorded, RecordedOf } from '../../../src/domain/kernel/event.ts';
import { type ReminderCommand, reminderDecider } from '../../../src/domain/reminders/decide.ts';
import { type ReminderKind, reminderStream } from '../../../src/domain/reminders/events.ts';
import { type RoutineCommand, routineDecider } from '../../../src/domain/routine/decide.ts';
import { routineStream } from '../../../src/domain/routine/events.ts';
import type { TaskCommand } from '../../../src/domain/task/commands.ts';
import { taskDecider } from '../../../src/domain/task/decide.ts';
import { taskStream } from '../../../src/domain/task/events.ts';
import type { TaskState } from '../../../src/domain/task/state.ts';
import { type TimeBoxCommand, timeBoxDecider } from '../../../src/domain/time-box/decide.ts';
import { timeBoxStream } from '../../../src/domain/time-box/events.ts';
import { type VacationCommand, vacationDecider } from '../../../src/domain/vacation/decide.ts';
import { vacationStream } from '../../../src/domain/vacation/events.ts';
import { record } from '../../support/given.ts';

/** `DistributiveOmit` keeps the union's members apart. */
type Bare<T> = T extends unknown ? Omit<T, 'owner' | 'now' | 'zone' | 'proof_hours' | 'if_match'> : never;
export type TaskOrder = Bare<TaskCommand>;
type Unplaced<T> = T extends unknown ? Omit<T, 'owner' | 'now' | 'zone' | 'moves' | 'if_match'> : never;
type BoxOrder = Unplaced<TimeBoxCommand>;
type Unsent<T> = T extends unknown ? Omit<T, 'now' | 'if_match'> : never;
type FocusOrder = Unsent<FocusCommand>;

/** A log as the deciders write it, in one order, with a clock of its own. */
export class World {
  readonly events: Recorded[] = [];
  now: string;
  zone = 'Europe/Berlin';
  readonly #streams = new Map<string, Recorded[]>();
  readonly #tasks = new Map<string, TaskState>();
  readonly #moves = new Map<string, readonly ZoneMove[]>();

  constructor(now = '2026-11-02T09:00:00.000Z') {
    this.now = now;
  }

  later(by: Temporal.DurationLike): void {
    this.now = Temporal.Instant.from(this.now).add(by).toString({ fractionalSecondDigits: 3 });
  }

  write<E extends EventShape>(stream: string, owner: string, ...decided: readonly Decided<E>[]): Recorded[] {
    const past = this.#streams.get(stream) ?? [];
    const written = decided.map((event, index) => this.#recorded(stream, owner, { at: this.now, ...event }, past.length + index));
    this.#streams.set(stream, [...past, ...written]);
    this.events.push(...written);
    return written;
  }

  register(owner: string, timezone = this.zone): void {
    this.zone = timezone;
    const identity = { email: `${owner}@example.org`, full_name: owner };
    this.write(`account-${owner}`, owner, {
      type: 'AccountRegistered',
      data: { address_key: `key-${owner}`, timezone },
      private: identity,
    });
    this.write(`account-${owner}`, owner, { type: 'AccountConfirmed', data: { timezone } });
  }

  /** The owner's tasks follow at once. */
  move(owner: string, to: string): void {
    const data = { from: this.zone, to, tasks_follow: true } as const;
    const [{ revision }] = this.write(`account-${owner}`, owner, { type: 'TimezoneChanged', data }) as [Recorded];
    this.zone = to;
    this.#moves.set(owner, [...(this.#moves.get(owner) ?? []), { at: this.now, to, revision }]);
    for (const [stream, state] of this.#tasks)
      if (state.owner === owner) this.task(owner, taskStream.requireId(stream), { type: 'Rezone' });
  }

  /** Sends a command to a task; a refusal changes nothing. The changes of its children follow at once. */
  task(owner: string, id: string, order: TaskOrder, { parts = true } = {}): Recorded[] {
    const moves = this.#moves.get(owner) ?? [];
    const command = { owner, now: this.now, zone: this.zone, moves, proof_hours: 24, if_match: null, ...order } as TaskCommand;
    const written = this.#send(taskDecider, taskStream(id), owner, command);
    for (const event of parts ? written : []) this.parts(owner, event);
    return written;
  }

  promise(owner: string, id: string, title: string, fields: Extract<TaskOrder, { type: 'Promise' }>['fields'] = {}): Recorded[] {
    return this.task(owner, id, { type: 'Promise', id, fields, texts: { title } });
  }

  status(owner: string, id: string, status: Extract<TaskOrder, { type: 'SetStatus' }>['status'], reason: string | null = null): Recorded[] {
    const children = status === 'completed' ? this.#children(id).map((child) => ({ id: child, needs_proof: false })) : [];
    return this.task(owner, id, { type: 'SetStatus', status, reason, children });
  }

  remove(owner: string, id: string): Recorded[] {
    return this.task(owner, id, { type: 'Delete', children: this.#children(id) });
  }

  /** Applies a parent's change to its children. */
  parts(owner: string, event: Recorded): void {
    const { children = [], undoes = '' } = event.data as { children?: readonly string[]; undoes?: string };
    const type = { TaskCompleted: 'CompleteAsPart', TaskDeleted: 'DeleteAsPart', TaskUndone: 'UndoPart' }[event.type];
    if (type === undefined) return;
    for (const child of children) this.task(owner, child, { type, part_of: event.id, undoes } as TaskOrder);
  }

  close(owner: string, day: DayClosed['data']): Recorded[] {
    return this.#send(dayDecider, dayStream(owner, day.date), owner, { type: 'CloseDay', owner, now: this.now, ...day });
  }

  routine(owner: string, id: string, command: RoutineCommand): Recorded[] {
    return this.#send(routineDecider, routineStream(id), owner, command);
  }

  vacation(owner: string, command: VacationCommand): Recorded[] {
    return this.#send(vacationDecider, vacationStream(owner), owner, command);
  }

  box(owner: string, id: string, order: BoxOrder): Recorded[] {
    const moves = this.#moves.get(owner) ?? [];
    const command = { owner, now: this.now, zone: this.zone, moves, if_match: null, ...order } as TimeBoxCommand;
    return this.#send(timeBoxDecider, timeBoxStream(id), owner, command);
  }

  /** Sends a command to the focus sessions of an owner. The time of a session that ends is added to its task at once. */
  focus(owner: string, order: FocusOrder): Recorded[] {
    const written = this.#send(focusDecider, focusStream(owner), owner, { now: this.now, if_match: null, ...order } as FocusCommand);
    for (const event of written)
      if (isEvent(event, FocusEnded) && event.data.task_id !== null)
        this.task(owner, event.data.task_id, { type: 'AddFocus', session_end: event.id, seconds: event.data.focused_seconds });
    return written;
  }

  choose(owner: string, order: Omit<ChangeSettings, 'type' | 'if_match'>): Recorded[] {
    return this.#send(accountDecider, `account-${owner}`, owner, { type: 'ChangeSettings', if_match: null, ...order } as ChangeSettings);
  }

  /** A scheduled message, recorded at its scheduled instant. */
  round(owner: string, kind: ReminderKind, command: Extract<ReminderCommand, { date: string }>): Recorded[] {
    return this.#send(reminderDecider, reminderStream(kind, owner, command.date), owner, command);
  }

  #children(parent: string): string[] {
    const open = (state: TaskState) => state.fields.parent_id === parent && !state.fields.deleted;
    return [...this.#tasks].filter(([, state]) => open(state)).map(([stream]) => taskStream.requireId(stream));
  }

  #send<State, Command, E extends EventShape>(
    decider: Decider<State, Command, E>,
    stream: string,
    owner: string,
    command: Command,
  ): Recorded[] {
    const past = (this.#streams.get(stream) ?? []) as unknown as RecordedOf<E>[];
    const state = past.reduce(decider.evolve, decider.initial);
    try {
      const written = this.write(stream, owner, ...decider.decide(command, state));
      const next = (written as unknown as RecordedOf<E>[]).reduce(decider.evolve, state);
      if (taskStream.has(stream)) this.#tasks.set(stream, next as unknown as TaskState);
      return written;
    } catch (error) {
      if (error instanceof RuleViolation) return [];
      throw error;
    }
  }

  #recorded(stream: string, owner: string, event: Decided<EventShape>, revision: number): Recorded {
    const recorded = record(event, revision, { stream, owner }) as Recorded;
    const position = String(this.events.length + revision - (this.#streams.get(stream)?.length ?? 0) + 1).padStart(20, '0');
    return { ...recorded, position, metadata: { ...recorded.metadata, recorded_at: this.now } };
  }
}
