import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { App } from '../../app/app.ts';
import { createCookie, hostCookieName, type Sessions } from './session.ts';

/**
 * Recognises browsers in which somebody has signed in to an account before. A cookie contains a mark for each account. A mark
 * proves only this, tells nothing to others, and does not sign anybody in.
 */
export interface KnownBrowsers {
  /**
   * The id of the browser for this account. Null: nobody has signed in to the account there. `owner` is called only if needed,
   * and may return the id of an account that does not exist.
   */
  readonly idOf: (request: IncomingMessage, owner: () => Promise<string>) => Promise<string | null>;
  readonly cookie: (request: IncomingMessage, owner: string) => Promise<string>;
  /** The cookie without the mark of this account. */
  readonly cookieWithout: (request: IncomingMessage, owner: string) => Promise<string>;
}

/** The longest lifetime that browsers allow. The cookie is sent again at every sign-in and when a session is renewed. */
const COOKIE_SECONDS = 400 * 24 * 3_600;
/** Per browser. Beyond this limit the oldest marks are dropped. */
const MOST_MARKS = 8;
const ID_BYTES = 16;
const PROOF_BYTES = 16;
/** An id and its proof, 16 bytes each in base64url, and the group. */
const MARK = /^([\w-]{22})([\w-]{22})([\w-])$/;

/**
 * The proof of a mark uses the account's own key and the master key. When the account is deleted its key is destroyed, and
 * nobody can find out whose mark it was.
 */
export function createKnownBrowsers(
  { keys, hashes }: Pick<App, 'keys' | 'hashes'>,
  { inBrowser }: Pick<Sessions, 'inBrowser'>,
  secure: boolean,
): KnownBrowsers {
  const cookie = createCookie(hostCookieName('vouch_known', secure), secure);

  const marksIn = ({ headers }: IncomingMessage): readonly string[] =>
    (cookie.in(headers) ?? '').split('.', MOST_MARKS).filter((mark) => MARK.test(mark));

  const proofOf = (key: Uint8Array, owner: string, id: string): Buffer =>
    createHmac('sha256', key)
      .update(hashes.keyed('known browser', `${owner} ${id}`))
      .digest()
      .subarray(0, PROOF_BYTES);

  /** One of 64 groups, too few to identify a person. */
  const groupOf = (owner: string, id: string): string =>
    Buffer.from(hashes.keyed('known browser group', `${owner} ${id}`), 'hex')
      .toString('base64url')
      .slice(0, 1);

  /**
   * Reads the account's key only if the group matches. Otherwise a stranger who tries addresses with marks of their own could
   * tell from the response time which addresses have an account.
   */
  async function isOf(mark: string, owner: string): Promise<boolean> {
    const [, id = '', proof = '', group] = MARK.exec(mark) ?? [];
    if (group !== groupOf(owner, id)) return false;
    const key = await keys.key(owner);
    const given = Buffer.from(proof, 'base64url');
    return key !== null && given.length === PROOF_BYTES && timingSafeEqual(given, proofOf(key, owner, id));
  }

  async function sorted(
    request: IncomingMessage,
    owner: string,
  ): Promise<{ readonly own: string | null; readonly others: readonly string[] }> {
    const marks = await Promise.all(marksIn(request).map(async (mark) => ({ mark, isOwn: await isOf(mark, owner) })));
    return {
      own: marks.find(({ isOwn }) => isOwn)?.mark ?? null,
      others: marks.filter(({ isOwn }) => !isOwn).map(({ mark }) => mark),
    };
  }

  async function newMark(owner: string): Promise<string | null> {
    const key = await keys.key(owner);
    const id = randomBytes(ID_BYTES).toString('base64url');
    return key && id + proofOf(key, owner, id).toString('base64url') + groupOf(owner, id);
  }

  const cookieOf = (marks: readonly string[]): string =>
    marks.length === 0 ? cookie.without : cookie.with(marks.join('.'), COOKIE_SECONDS);

  return {
    async idOf(request, owner) {
      // Browsers that signed in before marks existed are recognised by their session.
      const session = await inBrowser(request);
      if (session === null && marksIn(request).length === 0) return null;
      const userId = await owner();
      const { own } = await sorted(request, userId);
      const [, id] = own === null ? [] : (MARK.exec(own) ?? []);
      if (id !== undefined) return id;
      return session?.user_id === userId ? session.id : null;
    },
    async cookie(request, owner) {
      const { own, others } = await sorted(request, owner);
      const mark = own ?? (await newMark(owner));
      return cookieOf([...(mark === null ? [] : [mark]), ...others].slice(0, MOST_MARKS));
    },
    cookieWithout: async (request, owner) => cookieOf((await sorted(request, owner)).others),
  };
}

/** As long as the link of a sign-up is valid. */
const SIGNUP_SECONDS = 24 * 3_600;
/** Per browser. */
const MOST_SIGNUPS = 5;

/** A cookie that identifies the sign-ups made in this browser. It does not sign anybody in. */
export interface SignupCookie {
  /** Newest first. */
  readonly of: (request: IncomingMessage) => readonly string[];
  readonly with: (request: IncomingMessage, userId: string) => string;
}

/** `secure`: the program uses https. */
export function createSignupCookie({ hashes }: Pick<App, 'hashes'>, secure: boolean): SignupCookie {
  const cookie = createCookie(hostCookieName('vouch_signup', secure), secure);
  const signature = (text: string): string => hashes.keyed('signup cookie', text);

  function of({ headers }: IncomingMessage): readonly string[] {
    const [text = '', given = ''] = (cookie.in(headers) ?? '').split('.');
    const [expected, shown] = [Buffer.from(signature(text)), Buffer.from(given)];
    return expected.length === shown.length && timingSafeEqual(expected, shown) ? text.split('~') : [];
  }

  return {
    of,
    with(request, userId) {
      const text = [...new Set([userId, ...of(request)])].slice(0, MOST_SIGNUPS).join('~');
      return cookie.with(`${text}.${signature(text)}`, SIGNUP_SECONDS);
    },
  };
}
