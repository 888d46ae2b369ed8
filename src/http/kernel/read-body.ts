import { createHash } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { z } from 'zod';
import type { RawBody } from '../../contracts/call.ts';
import { isEncoded, mediaOf, readBytes, readJson, refuseSaidTooLarge, type Sender, wrongType } from './body.ts';
import type { ReceivedForm } from './form-parts.ts';
import { readForm } from './multipart.ts';
import type { Fields } from './problems.ts';
import type { Route, UncheckedCall } from './route.ts';

export interface ReadBody {
  /** Parsed JSON, bytes, or a `ReceivedForm`. */
  readonly input: unknown;
  /** The value that an Idempotency-Key compares: parsed JSON, or hashes. */
  readonly compared: unknown;
  /** Deletes the stored files. */
  readonly discard?: () => Promise<void>;
}

const NONE: ReadBody = { input: undefined, compared: undefined };

/**
 * @throws Refusal 413, 415, 400
 */
export async function readBody(request: IncomingMessage, { method, body }: Route, sender: Sender): Promise<ReadBody> {
  if (method === 'GET' || (method === 'DELETE' && !body)) return NONE;
  if (body?.kind === 'raw') return readRaw(request, body);
  if (body?.kind === 'stream') {
    refuseSaidTooLarge(request, body.maxBytes);
    if (mediaOf(request) !== body.media || isEncoded(request)) throw wrongType(`Send the body as ${body.media}, and not compressed.`);
    return NONE;
  }
  if (body?.kind === 'multipart') {
    const form = await readForm(request, body, sender);
    return { input: form, compared: { parts: form.parts }, discard: form.discard };
  }
  const input = await readJson(request, body?.optional ?? false);
  return { input, compared: input };
}

async function readRaw(request: IncomingMessage, { maxBytes, media }: RawBody): Promise<ReadBody> {
  const bytes = await readBytes(request, maxBytes);
  const type = mediaOf(request);
  if (isEncoded(request) || (media.length > 0 && !media.includes(type)))
    throw wrongType(media.length > 0 ? `Send the body as ${media.join(' or ')}, and not compressed.` : 'Send the body not compressed.');
  return { input: bytes, compared: { media: type, sha256: createHash('sha256').update(bytes).digest('hex') } };
}

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

/** Joins the names of the path without the indexes of lists. */
const fieldOf = (path: readonly PropertyKey[], whole: string): string => path.filter((part) => typeof part === 'string').join('.') || whole;

type Issue = z.core.$ZodIssue;

const unknownFields = (issues: readonly Issue[]): number =>
  issues.reduce((sum, issue) => sum + (issue.code === 'unrecognized_keys' ? issue.keys.length : 0), 0);

/** Of several alternatives, the issues of the one that the input fits best: it knows most of the fields, and finds the fewest faults. */
function closest(issue: Issue): readonly Issue[] {
  if (issue.code !== 'invalid_union') return [issue];
  const alternatives: readonly (readonly Issue[])[] = issue.errors;
  const [best] = alternatives.toSorted((a, b) => unknownFields(a) - unknownFields(b) || a.length - b.length);
  if (best === undefined) return [issue];
  return best.flatMap(closest).map((inner) => ({ ...inner, path: [...issue.path, ...inner.path] }));
}

/** `whole` is the name for errors of the whole input. */
function errorsOf(error: z.ZodError, whole: string): Fields {
  const errors = new Map<string, string[]>();
  const add = (field: string, text: string): void => {
    const known = errors.get(field) ?? [];
    if (!known.includes(text)) errors.set(field, [...known, text]);
  };
  for (const issue of error.issues.flatMap(closest)) {
    if (issue.code !== 'unrecognized_keys') add(fieldOf(issue.path, whole), sentence(issue));
    else for (const key of issue.keys) add(fieldOf([...issue.path, key], whole), 'There is no such field, or it cannot be set.');
  }
  return Object.fromEntries(errors);
}

/** Returns the value, or all errors by field. Errors of the whole input are under `whole`. */
export function check<T>(schema: z.ZodType<T>, input: unknown, whole: string): Checked<T> {
  const parsed = schema.safeParse(input);
  return parsed.success ? { ok: true, value: parsed.data } : { ok: false, errors: errorsOf(parsed.error, whole) };
}

/** A body that is not a JSON object gets a single message. */
function checkBody<T>(schema: z.ZodType<T>, input: unknown): Checked<T> {
  if (!isObject(input)) return { ok: false, errors: { body: ['Send a JSON object.'] } };
  return check(schema, input, 'body');
}

export type CheckedBody = { readonly ok: true; readonly value: unknown } | { readonly ok: false; readonly errors: Fields };

export async function checkBodyOf(route: Route, bare: UncheckedCall, input: unknown): Promise<CheckedBody> {
  const { body } = route;
  if (!body || body.kind === 'stream') return { ok: true, value: undefined };
  if (body.kind === 'raw') return { ok: true, value: input };
  // For a route with a form, `readBody` returns a received form.
  if (body.kind === 'multipart') return checkForm(body.fields, input as ReceivedForm);
  return checkJson(route, body.schema, bare, input === undefined && body.optional ? {} : input);
}

function checkForm(schema: z.ZodType, { texts, files, errors }: ReceivedForm): CheckedBody {
  const checked = check(schema, texts, 'body');
  if (checked.ok && Object.keys(errors).length === 0) return { ok: true, value: { fields: checked.value, files } };
  return { ok: false, errors: { ...(checked.ok ? {} : checked.errors), ...errors } };
}

/** Runs the schema and the fault finders of the route, and returns all errors together. */
async function checkJson({ faults: finders = [] }: Route, schema: z.ZodType, bare: UncheckedCall, body: unknown): Promise<CheckedBody> {
  if (!isObject(body)) return checkBody(schema, body);
  const taken = new Set(finders.flatMap(({ takes = [] }) => takes));
  const own = taken.size === 0 ? body : Object.fromEntries(Object.entries(body).filter(([name]) => !taken.has(name)));
  const checked = checkBody(schema, own);
  let faults: Fields = checked.ok ? {} : checked.errors;
  for (const { find } of finders) faults = { ...(await find(bare, { input: body, own, faults })), ...faults };
  return Object.keys(faults).length === 0 ? checked : { ok: false, errors: faults };
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
