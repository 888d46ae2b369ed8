import type { z } from 'zod';
import type { AnswerOf, CallDeclaration, FormBody, JsonBody } from '../../src/contracts/call.ts';
import { type Call, nextOf, type Page, send } from './client.ts';
import { type Camel, camel, snake } from './names.ts';
import { ApiError } from './problem.ts';

/** A call and the message that is shown when it fails. */
export type ClientCall = CallDeclaration & { readonly failure: string };

type NamesIn<Path extends string> = Path extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;
type Params<Path extends string> = [NamesIn<Path>] extends [never]
  ? { readonly params?: never }
  : { readonly params: Readonly<Record<NamesIn<Path>, string>> };
/** Numbers are sent as text. Null, undefined and empty values are left out. */
type Query<Declared> = Declared extends { readonly query: z.ZodType<unknown, infer Input> }
  ? { readonly query?: { readonly [Name in keyof Camel<Input>]?: Camel<Input>[Name] | number | null } }
  : { readonly query?: never };
type Body<Declared> = Declared extends { readonly body: FormBody }
  ? { readonly form: FormData }
  : Declared extends { readonly body: JsonBody<z.ZodType<unknown, infer Input>> }
    ? Declared extends { readonly body: { readonly optional: false } }
      ? { readonly body: Camel<Input> }
      : { readonly body?: Camel<Input> }
    : { readonly body?: never };

/** The JSON answer of a call, in camelCase. */
export type Answer<Declared extends ClientCall> = Camel<AnswerOf<Declared>>;

/** The path parameters, query and body that the declaration of the call asks for, and options of the request. */
export type Sent<Declared extends ClientCall> = Params<Declared['path']> &
  Query<Declared> &
  Body<Declared> &
  Pick<Call, 'etag' | 'signal' | 'accept'> & { readonly key?: string | undefined };
type Given<Declared extends ClientCall> = Record<never, never> extends Sent<Declared> ? [sent?: Sent<Declared>] : [sent: Sent<Declared>];

interface AnySent extends Pick<Call, 'query' | 'body' | 'form' | 'etag' | 'signal' | 'accept'> {
  readonly params?: Readonly<Record<string, string>>;
  readonly key?: string | undefined;
}

export const pathOfCall = (path: string, params: Readonly<Record<string, string>> = {}): string =>
  path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));

/**
 * Returns the unparsed response.
 * @throws ApiError
 */
export function requestRaw<Declared extends ClientCall>(call: Declared, ...[sent]: Given<Declared>): Promise<Response> {
  const { params, query, body, key, ...rest } = (sent ?? {}) as AnySent;
  const written = { ...(query && { query: snake(query) }), ...(body !== undefined && { body: snake(body) }), ...(key ? { key } : {}) };
  return send(pathOfCall(call.path, params), { ...rest, ...written, method: call.method, fallback: call.failure });
}

async function parsed<Declared extends ClientCall>({ failure }: Declared, response: Response): Promise<Answer<Declared>> {
  try {
    return camel((await response.json()) as AnswerOf<Declared>);
  } catch {
    throw new ApiError(failure, { status: response.status, code: 'unreadable' });
  }
}

/**
 * Returns the body of the answer.
 * @throws ApiError
 */
export async function request<Declared extends ClientCall>(call: Declared, ...given: Given<Declared>): Promise<Answer<Declared>> {
  return parsed(call, await requestRaw(call, ...given));
}

/**
 * A resource with its strong ETag, or null if the answer has none. A change sends the ETag back, so that two writers do not
 * overwrite each other.
 */
export interface Tagged<T> {
  readonly value: T;
  readonly etag: string | null;
}

/**
 * @throws ApiError
 */
export async function requestTagged<Declared extends ClientCall>(
  call: Declared,
  ...given: Given<Declared>
): Promise<Tagged<Answer<Declared>>> {
  const { value, headers } = await requestHeaded(call, ...given);
  return { value, etag: headers.get('etag') };
}

/**
 * @throws ApiError
 */
export async function requestHeaded<Declared extends ClientCall>(
  call: Declared,
  ...given: Given<Declared>
): Promise<{ readonly value: Answer<Declared>; readonly headers: Headers }> {
  const response = await requestRaw(call, ...given);
  return { value: await parsed(call, response), headers: response.headers };
}

/**
 * Ignores the body of the answer.
 * @throws ApiError
 */
export async function requestDone<Declared extends ClientCall>(call: Declared, ...given: Given<Declared>): Promise<void> {
  await requestRaw(call, ...given);
}

type ItemOf<Declared extends ClientCall> = Answer<Declared> extends readonly (infer Item)[] ? Item : never;

/**
 * @throws ApiError
 */
export async function requestPage<Declared extends ClientCall>(call: Declared, ...given: Given<Declared>): Promise<Page<ItemOf<Declared>>> {
  const response = await requestRaw(call, ...given);
  return { items: (await parsed(call, response)) as ItemOf<Declared>[], next: nextOf(response.headers.get('link')) };
}

/**
 * Reads all pages of a list. It follows the link to the next page, because a page of long texts may hold fewer entries than the
 * limit.
 * @throws ApiError
 */
export async function requestAll<Declared extends ClientCall>(call: Declared, ...given: Given<Declared>): Promise<ItemOf<Declared>[]> {
  const [sent] = given as [AnySent?];
  const found: ItemOf<Declared>[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const got = await requestPage(call, ...([{ ...sent, query: { ...sent?.query, after } }] as unknown as Given<Declared>));
    found.push(...got.items);
    after = got.next;
  }
  return found;
}
