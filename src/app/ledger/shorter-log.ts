import type { Head } from '../../contracts/ledger/head.ts';
import { ledgerOf, rootAt } from '../../projections/ledger/tree.ts';
import type { App } from '../app.ts';
import { succeedLedger } from './heads.ts';

type Ports = Pick<App, 'views' | 'heads' | 'clock' | 'newId'>;

const PAGE = 200;

/**
 * After a log was accepted that is shorter than the one that was known, or another one: each ledger of which a signed head no longer fits
 * goes on under a new id. The read models must include the whole log. It can be repeated. Returns the number of these ledgers.
 * @throws StoreUnavailable, StoreFull
 */
export async function succeedShorterLedgers(app: Ports): Promise<number> {
  const at = app.clock.now();
  let count = 0;
  let after: string | undefined;
  for (;;) {
    const owners = await app.heads.ledgerOwners({ limit: PAGE, ...(after !== undefined && { after }) });
    for (const owner of owners) {
      const size = await commonSize(app, owner);
      if (size === null) continue;
      await succeedLedger(app, owner, { size, at, reason: 'shorter_log' });
      count += 1;
    }
    after = owners.at(-1);
    if (owners.length < PAGE) return count;
  }
}

/** How many events the present ledger and the log have in common; null if its newest head fits the log. */
async function commonSize(app: Ports, owner: string): Promise<number | null> {
  const [present] = await app.heads.ledgersOf(owner);
  const newest = present ? await app.heads.newestHead(owner, present.number) : null;
  if (!present || newest === null) return null;
  const size = (await ledgerOf(app.views, owner))?.size ?? 0;
  const fits = async (head: Head): Promise<boolean> =>
    head.size <= size && (head.size === 0 || (await rootAt(app.views, owner, head.size)) === head.root);
  if (await fits(newest)) return null;
  let isOther = false;
  for (let head: Head | null = newest; head !== null; head = await headBefore(app, owner, present.number, head.size)) {
    if (head.size > size) continue;
    // Events after the newest head that is not longer than the log are taken for the same ones if that head fits.
    if (await fits(head)) return isOther ? head.size : size;
    isOther = true;
  }
  return isOther ? 0 : size;
}

async function headBefore({ heads }: Ports, owner: string, number: number, size: number): Promise<Head | null> {
  const [before] = await heads.headsOf(owner, { limit: 1, after: { number, size } });
  return before?.place.number === number ? before.head : null;
}
