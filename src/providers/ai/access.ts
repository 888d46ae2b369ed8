import type { KeyFault, OwnAiKey } from '../../ports/ai-help.ts';
import { type Access, askAnything } from './openai.ts';

export interface AccessSettings {
  /** The address of an OpenAI-compatible API, without a trailing slash. */
  readonly url: string;
  /** Null: the operator has no key. */
  readonly key: string | null;
  readonly models: Readonly<Record<'mini' | 'premium', string>>;
  /** Fetches from addresses of owners. */
  readonly guardedFetch?: typeof globalThis.fetch;
}

interface Way {
  readonly tier: 'mini' | 'premium';
  /** `fetch`: a replacement for the fetch that the address would otherwise get. */
  readonly own: (OwnAiKey & { readonly fetch?: typeof globalThis.fetch | null }) | null;
}

/** The address, key and model of a request; null: there is no key. */
export function accessOf({ key, url, models, guardedFetch = refuseAll }: AccessSettings, { own, tier }: Way): Access | null {
  if (own === null) return key === null ? null : { key, url, model: models[tier], fetch };
  return ownAccess({ url, models, guardedFetch }, own, tier);
}

/** The address, key and model of a request with an owner's own key. */
export function ownAccess(
  { url, models, guardedFetch = refuseAll }: Omit<AccessSettings, 'key'>,
  own: NonNullable<Way['own']>,
  tier: Way['tier'],
): Access {
  const ownFetch = own.url === null ? fetch : guardedFetch;
  return { key: own.key, url: own.url ?? url, model: own.model ?? models[tier], fetch: own.fetch ?? ownFetch };
}

const refuseAll: typeof globalThis.fetch = () => Promise.reject(new Error('Nothing is fetched from addresses of owners here.'));

/** A word that has this many characters in a row in common with a key may be a part of it. */
const SHARED = 6;
const HIDDEN = '[key]';

/**
 * The service's message about a key, without the key: words that contain a part of it are replaced. Null if nothing is
 * left, or if the message contains the key in another spelling.
 */
function withoutKey(text: string, key: string, longest: number): string | null {
  const words = text
    .replaceAll(/\p{C}/gu, ' ')
    .split(/\s+/)
    .filter((word) => word !== '');
  const size = Math.min(SHARED, key.length);
  const pieces = new Set(Array.from({ length: key.length - size + 1 }, (_, at) => key.slice(at, at + size).toLowerCase()));
  const holdsPiece = (word: string): boolean => {
    const lower = word.toLowerCase();
    return Array.from({ length: Math.max(0, lower.length - size + 1) }, (_, at) => lower.slice(at, at + size)).some((piece) =>
      pieces.has(piece),
    );
  };
  const clean = words.map((word) => (holdsPiece(word) ? HIDDEN : word)).join(' ');
  if (clean === '' || isIn(clean, key)) return null;
  const characters = [...clean];
  return characters.length <= longest ? clean : `${characters.slice(0, longest - 1).join('')}…`;
}

/** Whether a text contains the key encoded, or with other characters between its own. */
function isIn(text: string, key: string): boolean {
  const bare = (value: string): string => value.replaceAll(/[^A-Za-z0-9]/g, '').toLowerCase();
  const spellings = [key, Buffer.from(key).toString('base64'), Buffer.from(key).toString('hex'), [...key].toReversed().join('')];
  return spellings.map(bare).some((spelling) => spelling !== '' && bare(text).includes(spelling));
}

const LONGEST_REASON = 240;

/** Makes one cheap call to check a key. Null: the service accepts it. */
export async function checkKey(access: Access, own: OwnAiKey, signal: AbortSignal): Promise<KeyFault | null> {
  const asked = await askAnything(access, signal);
  if (asked === null) return null;
  const { failure, status, reason } = asked;
  if (failure === 'forbidden')
    return { field: 'url', reason: 'This address does not lead to the public web, and no key is sent elsewhere.' };
  if (status !== null && status < 500) return { field: 'key', reason: refusalOf(status, reason, own.key) };
  // The owner is told if their own address does not answer, but not if the operator's does not.
  if (own.url === null) return { field: null };
  return {
    field: 'url',
    reason:
      failure === 'no_answer' ? 'This address did not answer as an OpenAI-compatible API does.' : 'This address could not be reached.',
  };
}

function refusalOf(status: number, reason: string | null, key: string): string {
  const said = reason === null ? null : withoutKey(reason, key, LONGEST_REASON);
  return said === null ? `The AI service refused the key (${status}).` : `The AI service refused the key: ${said}`;
}
