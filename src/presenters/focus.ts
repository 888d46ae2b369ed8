import type { FocusSession } from '../contracts/focus.ts';
import { endsAt, focusedSeconds, settled, stateOf } from '../domain/focus/rules.ts';
import type { Opener } from '../ports/secrets.ts';
import type { SessionDoc } from '../projections/focus.ts';
import { type TaskTitles, titleOf } from './task-titles.ts';

/** What is needed to show focus sessions, besides their own fields. */
interface FocusContext {
  readonly titles: TaskTitles;
  readonly now: string;
}

/** A session as it is now, whether or not the end that time brings has been recorded. `opener` must be ready for the owner. */
export function presentSession(opener: Opener, doc: SessionDoc, { titles, now }: FocusContext): FocusSession {
  const session = settled(doc, now);
  const { session_id: id, task_id, box_id, minutes, started_at, ended_at, end } = session;
  return {
    id,
    task_id,
    title: titleOf(opener, titles, task_id),
    box_id,
    minutes,
    state: stateOf(session),
    started_at,
    ends_at: endsAt(session),
    ended_at,
    focused_seconds: focusedSeconds(session, now),
    pauses: session.pauses.map(({ from, to }) => ({ from, to })),
    end,
  };
}
