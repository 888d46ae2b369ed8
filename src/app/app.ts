import type { EventStore } from '../domain/kernel/event-store.ts';
import type { CommandObserver } from '../domain/kernel/handle.ts';
import type { Clock } from '../ports/clock.ts';
import type { Files } from '../ports/files.ts';
import type { Opener } from '../ports/opener.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Documents } from '../projections/engine/documents.ts';
import type { Runner } from '../projections/engine/runner.ts';
import type { Views } from '../projections/engine/views.ts';
import type { Shared } from './shared.ts';

/** What every use case works with: ports only. Made once, in main. */
export interface App extends Secrets {
  readonly store: EventStore;
  readonly documents: Documents;
  /** What the queries of src/projections read from: the runner's. */
  readonly views: Views;
  readonly opener: Opener;
  readonly files: Files;
  /** Copies of what was sent, kept in development: they are forgotten with who they were sent for. */
  readonly outboxes: readonly { forget(userId: string): Promise<void> }[];
  readonly clock: Clock;
  /** Not there: this process alone is the program. */
  readonly shared?: Shared;
  readonly newId: () => string;
  readonly heard?: CommandObserver;
  /** As `Runner.waitForReadModels`. */
  readonly waitForReadModels: Runner['waitForReadModels'];
}
