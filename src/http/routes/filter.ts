import {
  changeFilter,
  deleteFilter,
  type FilterResult,
  faultsOfFilter,
  listFilters,
  type SavedFilter as OwnFilter,
  saveFilter,
} from '../../app/filter.ts';
import * as calls from '../../contracts/calls/filter.ts';
import type { SavedFilter } from '../../contracts/filter.ts';
import { alongWithOthers, unchanged } from '../kernel/faults.ts';
import { etag } from '../kernel/headers.ts';
import { callerOf } from '../kernel/principal.ts';
import { type Answer, type Call, json, noContent, type Route, route, tagged } from '../kernel/route.ts';
import { idOf } from '../one-shown.ts';
import { type Deps, waitForReadModels } from '../routes.ts';

const shown = ({ id, name, query, position }: OwnFilter): SavedFilter => ({ id, name, query, position });

export function filterRoutes(deps: Deps): readonly Route[] {
  const { app } = deps;
  const own = async ({ principal, params }: Pick<Call<unknown, unknown>, 'principal' | 'params'>): Promise<OwnFilter | undefined> =>
    (await listFilters(app, principal.owner)).find(({ id }) => id === params.id);
  const version = async (call: Omit<Call<unknown, unknown>, 'body'>): Promise<number | null> =>
    call.ifMatch?.versionAmong((await own(call))?.version) ?? null;

  async function answered({ filter, position }: FilterResult, status: number, headers: Record<string, string> = {}): Promise<Answer> {
    await waitForReadModels(deps, position);
    return json(status, shown(filter), { ETag: etag(filter.version), ...headers });
  }

  return [
    route(calls.listFilters, {
      handle: async ({ principal }) => tagged((await listFilters(app, principal.owner)).map(shown)),
    }),
    route(calls.saveFilter, {
      faults: [alongWithOthers(({ principal }, { name }) => faultsOfFilter(app, principal.owner, null, { name }))],
      async handle(call) {
        const saved = await saveFilter(app, callerOf(call), call.body, call.newId());
        return answered(saved, 201, { Location: `/api/filters/${saved.filter.id}` });
      },
    }),
    route(calls.changeFilter, {
      faults: [
        unchanged(['id'], async (call) => (await own(call)) ?? null),
        alongWithOthers(({ principal, params }, { name, position }) =>
          faultsOfFilter(app, principal.owner, params.id ?? '', { name, position }),
        ),
      ],
      handle: async (call) => answered(await changeFilter(app, callerOf(call), idOf(call), call.body, await version(call)), 200),
    }),
    route(calls.deleteFilter, {
      async handle(call) {
        await waitForReadModels(deps, await deleteFilter(app, callerOf(call), idOf(call), await version(call)));
        return noContent();
      },
    }),
  ];
}
