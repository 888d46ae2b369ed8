import { readFileSync } from 'node:fs';
import type { Environment } from './variable.ts';

/** Replaces secrets that are given as files by the content of the file, without its line end. */
export function withSecretFiles(
  given: Environment,
  secrets: readonly string[],
): { readonly set: Environment; readonly faults: readonly string[] } {
  const set: Record<string, string | undefined> = { ...given };
  const faults: string[] = [];
  for (const name of secrets) {
    const path = given[`${name}_FILE`];
    if (path === undefined) continue;
    if (given[name] !== undefined) faults.push(`${name} and ${name}_FILE are the same thing twice: give one.`);
    try {
      set[name] = readFileSync(path, 'utf8').trim();
    } catch (error) {
      faults.push(`${name}_FILE cannot be read at ${path}: ${(error as NodeJS.ErrnoException).code ?? 'unknown'}.`);
    }
    if (set[name] === '') faults.push(`${name}_FILE is empty at ${path}.`);
  }
  return { set, faults };
}
