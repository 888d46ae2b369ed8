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
