import { localDate } from '../../domain/calendar/local.ts';
import { partnerKeyOwner } from '../../domain/partner/events.ts';
import type { AccountDoc } from '../../projections/account/accounts.ts';
import { deliveriesSince } from '../../projections/delivery.ts';
import type { App } from '../app.ts';
import type { Partner } from './partner-messages.ts';

const SUMMARIES: ReadonlySet<string> = new Set(['partner_summary', 'partner_digest']);

/**
 * The owner's changes of zone that a summary mentions: those since its first local date, and those since the last summary that was sent to
 * the partner.
 */
export async function movesToName(
  app: App,
  partner: Pick<Partner, 'id'>,
  { moves }: AccountDoc,
  from: string,
): Promise<AccountDoc['moves']> {
  const inPeriod = moves.filter((move) => localDate(move.at, move.to) >= from || localDate(move.at, move.from) >= from);
  const last = moves.at(-1);
  if (last === undefined || inPeriod.includes(last)) return inPeriod;
  return (await wasToldSince(app, partner, last.at)) ? [] : [last];
}

async function wasToldSince({ views }: App, { id }: Pick<Partner, 'id'>, instant: string): Promise<boolean> {
  for await (const page of deliveriesSince(views, partnerKeyOwner(id), instant))
    if (page.some(({ doc }) => SUMMARIES.has(doc.kind) && doc.status === 'sent')) return true;
  return false;
}
