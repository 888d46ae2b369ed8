import { type MutationOptions, type QueryClient, useQueryClient } from '@tanstack/react-query';
import { useMemo } from 'react';
import { dayWord, hoursAndMinutes, quoted } from '../../../src/contracts/words/format.ts';
import { auditKeys } from '../../api/audit.ts';
import { newKey } from '../../api/client.ts';
import { serverNow } from '../../api/clock.ts';
import { nextKeys } from '../../api/next.ts';
import { ApiError, failedWith, messageOf } from '../../api/problem.ts';
import { markStale, SHOWN_AT_ONCE, stopReads } from '../../api/query-client.ts';
import { reportKeys } from '../../api/reports.ts';
import type { Task } from '../../api/tasks.ts';
import { type BoxPlace, moveTimeBox, planTimeBox, removeTimeBox, type TimeBox, timeBoxKeys } from '../../api/time-boxes.ts';
import { toast } from '../../ui/toast.tsx';
import { forgetChange, rememberChange } from '../last-change.ts';
import { cachedBox, dropBox, putBox } from './box-cache.ts';
import { rangeOf, samePlace, spanOfPlace } from './span.ts';

const BOX_ACTS = ['time-box-acts'] as const;

const PASSED = 'This time has passed. Choose a later one.';
export const OVER = 'This time box is over, and stays where it is.';

type Call =
  | { readonly name: 'plan'; readonly taskId: string; readonly place: BoxPlace }
  | { readonly name: 'move'; readonly place: BoxPlace }
  | { readonly name: 'remove' };

interface BoxAct {
  readonly id: string;
  readonly call: Call;
  /** The idempotency key of a new box. */
  readonly key: string;
  /** What the lists show until the answer arrives; null: nothing. */
  readonly put: TimeBox | null;
  readonly message: string;
  /** The message is shown without an undo if this is null. */
  readonly undo: (() => void) | null;
}

/**
 * The server gives a new box its id. Until then the box is shown under an id of its own, by which it can already be moved and
 * removed, because changes of boxes are sent one after the other.
 */
const idsGiven = new Map<string, string>();
const firstIds = new Map<string, string>();
const isProvisional = (id: string): boolean => id.startsWith('new-');

const presentId = (id: string): string => idsGiven.get(id) ?? id;

/** Stays the same when the server has given a new box its id, so that the box keeps the focus. */
export const stableId = (id: string): string => firstIds.get(id) ?? id;

async function send({ id, call, key }: BoxAct): Promise<TimeBox | null> {
  if (call.name === 'plan') {
    const made = await planTimeBox(call.taskId, call.place, key);
    idsGiven.set(id, made.id);
    firstIds.set(made.id, id);
    return made;
  }
  const given = presentId(id);
  // The box was never planned, because the server refused it. That was said.
  if (isProvisional(given)) return null;
  if (call.name === 'move') return moveTimeBox(given, call.place);
  await removeTimeBox(given);
  return null;
}

const isSameBox = (a: string, b: string): boolean => stableId(a) === stableId(b);

function laterActs(client: QueryClient, act: BoxAct): boolean {
  return client
    .getMutationCache()
    .findAll({ mutationKey: BOX_ACTS, status: 'pending' })
    .some(({ state }) => {
      const other = state.variables as BoxAct | undefined;
      return other !== undefined && other !== act && isSameBox(other.id, act.id);
    });
}

/** The server's message, with those of its fields. */
export function refusalOf(error: unknown): string {
  const said = error instanceof ApiError ? Object.values(error.errors).flat() : [];
  return said.length > 0 ? said.join(' ') : messageOf(error);
}

interface Planned {
  readonly task: Pick<Task, 'id' | 'title'>;
  readonly place: BoxPlace;
}

interface Owner {
  readonly zone: string;
  readonly today: string;
}

export function useBoxActs({ zone, today }: Owner): BoxActs {
  const client = useQueryClient();
  return useMemo(() => boxActs(client, { zone, today }), [client, zone, today]);
}

/** Changes of time boxes. The screen shows each at once. If the server refuses it, the screen reverts it and says why. */
export function boxActs(client: QueryClient, { zone, today }: Owner) {
  const options: MutationOptions<TimeBox | null, Error, BoxAct, { before: TimeBox | null }> = {
    mutationKey: BOX_ACTS,
    meta: SHOWN_AT_ONCE,
    scope: { id: 'time-boxes' },
    // Of several moves that wait for an earlier change only the last one is sent.
    mutationFn: async (act) => (act.call.name === 'move' && laterActs(client, act) ? null : send(act)),
    onMutate: async (act) => {
      const first = stableId(act.id);
      const before = cachedBox(client, act.id) ?? cachedBox(client, first) ?? null;
      if (act.put) putBox(client, act.put, first);
      else for (const id of [act.id, first]) dropBox(client, id);
      if (act.undo) rememberChange(first, act.undo);
      else forgetChange(first);
      toast.success(act.message, { id: `box-${first}`, ...(act.undo ? { undo: act.undo } : {}) });
      await stopReads(client, timeBoxKeys.all);
      return { before };
    },
    onSuccess: (answer, act) => {
      if (answer && !laterActs(client, act)) putBox(client, answer, act.id);
      markStale(client, [timeBoxKeys.all, nextKeys.all, reportKeys.all, ...(answer ? [auditKeys.task(answer.taskId)] : [])]);
    },
    onError: (error, act, context) => {
      forgetChange(stableId(act.id));
      if (context?.before) putBox(client, context.before, act.id);
      else dropBox(client, act.id);
      markStale(client, [timeBoxKeys.all]);
      const detail = failedWith(error, 'offline') ? 'No answer came. Nothing was changed.' : undefined;
      toast.error(refusalOf(error), { id: `box-${stableId(act.id)}`, ...(detail ? { detail } : {}) });
    },
  };

  async function run(given: Omit<BoxAct, 'key'>): Promise<void> {
    const mutation = client.getMutationCache().build(client, options);
    await mutation.execute({ ...given, key: newKey() });
  }
  // `onError` has already reported the failure.
  const start = (given: Omit<BoxAct, 'key'>): void => void run(given).catch(() => undefined);

  const shown = (id: string, { task, place }: Planned, { focusedMinutes }: Pick<TimeBox, 'focusedMinutes'>): TimeBox => {
    const { start: from, end } = spanOfPlace(place, zone);
    const [startsAt, endsAt] = [new Date(from).toISOString(), new Date(end).toISOString()];
    return { id, taskId: task.id, title: task.title, ...place, startsAt, endsAt, overlaps: [], focusedMinutes, createdAt: startsAt };
  };
  const when = (place: BoxPlace): string =>
    `${place.date === today ? '' : `${dayWord(place.date, today)}, `}${rangeOf(place, zone)}, ${hoursAndMinutes(place.minutes)}`;

  function planned({ task, place }: Planned, message: string): Omit<BoxAct, 'key'> {
    const id = `new-${newKey()}`;
    const put = shown(id, { task, place }, { focusedMinutes: 0 });
    const undo = () => start(removed(put, `Taken back: ${quoted(task.title)}`, null));
    return { id, call: { name: 'plan', taskId: task.id, place }, put, message, undo };
  }
  function moved(box: TimeBox, place: BoxPlace, message: string, undo: (() => void) | null): Omit<BoxAct, 'key'> {
    const task = { id: box.taskId, title: box.title };
    const id = presentId(box.id);
    const put = { ...shown(id, { task, place }, box), createdAt: box.createdAt };
    return { id, call: { name: 'move', place }, put, message, undo };
  }
  const removed = (box: TimeBox, message: string, undo: (() => void) | null): Omit<BoxAct, 'key'> => ({
    id: presentId(box.id),
    call: { name: 'remove' },
    put: null,
    message,
    undo,
  });

  const planAct = (given: Planned) => planned(given, `Planned ${quoted(given.task.title)}: ${when(given.place)}`);
  const moveAct = (box: TimeBox, place: BoxPlace) =>
    moved(box, place, `Moved ${quoted(box.title)} to ${when(place)}`, () =>
      start(
        moved({ ...box, ...place }, { date: box.date, time: box.time, minutes: box.minutes }, `Taken back: ${quoted(box.title)}`, null),
      ),
    );
  const isOver = (box: TimeBox): boolean => Date.parse(box.endsAt) <= serverNow();

  return {
    /** The box as it was changed last. What is on the screen may be older when keys follow each other quickly. */
    present: (box: TimeBox): TimeBox => cachedBox(client, presentId(box.id)) ?? cachedBox(client, stableId(box.id)) ?? box,
    plan: (task: Planned['task'], place: BoxPlace): void => start(planAct({ task, place })),
    /** Rejects with the server's refusal. */
    sendPlan: (task: Planned['task'], place: BoxPlace): Promise<void> => run(planAct({ task, place })),
    /** A place that has passed, and a box that is over, are refused at once. */
    move: (box: TimeBox, place: BoxPlace): void => {
      if (samePlace(box, place)) return;
      if (isOver(box)) toast.error(OVER, { id: `box-${stableId(box.id)}` });
      else if (spanOfPlace(place, zone).end <= serverNow()) toast.error(PASSED, { id: `box-${stableId(box.id)}` });
      else start(moveAct(box, place));
    },
    /** Rejects with the server's refusal. */
    sendMove: async (box: TimeBox, place: BoxPlace): Promise<void> => {
      if (!samePlace(box, place)) await run(moveAct(box, place));
    },
    remove: (box: TimeBox): void => {
      if (isOver(box)) return void toast.error(OVER, { id: `box-${stableId(box.id)}` });
      const task = { id: box.taskId, title: box.title };
      const again = () =>
        start({
          ...planned({ task, place: { date: box.date, time: box.time, minutes: box.minutes } }, `Back again: ${quoted(box.title)}`),
          undo: null,
        });
      start(removed(box, `Removed the time box of ${quoted(box.title)}`, again));
    },
  };
}

export type BoxActs = ReturnType<typeof boxActs>;
