import { LRUCache } from 'lru-cache';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { CommandObserver } from '../domain/kernel/handle.ts';
import type { AiHelp } from '../ports/ai-help.ts';
import type { Billing, Plans } from '../ports/billing.ts';
import type { Clock } from '../ports/clock.ts';
import type { KeyedMutex, OpenConnections, RateCounters, SharedProgress } from '../ports/coordination.ts';
import type { Documents } from '../ports/documents.ts';
import type { FileInspector, Files } from '../ports/files.ts';
import type { GitHub } from '../ports/github.ts';
import type { Connections, OAuthProviders } from '../ports/oauth.ts';
import type { Pages } from '../ports/pages.ts';
import type { PostPictures } from '../ports/post-pictures.ts';
import type { ProofSources } from '../ports/proof-sources.ts';
import type { PushService } from '../ports/push.ts';
import type { ReviewEmail } from '../ports/reviewer.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Opener, Secrets } from '../ports/secrets.ts';
import type { Runner } from '../projections/engine/runner.ts';
import type { Views } from '../projections/engine/views.ts';

/** What the processes on several servers share besides the stores. A process that runs alone has its own. */
export interface Shared {
  /**
   * A mutex by key over all processes. If the process that holds a key dies, the others wait a few seconds; if it hangs, at most half a
   * minute.
   */
  readonly mutex: KeyedMutex;
  readonly rateCounters: RateCounters;
  readonly connections: OpenConnections;
  readonly progress: SharedProgress;
}

/** Limits by size and not by `max`, because `max` reserves megabytes at once and takes milliseconds to do so. */
const KEYS = { maxSize: 50_000, sizeCalculation: () => 1 };
const MOST_INSTANTS = 128;

export function createRateCounters(): RateCounters {
  const instants = new LRUCache<string, readonly number[]>(KEYS);
  const windows = new LRUCache<string, { readonly ends: number; uses: number }>(KEYS);
  const recent = (key: string, since: number): readonly number[] => (instants.get(key) ?? []).filter((at) => at > since);
  return {
    recent: async (key, since) => recent(key, since),
    async add(key, at, windowMs) {
      const all = [...recent(key, at - windowMs), at].slice(-MOST_INSTANTS);
      instants.set(key, all);
      return all;
    },
    async spend(key, windowMs) {
      const now = performance.now();
      const known = windows.get(key);
      const window = known && known.ends > now ? known : { ends: now + windowMs, uses: 0 };
      window.uses += 1;
      windows.set(key, window);
      return { uses: window.uses, leftMs: window.ends - now };
    },
  };
}

/** Counts the connections of this process alone. */
export function createOpenConnections(): OpenConnections {
  const open = new Map<string, ReadonlySet<string>>();
  return {
    async open(key, id, most) {
      const ids = new Set(open.get(key));
      if (ids.size >= most) return false;
      open.set(key, ids.add(id));
      return true;
    },
    renew: async () => undefined,
    async close(key, id) {
      const left = new Set(open.get(key));
      left.delete(id);
      if (left.size > 0) open.set(key, left);
      else open.delete(key);
    },
  };
}

/** The ports that all use cases share. The wiring creates it once. */
export interface App extends Secrets {
  readonly store: EventStore;
  readonly documents: Documents;
  /** Opens an empty store for documents that nobody else sees. Whoever opens it has to close it. */
  readonly openScratch: () => Documents;
  /** The read models for the queries in src/projections. */
  readonly views: Views;
  readonly opener: Opener;
  readonly files: Files;
  readonly proof: ProofSources;
  readonly github: GitHub;
  readonly inspector: FileInspector;
  readonly pages: Pages;
  readonly sandbox: Sandbox;
  readonly reviewEmail: ReviewEmail;
  /** The providers that owners can connect and sign in with. */
  readonly oauth: OAuthProviders;
  readonly connections: Connections;
  readonly plans: Plans;
  readonly billing: Billing;
  readonly operatorEmail: string;
  readonly ai: AiHelp;
  readonly push: PushService;
  readonly postPictures: PostPictures;
  /** In development these keep copies of sent messages. The copies are deleted together with their user. */
  readonly outboxes: readonly { forget(userId: string): Promise<void> }[];
  readonly clock: Clock;
  /** Left out if the program has only this process. */
  readonly shared?: Shared;
  readonly newId: () => string;
  readonly onCommand?: CommandObserver;
  /** As `Runner.waitForReadModels`. */
  readonly waitForReadModels: Runner['waitForReadModels'];
}
