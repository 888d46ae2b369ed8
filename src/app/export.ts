import { type ExportCommand, type ExportState, exportDecider } from '../domain/export/decide.ts';
import { exportStream } from '../domain/export/events.ts';
import { derivedId } from '../domain/kernel/derived-ids.ts';
import { type Position, SYSTEM } from '../domain/kernel/event.ts';
import { StoreFull, StoreUnavailable } from '../domain/kernel/event-store.ts';
import { readState } from '../domain/kernel/fold-stream.ts';
import { type Context, type Handled, handle } from '../domain/kernel/handle.ts';
import type { OpenFile } from '../ports/files.ts';
import { account } from '../projections/account/accounts.ts';
import { withAccountLock } from './account/account-lookup.ts';
import { asUser } from './account/sessions.ts';
import type { App } from './app.ts';
import { DAY_MS, later, tokenHash } from './delivery/account-mails.ts';
import { requestDelivery } from './delivery/requests.ts';
import { noting, progressOf } from './export-list.ts';
import { latest } from './task/task-send.ts';

const LIFETIME = DAY_MS;

/** Makes a bundle. `onShare` is told how far it is, from 0 to 1. */
export type MakeBundle = (owner: string, onShare?: (share: number) => void) => AsyncIterable<Uint8Array>;

const fileOf = (id: string): string => `export-${id}.zip`;
/** The id of the mail with the link of a bundle. The link's token is made from it. */
const mailIdOf = (id: string): string => derivedId('export_mail', id);

const send = (app: App, owner: string, command: ExportCommand, context: Context): Promise<Handled<ExportState>> =>
  handle(app, exportDecider, exportStream(owner), command, context);

export function loadExports({ store }: Pick<App, 'store'>, owner: string): Promise<ExportState> {
  return readState(store, exportDecider, exportStream(owner));
}

/** Requests a bundle. Returns the position of the request; null: a bundle is being made already. */
export async function requestExport(app: App, owner: string, correlationId: string): Promise<Position | null> {
  return (await send(app, owner, { type: 'Request', id: app.newId() }, asUser(owner, correlationId))).position;
}

/** Makes the requested bundle, or deletes the one that has expired. Null: nothing was due. It can be repeated. */
export function advanceExport(app: App, bundle: MakeBundle, owner: string): Promise<Position | null> {
  return withAccountLock(app, owner, async () => {
    const { under_way, ready } = await loadExports(app, owner);
    if (under_way !== null) return make(app, bundle, owner, under_way, ready?.id ?? null);
    if (ready === null || ready.expires_at > app.clock.now()) return null;
    await app.files.remove(owner, fileOf(ready.id));
    return (await send(app, owner, { type: 'Expire', now: app.clock.now() }, asSystem(owner, app.newId()))).position;
  });
}

type UnderWay = NonNullable<ExportState['under_way']>;

async function make(app: App, bundle: MakeBundle, owner: string, asked: UnderWay, former: string | null): Promise<Position | null> {
  const { id } = asked;
  const context = asSystem(owner, asked.correlation_id, asked.event_id);
  let size: number;
  try {
    size = await write(app, bundle, owner, id);
  } catch (error) {
    // A failure of the store is tried again later. After any other failure the owner can make a new request.
    if (error instanceof StoreUnavailable || error instanceof StoreFull) throw error;
    await send(app, owner, { type: 'NoteFailed', id }, context);
    throw error;
  }
  const expiresAt = later(app.clock.now(), LIFETIME);
  const asksForMail = await requestReadyMail(app, owner, id, expiresAt, context);
  const { position } = await send(app, owner, { type: 'NoteReady', id, expiresAt, size }, context);
  if (former !== null) await app.files.remove(owner, fileOf(former));
  return latest([asksForMail, position]);
}

/** @returns the size of the bundle, in bytes */
async function write(app: App, bundle: MakeBundle, owner: string, id: string): Promise<number> {
  const progress = progressOf(app);
  let [size, share] = [0, 0];
  const pieces = bundle(owner, (now) => {
    share = now;
  });
  async function* counted(): AsyncGenerator<Uint8Array> {
    for await (const piece of noting(
      pieces,
      () => share,
      (now) => progress.note(id, now),
    )) {
      size += piece.length;
      yield piece;
    }
  }
  try {
    await app.files.write(owner, fileOf(id), counted());
    return size;
  } finally {
    await progress.end(id);
  }
}

/** Requests the mail with the link. Links of earlier bundles stop working. */
async function requestReadyMail(app: App, owner: string, id: string, expiresAt: string, context: Context): Promise<Position | null> {
  const found = await account(app.views, owner);
  if (!found) return null;
  const { email, full_name } = found.doc;
  const [identity, named] = [await app.opener.open(owner, email), await app.opener.open(owner, full_name)];
  const [to, name] = [identity?.email ?? '', named?.full_name ?? ''];
  const mailId = mailIdOf(id);
  await app.linkTokens.endTokens(owner, 'export');
  await app.linkTokens.putToken({ token_hash: hashOf(app, mailId), purpose: 'export', user_id: owner, expires_at: expiresAt });
  const data = { channel: 'mail', kind: 'export_ready', user_id: owner, expires_at: expiresAt } as const;
  return requestDelivery(app, mailId, { data, private: { to, name } }, context);
}

const hashOf = ({ hashes }: Pick<App, 'hashes'>, mailId: string): string => tokenHash(hashes.keyed('link', mailId));

export interface Taken {
  readonly file: OpenFile;
  readonly at: string;
}

/**
 * The bundle of a link, which works once; null: there is none for this owner. Of two simultaneous requests with the same link only one gets
 * the bundle. `look`: only check, and do not use up the link.
 */
export async function takeExport(app: App, owner: string, token: string, correlationId: string, look = false): Promise<Taken | null> {
  const found = await app.linkTokens.token(tokenHash(token));
  if (found === null || found.purpose !== 'export' || found.user_id !== owner || found.expires_at <= app.clock.now()) return null;
  const { ready } = await loadExports(app, owner);
  if (ready === null || hashOf(app, mailIdOf(ready.id)) !== found.token_hash) return null;
  const file = await app.files.read(owner, fileOf(ready.id));
  if (file === null) return null;
  const taken = { file, at: app.clock.now() };
  if (look) return taken;
  if ((await app.linkTokens.takeToken(found.token_hash)) === null) {
    await file.close();
    return null;
  }
  await send(app, owner, { type: 'Take', id: ready.id }, asUser(owner, correlationId));
  await app.files.remove(owner, fileOf(ready.id));
  return taken;
}

const asSystem = (owner: string, correlationId: string, causationId: string | null = null): Context => ({
  owner,
  actor: SYSTEM,
  correlationId,
  causationId,
});
