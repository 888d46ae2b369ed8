import type { z } from 'zod';
import type { ReceivedForm } from './form-parts.ts';
import type { Fields } from './problems.ts';
import type { Route, UncheckedCall } from './route.ts';
import { check, checkBody } from './validate.ts';

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
