import type { z } from 'zod';
import type { ReceivedForm } from './form-parts.ts';
import type { Fields } from './problems.ts';
import type { Route, UncheckedCall } from './route.ts';

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
function checkBody<T>(schema: z.ZodType<T>, input: unknown): Checked<T> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return { ok: false, errors: { body: ['Send a JSON object.'] } };
  return check(schema, input, 'body');
}

const NOTHING = Object.freeze({});

export type CheckedBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly errors: Fields };

/** Checks a body that was read. Gives what the handler gets, or all its faults at once. */
export async function checkBodyOf(route: Route, bare: UncheckedCall, input: unknown): Promise<CheckedBody> {
  const { body } = route;
  if (!body || body.kind === 'stream') return { ok: true, value: undefined };
  if (body.kind === 'raw') return { ok: true, value: input };
  if (body.kind === 'multipart') return checkForm(body.fields, input as ReceivedForm);
  return checkJson(route, body.schema, bare, input === undefined && body.optional ? {} : input);
}

function checkForm(schema: z.ZodType, { texts, files, errors }: ReceivedForm): CheckedBody {
  const checked = check(schema, texts, 'body');
  if (checked.ok && Object.keys(errors).length === 0) return { ok: true, value: { fields: checked.value, files } };
  return { ok: false, errors: { ...(checked.ok ? {} : checked.errors), ...errors } };
}

/** Checks the body against its schema, and what would result from it against the rules. Gives all faults at once. */
async function checkJson(route: Route, schema: z.ZodType, bare: UncheckedCall, body: unknown): Promise<CheckedBody> {
  const checked = await checkShape(route, schema, bare, body);
  if (!route.faults || typeof body !== 'object' || body === null || Array.isArray(body)) return checked;
  const faults = await route.faults({ ...bare, query: NOTHING }, body as Record<string, unknown>);
  if (Object.keys(faults).length === 0) return checked;
  return { ok: false, errors: checked.ok ? faults : { ...faults, ...checked.errors } };
}

/** Checks the body against its schema, and its read-only fields against their present values. */
async function checkShape(route: Route, schema: z.ZodType, bare: UncheckedCall, input: unknown): Promise<CheckedBody> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) return checkBody(schema, input);
  const { shown, rest } = split(input, route.readOnly?.names ?? []);
  const checked = checkBody(schema, rest);
  const changed = shown.length === 0 ? {} : await changedReadOnly(route, bare, shown);
  const errors = { ...(checked.ok ? {} : checked.errors), ...changed };
  if (Object.keys(errors).length === 0) return checked;
  const left = Object.fromEntries(Object.entries(rest).filter(([name]) => !(name in errors)));
  return { ok: false, errors: { ...(await route.dryRun?.(bare, left)), ...errors } };
}

function split(input: object, readOnly: readonly string[]): { readonly shown: readonly [string, unknown][]; readonly rest: object } {
  if (readOnly.length === 0) return { shown: [], rest: input };
  const entries = Object.entries(input);
  const shown = entries.filter(([name]) => readOnly.includes(name));
  return { shown, rest: Object.fromEntries(entries.filter(([name]) => !readOnly.includes(name))) };
}

/** The read-only fields that differ from their present values. If there is no such thing, none can differ. */
async function changedReadOnly(route: Route, bare: UncheckedCall, shown: readonly [string, unknown][]): Promise<Fields> {
  const now = (await route.readOnly?.current({ ...bare, query: NOTHING })) as Record<string, unknown> | null | undefined;
  if (!now) return {};
  const changed = shown.filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(now[name] ?? null));
  return Object.fromEntries(changed.map(([name]) => [name, ['This cannot be changed. Leave it out, or send it as it is.']]));
}
