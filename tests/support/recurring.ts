import type { Client } from './client.ts';

export const DAILY = { title: 'Stand up', rrule: 'FREQ=DAILY' };

interface Occurrence {
  readonly proof_requirement: string | null;
  readonly recurring_task_id: string;
  readonly due_date: string;
  readonly title: string;
  readonly id: string;
  readonly status: string;
  readonly skip_reason: string;
}

/** The occurrences of a recurring task among the tasks that the client lists. */
export async function occurrencesIn(client: Client, id: string): Promise<readonly Occurrence[]> {
  const tasks = (await client.get('/api/tasks')).body as readonly Occurrence[];
  return tasks.filter((one) => one.recurring_task_id === id);
}
