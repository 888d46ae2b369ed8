import { z } from 'zod';
import type { Placed } from '../../../ports/ai-help.ts';
import { plainLine } from '../plain.ts';
import type { Request } from '../structured.ts';
import { data1 } from './reviews-1.ts';

const LONGEST_REASON = 300;
const LABEL = /^t([1-9]\d{0,3})$/;
const placed = z.strictObject({ task: z.string(), reason: z.string() });

/** The label of a task in the prompt. The model gets no ids. */
export const labelOf = (index: number): string => `t${index + 1}`;

function read(item: unknown): Placed | null {
  const parsed = placed.safeParse(item);
  const [, number] = (parsed.success && LABEL.exec(parsed.data.task)) || [];
  if (!parsed.success || number === undefined) return null;
  const reason = plainLine(parsed.data.reason, LONGEST_REASON);
  return reason === '' ? null : { index: Number(number) - 1, reason };
}

/** Asks for the order in which this many tasks are best done today. */
export function prioritise1(count: number): Request<{ readonly order: readonly Placed[] }, Placed> {
  const among = (item: unknown): Placed | null => {
    const found = read(item);
    return found !== null && found.index < count ? found : null;
  };
  return {
    version: 'prioritise/1',
    task: `You help a person to put the tasks of today into the order in which they are best done. Each part of the data is one task: its name is the task's label (t1, t2, …), its first line the title, and the lines after it say when it is due, its priority, its estimate and whether it needs proof. Answer with every label exactly once, the task to begin with first, each with a reason of one sentence that rests on what the data says about the task.`,
    material: data1,
    schema: z
      .strictObject({ order: z.array(placed) })
      .refine(({ order }) => order.length === count && new Set(order.map((one) => among(one)?.index)).size === count && order.every(among))
      .transform(({ order }) => ({ order: order.flatMap((one) => among(one) ?? []) })),
    list: { name: 'order', read: among },
  };
}
