import { MAX_ID } from '../contracts/query.ts';
import { versionIn } from '../presenters/derived-tags.ts';
import { etag } from './kernel/etag.ts';
import { notFound } from './kernel/problems.ts';
import { type Answer, type Call, json } from './kernel/route.ts';
import { type Deps, waitForReadModels } from './routes.ts';

type AnyCall = Omit<Call<unknown, unknown>, 'body'>;
type OfOne = Pick<AnyCall, 'principal' | 'params' | 'context'>;

/** The id in the path. @throws Refusal not_found where it is longer than any id */
export function idOf({ params }: Pick<AnyCall, 'params'>): string {
  const id = params.id ?? '';
  if (id.length > MAX_ID) throw notFound();
  return id;
}

/** What `find` finds under an id from a path; null where that is longer than any id. */
export const byId = async <Found>(id: string | undefined, find: (id: string) => Promise<Found | null>): Promise<Found | null> =>
  (id ?? '').length > MAX_ID ? null : find(id ?? '');

/** One thing as a call shows it: the body of the answer, and the version in its ETag, which depends on the body, too. */
export interface Shown<Body> {
  readonly body: Body;
  readonly tag: number;
}

/** What calls about one thing share. `shown` finds it by the path of a call, and gives null where there is none. */
export function oneShown<Body>(deps: Deps, shown: (call: OfOne) => Promise<Shown<Body> | null>) {
  async function answered(call: OfOne, status: number, headers: Record<string, string>): Promise<Answer> {
    const found = await shown(call);
    if (found === null) throw notFound();
    return json(status, found.body, { ETag: etag(found.tag), ...headers });
  }
  return {
    /** The answer that shows it. @throws Refusal not_found */
    read: (call: OfOne): Promise<Answer> => answered(call, 200, {}),
    /** The body as it is now; null where there is none. */
    current: async (call: OfOne): Promise<Body | null> => (await shown(call))?.body ?? null,
    /** The version that a write asks for with If-Match; null if it asks for none. */
    version: async (call: AnyCall): Promise<number | null> =>
      call.ifMatch === null ? null : versionIn(call.ifMatch.versionAmong((await shown(call))?.tag)),
    /** The answer to a write: it as it is afterwards. @throws Refusal not_found */
    async written(
      call: AnyCall,
      { id, position }: { readonly id: string; readonly position: string | null },
      status = 200,
      headers: Record<string, string> = {},
    ): Promise<Answer> {
      await waitForReadModels(deps, position);
      return answered({ ...call, params: { id } }, status, headers);
    },
  };
}
