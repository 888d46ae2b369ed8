/** The kinds of things of which the live connection says that they can be read anew. */
export const LIVE_KINDS = [
  'task',
  'routine',
  'alert',
  'verification',
  'focus',
  'time_box',
  'streak',
  'report',
  'settings',
  'partner',
  'subscription',
  'connection',
  'filter',
  'export',
] as const;
export type LiveKind = (typeof LIVE_KINDS)[number];

/**
 * The header of the answer about the session: the id of a live event that would be sent now. Whatever is read later contains all
 * changes up to it, so a client that connects with it in `Last-Event-ID` is told of everything that its reads may lack.
 */
export const LIVE_POSITION = 'Live-Position';

/** A client that sends this in `Prefer` is also told which tasks have changed. */
export const TASK_IDS = 'task-ids';

/** Up to where a client has been told of changes: in the log, and by the program's clock in milliseconds since the epoch. */
export interface LivePosition {
  readonly position: string;
  readonly at: number;
}

/** Null: it is no id of a live event. */
export function livePositionOf(eventId: string): LivePosition | null {
  const [, position, at] = /^(\d{20})-(\d{1,15})$/.exec(eventId) ?? [];
  return position === undefined ? null : { position, at: Number(at) };
}

/** Whether a client that was told of all changes up to `own` has been told of all changes up to `other`. Both are ids of live events. */
export function coversLive(own: string, other: string): boolean {
  if (own === other) return true;
  const [known, asked] = [livePositionOf(own), livePositionOf(other)];
  return known !== null && asked !== null && known.position >= asked.position && known.at >= asked.at;
}
