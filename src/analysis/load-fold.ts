import { existsSync } from 'node:fs';
import { resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { z } from 'zod';
import type { ExportedEvent } from './disclosure.ts';
import { reasonOf } from './reason.ts';
import { AnalysisRefused } from './refused.ts';

/** A fold whose state only its file knows. */
export interface LoadedFold {
  readonly name: string;
  init(): unknown;
  apply(state: unknown, event: ExportedEvent): unknown;
}

const isFunction = (value: unknown): boolean => typeof value === 'function';
const shape = z.object({
  default: z.object({
    name: z.string().min(1),
    init: z.custom<LoadedFold['init']>(isFunction, 'a function is needed'),
    apply: z.custom<LoadedFold['apply']>(isFunction, 'a function is needed'),
  }),
});

/** Loads the fold that a file exports as its default. @throws AnalysisRefused if it cannot be loaded, or exports none */
export async function loadFold(file: string): Promise<LoadedFold> {
  const path = resolve(file);
  if (!existsSync(path)) throw new AnalysisRefused(`There is no file ${file}.`);
  const parsed = shape.safeParse(await loaded(file, path));
  if (parsed.success) return parsed.data.default;
  const faults = parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`).join('; ');
  throw new AnalysisRefused(`${file} needs \`export default { name, init, apply }\`: ${faults}.`);
}

async function loaded(file: string, path: string): Promise<unknown> {
  try {
    return await import(pathToFileURL(path).href);
  } catch (error) {
    throw new AnalysisRefused(`${file} cannot be loaded: ${reasonOf(error)}`);
  }
}
