import { outcomeOf } from '../../../src/domain/task/rules.ts';
import { snake } from '../../../web/api/names.ts';
import type { Task } from '../../../web/api/tasks.ts';

/** A pending task without a date, with what the test cares about; how it counts follows from that, as on the server. */
export function aTask(own: Partial<Task> = {}): Task {
  const task = { ...PENDING, ...own };
  const counts = outcomeOf({
    status: task.status,
    late: task.late,
    due_date: task.dueDate,
    verification_state: task.verificationState,
    counts_as_skipped: task.late && task.skipReason !== null,
    deleted: task.deleted ?? false,
    withdrawn: false,
    decided_at: null,
    corrected: task.corrected,
  });
  return { ...task, outcome: own.outcome ?? counts };
}

const PENDING: Omit<Task, 'outcome'> = {
  id: 't1',
  title: 'Run, 5 km',
  description: null,
  dueDate: null,
  dueTime: null,
  dueAt: null,
  status: 'pending',
  completed: false,
  late: false,
  verificationType: 'none',
  verificationState: 'not_required',
  onWord: false,
  proofRequirement: null,
  corrected: false,
  proofDueAt: null,
  priority: 'none',
  tags: [],
  estimateMinutes: null,
  parentId: null,
  partnerId: null,
  recurringTaskId: null,
  postponed: 0,
  archived: false,
  skipReason: null,
  createdAt: '2026-11-01T08:00:00Z',
  completedAt: null,
  missedAt: null,
};

/** Due at the end of that day in Berlin (winter). */
export const dueOn = (date: string, own: Partial<Task> = {}): Task =>
  aTask({ dueDate: date, dueAt: `${date}T22:59:59.999Z`, id: `t-${date}`, ...own });

/** The task as the server sends it. */
export const wireTask = (task: Task): Record<string, unknown> => snake(task);
