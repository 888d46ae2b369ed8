import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { z } from 'zod';

/** What the build of the web client lists in a JSON file for the server. Null: a client that was not built by it has no such file. */
export function builtList<T>(root: string, file: string, schema: z.ZodType<T>): T | null {
  let text: string;
  try {
    text = readFileSync(join(root, file), 'utf8');
  } catch {
    return null;
  }
  return schema.parse(JSON.parse(text));
}
