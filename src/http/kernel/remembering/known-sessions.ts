import { LRUCache } from 'lru-cache';
import { renewalDueAt } from '../../../app/account/sessions.ts';
import type { Secrets } from '../../../ports/secrets.ts';
import type { StoredSession } from '../../../ports/tokens.ts';

interface KnownSession {
  readonly session: StoredSession;
  readonly renewalDueAt: string;
  isOver: boolean;
}

const MOST_SESSIONS = 20_000;
/** In characters of the headers. */
const MOST_COOKIES = 4 * 1_024 * 1_024;

/** Sessions that were identified by the whole Cookie header of a request. Whatever changes or ends a session also ends what is known of it. */
export class KnownSessions {
  readonly #byId = new LRUCache<string, KnownSession>({
    maxSize: MOST_SESSIONS,
    sizeCalculation: () => 1,
    dispose: (known) => {
      known.isOver = true;
    },
  });
  readonly #byCookies = new LRUCache<string, KnownSession>({
    maxSize: MOST_COOKIES,
    sizeCalculation: (_known, cookies) => cookies.length + 1,
  });
  #changes = 0;

  /** Increases whenever any session is changed or ended. */
  get changes(): number {
    return this.#changes;
  }

  /** The session of these cookies. Null: it is not known, or is to be renewed. */
  of(cookies: string, now: string): StoredSession | null {
    const known = this.#byCookies.get(cookies);
    if (known === undefined) return null;
    if (!known.isOver && now < known.renewalDueAt) return known.session;
    this.#byCookies.delete(cookies);
    return null;
  }

  /** `changes`: what it was before the session was read. If it is another by now, the session may have ended. */
  learn(cookies: string, session: StoredSession, changes: number): void {
    if (changes !== this.#changes) return;
    const known = this.#byId.get(session.id) ?? { session, renewalDueAt: renewalDueAt(session), isOver: false };
    this.#byId.set(session.id, known);
    this.#byCookies.set(cookies, known);
  }

  /** The same secrets. `forgotten` is called with the owner of each data key that was destroyed, and with each user who was forgotten. */
  watching(secrets: Secrets, forgotten: (owner: string) => void): Secrets {
    const { sessions, secretsUpkeep, keys } = secrets;
    const byId = (id: string): void => void this.#byId.delete(id);
    const byUser = (userId: string): void => {
      for (const [id, { session }] of this.#byId.entries()) if (session.user_id === userId) byId(id);
    };
    return {
      ...secrets,
      sessions: {
        session: (id) => sessions.session(id),
        putSession: (session) => this.#around(sessions.putSession(session), () => byId(session.id)),
        renewSession: (id, expiresAt) => this.#around(sessions.renewSession(id, expiresAt), () => byId(id)),
        endSession: (id) => this.#around(sessions.endSession(id), () => byId(id)),
        endSessions: (userId, but) => this.#around(sessions.endSessions(userId, but), () => byUser(userId)),
      },
      secretsUpkeep: {
        sweep: (now) => secretsUpkeep.sweep(now),
        forget: (userId) =>
          this.#around(secretsUpkeep.forget(userId), () => {
            byUser(userId);
            forgotten(userId);
          }),
      },
      keys: {
        createKey: (owner) => keys.createKey(owner),
        key: (owner) => keys.key(owner),
        destroyKey: (owner) => this.#around(keys.destroyKey(owner), () => forgotten(owner)),
      },
    };
  }

  /** Forgets before and after the change, because a request may have learnt in between what was true before. */
  async #around<T>(change: Promise<T>, forget: () => void): Promise<T> {
    const ended = (): void => {
      this.#changes += 1;
      forget();
    };
    ended();
    try {
      return await change;
    } finally {
      ended();
    }
  }
}
