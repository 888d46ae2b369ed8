import { z } from 'zod';
import type { SplitPart } from '../../../ports/ai-help.ts';
import { plainLine } from '../plain.ts';
import type { Request } from '../structured.ts';
import { data1 } from './reviews-1.ts';

const LONGEST_TITLE = 200;
const LONGEST_REASON = 300;
const MOST_PARTS = 12;
const MOST_MINUTES = 1_440;

const part = z.strictObject({ title: z.string(), minutes: z.number().nullable(), reason: z.string() });

function read(item: unknown): SplitPart | null {
  const parsed = part.safeParse(item);
  if (!parsed.success) return null;
  const title = plainLine(parsed.data.title, LONGEST_TITLE);
  const reason = plainLine(parsed.data.reason, LONGEST_REASON);
  const minutes = parsed.data.minutes === null ? null : Math.round(parsed.data.minutes);
  if (title === '' || (minutes !== null && (minutes < 1 || minutes > MOST_MINUTES))) return null;
  return { title, minutes, reason: reason === '' ? null : reason };
}

/** A task in parts that can be done one after the other. */
export const split1: Request<{ readonly parts: readonly SplitPart[] }, SplitPart> = {
  version: 'split/1',
  task: `You help a person to split a task into 2 to ${MOST_PARTS} smaller ones that can be done one after the other and ticked off. The part "task" is its title; "description", "requirement" (what is asked for as proof), "estimate" (in minutes, of the whole) and "parts" (what it was split into already) may follow. Each part has a title that begins with a verb and says what is done when it is done, the minutes that it probably takes (null if nothing tells), and in one sentence why it is a part of its own. Leave out what is in "parts" already. Together the parts are the whole task, and nothing else.`,
  material: data1,
  schema: z
    .strictObject({ parts: z.array(part) })
    .refine(({ parts }) => parts.length >= 1 && parts.length <= MOST_PARTS && parts.every((one) => read(one) !== null))
    .transform(({ parts }) => ({ parts: parts.flatMap((one) => read(one) ?? []) })),
  list: { name: 'parts', read },
};
