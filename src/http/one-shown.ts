import { MAX_ID } from '../contracts/query.ts';
import { versionIn } from '../presenters/task.ts';
import { etag } from './kernel/headers.ts';
import { notFound } from './kernel/problems.ts';
import { type Answer, type Call, json } from './kernel/route.ts';
import { type Deps, waitForReadModels } from './routes.ts';

type AnyCall = Omit<Call<unknown, unknown>, 'body'>;
type OfOne = Pick<AnyCall, 'principal' | 'params' | 'context'>;

/**
 * @throws Refusal not_found if it is longer than any id
 */
export function idOf({ params }: Pick<AnyCall, 'params'>): string {
  const id = params.id ?? '';
  if (id.length > MAX_ID) throw notFound();
  return id;
}

/** Null also for an id that is longer than any id, which is not looked up. */
export const byId = async <Found>(id: string | undefined, find: (id: string) => Promise<Found | null>): Promise<Found | null> =>
  (id ?? '').length > MAX_ID ? null : find(id ?? '');

/** One resource as an answer shows it. The ETag combines the version and the body. */
export interface Shown<Body> {
  readonly body: Body;
  readonly tag: number;
}

/** Shared by the calls about one resource. `shown` finds it by the path, and returns null if it does not exist. */
export function oneShown<Body>(deps: Deps, shown: (call: OfOne) => Promise<Shown<Body> | null>) {
  async function answered(call: OfOne, status: number, headers: Record<string, string>): Promise<Answer> {
    const found = await shown(call);
    if (found === null) throw notFound();
    return json(status, found.body, { ETag: etag(found.tag), ...headers });
  }
  return {
    /**
     * @throws Refusal not_found
     */
    read: (call: OfOne): Promise<Answer> => answered(call, 200, {}),
    /** Null: the resource does not exist. */
    current: async (call: OfOne): Promise<Body | null> => (await shown(call))?.body ?? null,
    /** The version in If-Match. Null: the write accepts any version. */
    version: async (call: AnyCall): Promise<number | null> =>
      call.ifMatch === null ? null : versionIn(call.ifMatch.versionAmong((await shown(call))?.tag)),
    /**
     * Answers a write with the new state.
     * @throws Refusal not_found
     */
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
