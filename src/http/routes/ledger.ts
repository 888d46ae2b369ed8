import { headFor } from '../../app/ledger/heads.ts';
import { consistencyOf, inclusionOf } from '../../app/ledger/proofs.ts';
import { keysOf } from '../../app/ledger/signing.ts';
import * as calls from '../../contracts/calls/ledger.ts';
import { required } from '../../domain/kernel/records.ts';
import type { Cursor } from '../../ports/documents.ts';
import type { HeadPlace } from '../../ports/ledger.ts';
import { jsonOf, listPage } from '../kernel/list-page.ts';
import { type Route, route, tagged } from '../kernel/route.ts';
import type { Deps } from '../routes.ts';

const A_PAGE = 50;

/** Cursors are signed, so this one was made by `cursorOf`. */
const placeOf = ([number, size]: Cursor): HeadPlace => ({ number: Number(number), size: Number(size) });
const cursorOf = ({ number, size }: HeadPlace): Cursor => [number, size];

export function ledgerRoutes({ app, pages, originOf }: Deps): readonly Route[] {
  return [
    route(calls.readHead, {
      handle: async ({ principal: { owner } }) => tagged(required(await headFor(app, owner, 'newest'), 'ledger of an account')),
    }),
    route(calls.listHeads, {
      handle: (call) =>
        listPage(pages, call, {
          limit: A_PAGE,
          async read({ limit, after }) {
            const { owner } = call.principal;
            const found = await app.heads.headsOf(owner, { limit: limit + 1, ...(after && { after: placeOf(after) }) });
            const items = found.slice(0, limit);
            const last = items.at(-1);
            const next = found.length > limit && last ? cursorOf(last.place) : null;
            return { items, next };
          },
          texts: async (found) => jsonOf(found.map(({ head }) => head)),
        }),
    }),
    route(calls.readInclusion, {
      handle: async ({ principal: { owner }, query }) => tagged(await inclusionOf(app, owner, query.event)),
    }),
    route(calls.readConsistency, {
      handle: async ({ principal: { owner }, query }) => tagged(await consistencyOf(app, owner, query.from, query.to)),
    }),
    route(calls.readKeys, {
      handle: async ({ context }) => tagged({ origin: originOf(context.req), keys: await keysOf(app) }),
    }),
  ];
}
