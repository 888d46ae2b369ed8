import { createPublicKey } from 'node:crypto';
import webPush from 'web-push';
import { PushFailed, type PushFaults, type PushMessage, type PushService, type PushTarget, SubscriptionGone } from '../../ports/push.ts';
import { type GuardOptions, guardedFetch, guardedUrl, isPublicHost } from '../pages/guarded-connect.ts';
import { AddressForbidden, reasonOf } from '../pages/refusals.ts';

export interface WebPushOptions {
  /** Whom push services can write to about this program: `mailto:` and an address. */
  readonly subject: string;
  readonly guard?: GuardOptions;
  readonly timeoutMs?: number;
}

/** A push service that does not answer must not delay other work for long. */
const TIMEOUT_MS = 5_000;
const POINT_BYTES = 65;
const UNCOMPRESSED = 4;
const AUTH_BYTES = 16;
const GONE: ReadonlySet<number> = new Set([404, 410]);

/** Pushes by RFC 8030, encrypted by RFC 8291 (aes128gcm), through the guarded client. It follows no redirect. */
export function webPushService({ subject, guard = {}, timeoutMs = TIMEOUT_MS }: WebPushOptions): PushService {
  const fetch = guardedFetch(guard);

  async function statusOf({ target, vapid, payload, ttl, topic }: PushMessage): Promise<number> {
    const { endpoint, p256dh, auth } = target;
    const { headers, body } = webPush.generateRequestDetails({ endpoint, keys: { p256dh, auth } }, payload, {
      vapidDetails: { subject, ...vapid },
      TTL: ttl,
      topic,
      contentEncoding: 'aes128gcm',
    });
    // `fetch` counts the bytes itself.
    const { 'Content-Length': _, ...sent } = headers;
    const signal = AbortSignal.timeout(timeoutMs);
    try {
      const response = await fetch(endpoint, { method: 'POST', headers: sent, body: new Uint8Array(body), redirect: 'manual', signal });
      await response.body?.cancel();
      return response.status;
    } catch (error) {
      throw new PushFailed(sentenceFor(error, signal.aborted));
    }
  }

  return {
    newKeys: async () => webPush.generateVAPIDKeys(),
    faultsOf: async (target) => ({ ...endpointFault(target, guard), ...keyFaults(target) }),
    async send(message) {
      const status = await statusOf(message);
      if (GONE.has(status)) throw new SubscriptionGone('The browser takes no more pushes.');
      if (status < 200 || status >= 300) throw new PushFailed(`The push service answered with ${status}.`);
    },
  };
}

/** The cause of an error of `fetch` says what happened. The sentences are about sites, and push services are sites. */
function sentenceFor(error: unknown, timedOut: boolean): string {
  const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
  const reason = reasonOf(cause, timedOut);
  return reason instanceof AddressForbidden ? 'The push service is at an address that is not asked.' : 'The push service does not answer.';
}

function endpointFault({ endpoint }: PushTarget, guard: GuardOptions): PushFaults {
  try {
    const url = guardedUrl(endpoint);
    if (!isPublicHost(url, guard)) return { endpoint: 'This address is not that of a push service.' };
    // On this machine, which the guard allows in development only, http is enough.
    if (url.protocol !== 'https:' && isPublicHost(url)) return { endpoint: 'The address of a push service begins with https.' };
    return {};
  } catch (error) {
    if (error instanceof AddressForbidden) return { endpoint: 'This is not the address of a push service.' };
    throw error;
  }
}

const bytesOf = (text: string): Buffer => Buffer.from(text, 'base64url');

const keyFaults = ({ p256dh, auth }: PushTarget): PushFaults => ({
  ...(!isPoint(bytesOf(p256dh)) && { p256dh: 'This is not a point on P-256: 65 bytes in base64url.' }),
  ...(bytesOf(auth).length !== AUTH_BYTES && { auth: 'This is not 16 bytes in base64url.' }),
});

function isPoint(bytes: Buffer): boolean {
  if (bytes.length !== POINT_BYTES || bytes[0] !== UNCOMPRESSED) return false;
  const middle = (POINT_BYTES + 1) / 2;
  const [x, y] = [bytes.toString('base64url', 1, middle), bytes.toString('base64url', middle)];
  try {
    // It refuses coordinates that are not on the curve.
    createPublicKey({ key: { kty: 'EC', crv: 'P-256', x, y }, format: 'jwk' });
    return true;
  } catch {
    return false;
  }
}
