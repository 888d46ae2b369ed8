import type { z } from 'zod';
import type { Fields } from './problems.ts';

export type Checked<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly errors: Fields };

const NOUN: Readonly<Record<string, string>> = {
  string: 'text',
  boolean: 'true or false',
  number: 'a number',
  int: 'a whole number',
  array: 'a list',
  object: 'an object',
};

const sentence = (issue: z.core.$ZodIssue): string =>
  issue.code === 'invalid_type' && issue.message.startsWith('Invalid input')
    ? `This must be ${NOUN[issue.expected] ?? issue.expected}.`
    : issue.message;

/** The path of a field as names, without the indexes of lists. */
const fieldOf = (path: readonly PropertyKey[], whole: string): string => path.filter((part) => typeof part === 'string').join('.') || whole;

/** Error messages by field. `whole` is the name under which faults of the whole input are given. */
function errorsOf(error: z.ZodError, whole: string): Fields {
  const errors = new Map<string, string[]>();
  const add = (field: string, text: string): void => {
    const known = errors.get(field) ?? [];
    if (!known.includes(text)) errors.set(field, [...known, text]);
  };
  for (const issue of error.issues) {
    if (issue.code !== 'unrecognized_keys') add(fieldOf(issue.path, whole), sentence(issue));
    else for (const key of issue.keys) add(fieldOf([...issue.path, key], whole), 'There is no such field, or it cannot be set.');
  }
  return Object.fromEntries(errors);
}

/** Checks an input against a schema. Gives its value, or all faults by field; those of the whole input under `whole`. */
export function check<T>(schema: z.ZodType<T>, input: unknown, whole: string): Checked<T> {
  const parsed = schema.safeParse(input);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, errors: errorsOf(parsed.error, whole) };
}

/** Checks a body against its schema. A body that is no JSON object is refused with one message. */
export function checkBody<T>(schema: z.ZodType<T>, input: unknown): Checked<T> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { ok: false, errors: { body: ['Send a JSON object.'] } };
  return check(schema, input, 'body');
}
