import type { z } from 'zod';

/** What a schema of a form says of values: the first message of each field, by its name. */
export function faultsIn<Input>(schema: z.ZodType<unknown, Input>, values: Input): Readonly<Record<string, string>> {
  const faults: Record<string, string> = {};
  for (const { path, message } of schema.safeParse(values).error?.issues ?? []) faults[path.join('.')] ??= message;
  return faults;
}
