/** Parameters of a call: texts, nested as their names say (`items[0][price]`). */
export interface Params {
  [name: string]: string | Params;
}

/** Reads a form as Stripe does. */
export function readForm(text: string): Params {
  const root: Params = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = [...name.matchAll(/[^[\]]+/g)].map(([part]) => part);
    let at = root;
    for (const part of path.slice(0, -1)) {
      at[part] ??= {};
      at = at[part] as Params;
    }
    at[path.at(-1) as string] = value;
  }
  return root;
}

/** The entries of a list, in the order of their numbers. */
export const listOf = (value: string | Params | undefined): readonly Params[] =>
  typeof value === 'object' ? (Object.values(value) as Params[]) : [];
export const textsOf = (value: string | Params | undefined): readonly string[] =>
  typeof value === 'object' ? (Object.values(value) as string[]) : [];
export const textOf = (value: string | Params | undefined): string => (typeof value === 'string' ? value : '');

/** An error as Stripe answers it. */
export class Refused extends Error {
  readonly status: number;
  readonly error: { readonly type: string; readonly code?: string; readonly message: string; readonly param?: string };
  constructor(status: number, type: string, message: string, more: { readonly code?: string; readonly param?: string } = {}) {
    super(message);
    this.status = status;
    this.error = { type, message, ...more };
  }
}

export const invalidRequest = (message: string, param?: string, code?: string): Refused =>
  new Refused(400, 'invalid_request_error', message, { ...(param && { param }), ...(code && { code }) });
export const missing = (what: string, id: string): Refused =>
  new Refused(404, 'invalid_request_error', `No such ${what}: '${id}'`, { code: 'resource_missing', param: 'id' });
export const declined = (): Refused => new Refused(402, 'card_error', 'Your card was declined.', { code: 'card_declined' });
