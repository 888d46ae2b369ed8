import type { EventStore } from '../domain/kernel/event-store.ts';
import type { CommandObserver } from '../domain/kernel/handle.ts';
import type { AiHelp } from '../ports/ai-help.ts';
import type { Billing } from '../ports/billing.ts';
import type { Clock } from '../ports/clock.ts';
import type { Connections } from '../ports/connections.ts';
import type { ReviewEmail } from '../ports/email-reviews.ts';
import type { FileInspector } from '../ports/file-inspector.ts';
import type { Files } from '../ports/files.ts';
import type { GitHub } from '../ports/github.ts';
import type { OAuthProviders } from '../ports/oauth.ts';
import type { Opener } from '../ports/opener.ts';
import type { Pages } from '../ports/pages.ts';
import type { Plans } from '../ports/plans.ts';
import type { PostPictures } from '../ports/post-pictures.ts';
import type { ProofSources } from '../ports/proof-sources.ts';
import type { Sandbox } from '../ports/sandbox.ts';
import type { Secrets } from '../ports/secrets.ts';
import type { Documents } from '../projections/engine/documents.ts';
import type { Runner } from '../projections/engine/runner.ts';
import type { Views } from '../projections/engine/views.ts';
import type { Shared } from './shared.ts';

/** The ports with which every use case works. Made once, by the wiring. */
export interface App extends Secrets {
  readonly store: EventStore;
  readonly documents: Documents;
  /** The read models that the queries of src/projections read. */
  readonly views: Views;
  readonly opener: Opener;
  readonly files: Files;
  readonly proof: ProofSources;
  /** Commits, pull requests and reviews of owners who connected GitHub. */
  readonly github: GitHub;
  readonly inspector: FileInspector;
  /** Reads coding questions from pages and texts. */
  readonly pages: Pages;
  /** Runs submitted code. */
  readonly sandbox: Sandbox;
  readonly reviewEmail: ReviewEmail;
  /** The providers with which owners connect and sign in. */
  readonly oauth: OAuthProviders;
  /** Tokens of what owners have connected. */
  readonly connections: Connections;
  /** Which plan an owner has. */
  readonly plans: Plans;
  /** The payment provider. */
  readonly billing: Billing;
  /** To whom people write who need something custom. */
  readonly operatorEmail: string;
  readonly ai: AiHelp;
  readonly postPictures: PostPictures;
  /** Copies of sent messages, which are kept in development. They are deleted together with their user. */
  readonly outboxes: readonly { forget(userId: string): Promise<void> }[];
  readonly clock: Clock;
  /** Left out where this process alone is the whole program. */
  readonly shared?: Shared;
  readonly newId: () => string;
  readonly onCommand?: CommandObserver;
  /** As `Runner.waitForReadModels`. */
  readonly waitForReadModels: Runner['waitForReadModels'];
}
