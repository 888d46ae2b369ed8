import { partialMatchKey, type Query, type QueryClient, type QueryKey } from '@tanstack/react-query';
import type { LiveKind } from '../../../src/contracts/live.ts';
import { tokenKeys } from '../account.ts';
import { aiKeys, premiumKeys } from '../ai.ts';
import { alertKeys } from '../alerts.ts';
import { auditKeys } from '../audit.ts';
import { codeTaskKeys } from '../code-tasks.ts';
import { connectionKeys } from '../connections.ts';
import { emailKeys } from '../email-tasks.ts';
import { filterKeys } from '../filters.ts';
import { focusKeys } from '../focus.ts';
import { nextKeys } from '../next.ts';
import { partnerKeys } from '../partners.ts';
import { isPassing, markStale, readAfterChange } from '../query-client.ts';
import { reportKeys, streakKeys } from '../reports.ts';
import { routineKeys } from '../routines.ts';
import { searchKeys } from '../search.ts';
import { ownUserKeys, sessionKeys } from '../session.ts';
import { exportKeys, settingsKeys, vacationKeys } from '../settings.ts';
import { subscriptionKeys } from '../subscriptions.ts';
import { nothingDueKeys, taskKeys } from '../tasks.ts';
import { timeBoxKeys } from '../time-boxes.ts';
import { verificationKeys } from '../verifications.ts';
import { isRead } from './position.ts';
import type { ChangedTasks } from './stream.ts';
import type { ChangedKinds } from './tabs.ts';

/** Which queries each kind of change makes outdated. Every key of a query of the server's data must be in this table. */
export const LIVE_KEYS: Readonly<Record<LiveKind, readonly QueryKey[]>> = {
  task: [taskKeys.all, nextKeys.all],
  routine: [routineKeys.all, vacationKeys.all, searchKeys.all],
  alert: [alertKeys.all],
  verification: [verificationKeys.all, codeTaskKeys.all, emailKeys.all, premiumKeys.posts],
  focus: [focusKeys.all, nextKeys.all],
  time_box: [timeBoxKeys.all, nextKeys.all],
  streak: [streakKeys.all, nothingDueKeys.all],
  report: [reportKeys.all, auditKeys.all],
  settings: [settingsKeys.all, sessionKeys.all, ownUserKeys.all, tokenKeys.all],
  partner: [partnerKeys.all],
  subscription: [subscriptionKeys.all, aiKeys.all],
  connection: [connectionKeys.all],
  filter: [filterKeys.all],
  export: [exportKeys.all],
};

/** The server announces exactly these when the owner's date changes. */
const OF_A_NEW_DATE: readonly LiveKind[] = ['task', 'focus', 'time_box', 'streak', 'report'];

/** The session answers with the server's time. The clock of this browser may not have reached the new date yet. */
const isNewDate = (kinds: readonly LiveKind[]): boolean => OF_A_NEW_DATE.every((kind) => kinds.includes(kind));

/** The queries that were or are being read, perhaps as it was before the change. The session is polled. */
function readKeys(client: QueryClient): readonly QueryKey[] {
  const all = client.getQueryCache().findAll({ predicate: isRead });
  return all.map(({ queryKey }) => queryKey).filter(([root]) => root !== sessionKeys.all[0]);
}

/** The server may have been away when a change that it had told of was read. */
function failedKeys(client: QueryClient): readonly QueryKey[] {
  const failed = client.getQueryCache().findAll({ predicate: ({ state }) => state.status === 'error' && isPassing(state.error) });
  return failed.map(({ queryKey }) => queryKey);
}

export const keysOfChange = (client: QueryClient, kinds: ChangedKinds): readonly QueryKey[] =>
  kinds === null ? readKeys(client) : [...kinds.flatMap((kind) => LIVE_KEYS[kind]), ...(isNewDate(kinds) ? [sessionKeys.all] : [])];

/** Each changed task is put into these, unless they are being read or have to be read anyway. */
const isKept = ({ queryKey: [, part], state }: Query): boolean =>
  (part === 'list' || part === 'one') && state.fetchStatus === 'idle' && state.status === 'success' && !state.isInvalidated;

/** What is outdated besides the changed tasks themselves. */
function keysBesideTasks(client: QueryClient, kinds: readonly LiveKind[]): readonly QueryKey[] {
  const ofTasks = client.getQueryCache().findAll({ queryKey: taskKeys.all, predicate: (query) => !isKept(query) });
  return [...keysOfChange(client, kinds).filter((key) => key !== taskKeys.all), ...ofTasks.map(({ queryKey }) => queryKey)];
}

/**
 * Reads anew what has changed, and what could not be read before. While an optimistic change is under way, this waits until it
 * was answered. While such a read is under way, the next one waits for its end, because many changes in a row would otherwise
 * cancel each read before its answer. `markTask`: has one task read anew, and is
 * false for a task that no list has. If all changed tasks are known, the lists are not read.
 */
export function createLiveReads(
  client: QueryClient,
  markTask: ((id: string) => boolean) | null = null,
): (kinds: ChangedKinds, tasks?: ChangedTasks) => void {
  let isReading = false;
  let isDue = false;
  async function read(): Promise<void> {
    isDue = true;
    if (isReading) return;
    isReading = true;
    while (isDue) {
      isDue = false;
      await readAfterChange(client);
    }
    isReading = false;
  }
  return (kinds, tasks = null) => {
    const areKnown = markTask !== null && kinds?.includes('task') && tasks?.every(markTask);
    const changed = kinds && areKnown ? keysBesideTasks(client, kinds) : keysOfChange(client, kinds);
    const failed = failedKeys(client).filter((key) => !changed.some((part) => partialMatchKey(key, part)));
    markStale(client, [...changed, ...failed]);
    void read();
  };
}
