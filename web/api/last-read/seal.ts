/** The keys of one account. Scripts can use them, but not read them. They are in the browser's database only. */
export interface Keys {
  readonly id: string;
  /** The id of the account. */
  readonly owner: string;
  readonly sealing: CryptoKey;
  /** Makes the names of the records, which would otherwise show what a person searched for or opened. */
  readonly naming: CryptoKey;
}

const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

/** Null: there are no keys, or another version of the program made them. */
export function keysIn(value: unknown): Keys | null {
  if (!isObject(value) || typeof value.id !== 'string' || typeof value.owner !== 'string') return null;
  return value.sealing instanceof CryptoKey && value.naming instanceof CryptoKey ? (value as unknown as Keys) : null;
}

export async function makeKeys(owner: string): Promise<Keys> {
  const [sealing, naming] = await Promise.all([
    crypto.subtle.generateKey({ name: 'AES-GCM', length: 256 }, false, ['encrypt', 'decrypt']),
    crypto.subtle.generateKey({ name: 'HMAC', hash: 'SHA-256' }, false, ['sign']),
  ]);
  return { id: crypto.randomUUID(), owner, sealing, naming };
}

const bytesOf = (text: string) => new TextEncoder().encode(text);

/** The name of the record of a query. */
export async function nameOf({ naming }: Keys, queryHash: string): Promise<string> {
  const bytes = new Uint8Array(await crypto.subtle.sign('HMAC', naming, bytesOf(queryHash)));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A text that is sealed. */
export interface Piece {
  readonly iv: Uint8Array<ArrayBuffer>;
  readonly sealed: ArrayBuffer;
}

/** An answer as it is stored. */
export interface Sealed extends Piece {
  /** When it was read, in milliseconds of this browser's clock. It decides how long it is kept. */
  readonly at: number;
  /** The entries of a long list, in order. Absent: the answer is in one piece. */
  readonly entries?: readonly Piece[];
}

const isPiece = (value: unknown): value is Piece =>
  isObject(value) && value.iv instanceof Uint8Array && value.sealed instanceof ArrayBuffer;

export function sealedIn(value: unknown): Sealed | null {
  if (!isObject(value) || typeof value.at !== 'number' || !isPiece(value)) return null;
  const { entries = [] } = value as { readonly entries?: unknown };
  return Array.isArray(entries) && entries.every(isPiece) ? (value as unknown as Sealed) : null;
}

export const bytesIn = ({ sealed, entries = [] }: Sealed): number =>
  entries.reduce((sum, piece) => sum + piece.sealed.byteLength, sealed.byteLength);

const through = (bytes: Blob, stream: CompressionStream | DecompressionStream): Promise<ArrayBuffer> =>
  new Response(bytes.stream().pipeThrough(stream)).arrayBuffer();

/** The text is compressed, because lists of tasks repeat themselves. */
export async function seal({ sealing }: Keys, name: string, text: string): Promise<Piece> {
  const packed = await through(new Blob([text]), new CompressionStream('gzip'));
  const iv = crypto.getRandomValues(new Uint8Array(12));
  // The name is authenticated too, so that a record cannot stand in for another one.
  return { iv, sealed: await crypto.subtle.encrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(name) }, sealing, packed) };
}

/** The text that was sealed. @throws DOMException if it was sealed with another key or under another name */
export async function unseal({ sealing }: Keys, name: string, { iv, sealed }: Piece): Promise<string> {
  const packed = await crypto.subtle.decrypt({ name: 'AES-GCM', iv, additionalData: bytesOf(name) }, sealing, sealed);
  return new TextDecoder().decode(await through(new Blob([packed]), new DecompressionStream('gzip')));
}
