import { createHmac, randomBytes, timingSafeEqual } from 'node:crypto';
import type { IncomingMessage } from 'node:http';
import type { App } from '../../app/app.ts';
import { createCookie, hostCookieName } from './cookies.ts';
import type { Sessions } from './session.ts';

/**
 * Browsers in which somebody has signed in to an account before. A cookie tells so: it has a mark for each account, which says
 * nothing to anybody else, and proves nothing but this. It signs nobody in.
 */
export interface KnownBrowsers {
  /**
   * The id of the browser with this account; null if nobody has signed in to the account there. `owner` is asked only if needed,
   * and may give the id of an account that there is not.
   */
  readonly idOf: (request: IncomingMessage, owner: () => Promise<string>) => Promise<string | null>;
  /** The cookie by which the browser is known from now on. */
  readonly cookie: (request: IncomingMessage, owner: string) => Promise<string>;
  /** The cookie without the mark of this account. */
  readonly cookieWithout: (request: IncomingMessage, owner: string) => Promise<string>;
}

/** As long as browsers keep a cookie at most. It is sent anew with every sign-in, and when a session is renewed. */
const COOKIE_SECONDS = 400 * 24 * 3_600;
/** Of accounts in one browser. Beyond that the oldest are forgotten. */
const MOST_MARKS = 8;
const ID_BYTES = 16;
const PROOF_BYTES = 16;
/** An id and its proof, 16 bytes each in base64url, and the group. */
const MARK = /^([\w-]{22})([\w-]{22})([\w-])$/;

/**
 * The proof of a mark is made with the account's own key and the installation's master key. When the key is destroyed with the
 * account, nobody can tell any more whose mark it was.
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

  /** One of 64: so few that they tell nothing of a person. */
  const groupOf = (owner: string, id: string): string =>
    Buffer.from(hashes.keyed('known browser group', `${owner} ${id}`), 'hex')
      .toString('base64url')
      .slice(0, 1);

  /**
   * The account's key is read only where the group fits. Otherwise it would be read for every address that has an account and is
   * tried by a stranger with marks of their own, and the time that takes would tell.
   */
  async function isOf(mark: string, owner: string): Promise<boolean> {
    const [, id = '', proof = '', group] = MARK.exec(mark) ?? [];
    if (group !== groupOf(owner, id)) return false;
    const key = await keys.key(owner);
    const given = Buffer.from(proof, 'base64url');
    return key !== null && given.length === PROOF_BYTES && timingSafeEqual(given, proofOf(key, owner, id));
  }

  /** The account's mark, and those of other accounts in this browser. */
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
      // A browser that was signed in before there were marks is known by its session.
      const session = await inBrowser(request);
      if (session === null && marksIn(request).length === 0) return null;
      const userId = await owner();
      const { own } = await sorted(request, userId);
      if (own !== null) return (MARK.exec(own) as RegExpExecArray)[1] as string;
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

/** As long as the link of a sign-up works. */
const SIGNUP_SECONDS = 24 * 3_600;
/** How many sign-ups one browser remembers. */
const MOST_SIGNUPS = 5;

/** A cookie by which a browser knows the sign-ups that were made in it. It signs nobody in. */
export interface SignupCookie {
  /** The ids of the sign-ups that the browser of a request knows, newest first. */
  readonly of: (request: IncomingMessage) => readonly string[];
  /** The cookie with one more of them. */
  readonly with: (request: IncomingMessage, userId: string) => string;
}

/** `secure`: the program is served over https. */
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
