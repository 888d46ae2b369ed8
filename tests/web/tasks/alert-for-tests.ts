import type { Alert } from '../../../web/api/alerts.ts';

/** An active alert about a missed task. */
export const anAlert = (id: string): Alert => ({
  id,
  taskId: 't',
  title: 'Missed',
  message: 'It was due.',
  severity: 'high',
  type: 'task_missed',
  acknowledged: false,
  resolved: false,
  createdAt: '2026-11-19T10:00:00Z',
});
