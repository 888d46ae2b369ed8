import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import { close, listen } from './listening.ts';

/** What a browser's `PushManager` gives. */
export interface BrowserSubscription {
  readonly endpoint: string;
  readonly keys: { readonly p256dh: string; readonly auth: string };
}

export interface ReceivedPush {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly bytes: number;
  /** The payload as the browser sees it. */
  // biome-ignore lint/suspicious/noExplicitAny: tests look into payloads of every shape
  readonly payload: any;
}

/** A push service on loopback, and the browsers behind it. */
export interface PushServer {
  readonly url: string;
  /** Those that were answered with success, oldest first. */
  readonly received: readonly ReceivedPush[];
  /** The number of all requests, refused ones too. */
  asked(): number;
  /** From now on each request is answered with this status, and with this address in `Location`. */
  answer(status: number, location?: string): void;
  /** A new browser. */
  subscription(): BrowserSubscription;
  close(): Promise<void>;
}

const TAG_BYTES = 16;

/** Decrypts by RFC 8291 and RFC 8188, independently of the library that encrypts. */
function decrypted(body: Buffer, browser: ReturnType<typeof createECDH>, auth: Buffer): string {
  const [salt, idBytes] = [body.subarray(0, 16), body[20] ?? 0];
  const sender = body.subarray(21, 21 + idBytes);
  const sealed = body.subarray(21 + idBytes);
  const derive = (key: Uint8Array, by: Uint8Array, info: Buffer, bytes: number) => Buffer.from(hkdfSync('sha256', key, by, info, bytes));
  const both = Buffer.concat([Buffer.from('WebPush: info\0'), browser.getPublicKey(), sender]);
  const secret = derive(browser.computeSecret(sender), auth, both, 32);
  const key = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
  const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
  const decipher = createDecipheriv('aes-128-gcm', key, nonce);
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES));
  const padded = Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()]);
  return padded.subarray(0, padded.lastIndexOf(2)).toString();
}

export async function startPushServer(): Promise<PushServer> {
  const received: ReceivedPush[] = [];
  const browsers = new Map<string, { readonly keys: ReturnType<typeof createECDH>; readonly auth: Buffer }>();
  let answering: { status: number; location: string | undefined } = { status: 201, location: undefined };
  let asked = 0;
  const server = createServer((request, response) => {
    const parts: Buffer[] = [];
    request.on('data', (part: Buffer) => parts.push(part));
    request.on('end', () => {
      asked += 1;
      const { status, location } = answering;
      const path = request.url ?? '';
      const browser = browsers.get(path);
      if (browser && status < 300) {
        const body = Buffer.concat(parts);
        const payload = JSON.parse(decrypted(body, browser.keys, browser.auth));
        received.push({ path, headers: request.headers, bytes: Buffer.byteLength(JSON.stringify(payload)), payload });
      }
      response.writeHead(browser ? status : 404, location === undefined ? {} : { Location: location }).end();
    });
  });
  const url = `http://127.0.0.1:${await listen(server)}`;
  return {
    url,
    received,
    asked: () => asked,
    answer(status, location) {
      answering = { status, location };
    },
    subscription() {
      const keys = createECDH('prime256v1');
      keys.generateKeys();
      const auth = randomBytes(16);
      const path = `/push/${randomBytes(8).toString('hex')}`;
      browsers.set(path, { keys, auth });
      return { endpoint: url + path, keys: { p256dh: keys.getPublicKey('base64url'), auth: auth.toString('base64url') } };
    },
    close: () => close(server),
  };
}
