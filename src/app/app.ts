import type { EventStore } from '../domain/kernel/event-store.ts';
import type { CommandObserver } from '../domain/kernel/handle.ts';
import type { AiHelp } from '../ports/ai-help.ts';
import type { Billing } from '../ports/billing.ts';
import type { Clock } from '../ports/clock.ts';
import type { Connections } from '../ports/connections.ts';
import type { Documents } from '../ports/documents.ts';
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
import type { Runner } from '../projections/engine/runner.ts';
import type { Views } from '../projections/engine/views.ts';
import type { Shared } from './shared.ts';

/** The ports that all use cases share. The wiring creates it once. */
export interface App extends Secrets {
  readonly store: EventStore;
  readonly documents: Documents;
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
