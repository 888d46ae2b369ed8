import { type Accounts, createAccounts } from '../app/account/accounts.ts';
import { spreadOver } from '../app/after-answers.ts';
import type { App } from '../app/app.ts';
import { withConnections } from '../app/connection/tokens.ts';
import type { Config } from '../config/config.ts';
import type { EventStore } from '../domain/kernel/event-store.ts';
import type { OwnWrites } from '../http/kernel/own-writes.ts';
import type { RememberedAnswers } from '../http/kernel/remembering/remembered-answers.ts';
import type { ProgramClock } from '../jobs/clock.ts';
import type { Run } from '../jobs/group.ts';
import { createHandingOut, type HandingOutPorts } from '../jobs/handing-out.ts';
import { createJudging, type Judging } from '../jobs/judging.ts';
import { createScheduler, type Scheduler, type SchedulerPorts, type SetAside } from '../jobs/scheduler.ts';
import { createTimekeeper, type Timekeeper } from '../jobs/timekeeper.ts';
import { type AnyDueKind, createWork } from '../jobs/work.ts';
import { createDeliver } from '../messages/sending/deliver.ts';
import { createEmailSending, type EmailSending } from '../messages/sending/send-email.ts';
import type { BillingDesk } from '../ports/billing.ts';
import { NO_GITHUB } from '../ports/github.ts';
import type { Log } from '../ports/log.ts';
import { dueQueue } from '../projections/engine/due-work.ts';
import type { Runner } from '../projections/engine/runner.ts';
import { createFileInspector } from '../providers/inspection/inspector.ts';
import { webPages } from '../providers/pages/web.ts';
import { postPictures } from '../providers/post-picture.ts';
import { openSandbox } from '../providers/sandbox/sandbox.ts';
import { createReactors, type Reactors } from '../reactors/engine/reactors.ts';
import { createBundles } from '../reports/bundle/bundle.ts';
import { openReportFiles, type ReportFiles, weeklyReports } from '../reports/rendering/report-files.ts';
import type { Anchoring } from '../store/anchor/anchoring.ts';
import { openTemporaryDocuments } from '../store/documents/sqlite-documents.ts';
import type { Stores } from '../store/stores.ts';
import { secretsIn } from '../store/vault/driver.ts';
import { BUNDLE_PARTS, DUE_WORK, MESSAGES, REACTORS } from './features.ts';
import { newId } from './ids.ts';
import { openBilling, openGitHub, openOwnMailbox } from './integrations.ts';
import { anchoredHeads } from './known-log.ts';
import { safeText } from './logger.ts';
import type { Meters } from './operations/meters.ts';
import { auditedDeletions } from './operations/request-logs.ts';
import { emailReviews, plansFrom, proofSources } from './own-ports.ts';
import type { Services } from './services.ts';

/** Services that are given replace the configured ones. */
export interface AssembleOptions extends Partial<Pick<Services, 'mailer' | 'whatsapp' | 'reviewer' | 'oauth' | 'ai' | 'push'>> {
  readonly config: Config;
  readonly log: Log;
  /** Real time in milliseconds since the epoch. */
  readonly real?: () => number;
  /** A clock that replaces the program's own. */
  readonly clock?: ProgramClock;
  /** Left out if nobody reads the metrics. */
  readonly meters?: Meters;
  /** On files: how many threads fold the read models. Left out or 0: the thread that assembles the program does. */
  readonly threads?: number;
}

/** The work that the program does by itself while it serves. */
export interface BackgroundWork {
  /** Runs the work that fell due while the program was down, for a bounded time. */
  catchUp(): Promise<void>;
  start(): Promise<void>;
  stop(): Promise<void>;
}

/** The program without its HTTP server: stores, read models, use cases, clock and due work. */
export interface Assembled<S extends Stores = Stores> {
  readonly config: Config;
  readonly log: Log;
  readonly app: App;
  /** The page that plays the payment provider in development; null if another provider is configured. */
  readonly desk: BillingDesk | null;
  readonly accounts: Accounts;
  readonly clock: ProgramClock;
  readonly stores: S;
  readonly runner: Runner;
  /** Keeps the anchor of the event log up to date. */
  readonly anchoring: Anchoring;
  readonly timekeeper: Timekeeper;
  /** The next instant at which due work or a failed reaction has to be run, as far as it is known; null: none is. */
  readonly nextAt: () => string | null;
  readonly reactors: Reactors;
  readonly judging: Judging;
  readonly emails: EmailSending;
  readonly reportFiles: ReportFiles;
  readonly work: BackgroundWork;
  readonly meters: Meters;
  /** Resolves when the read models can be read, or when the program is closed before that. On servers this needs a worker. */
  readonly readable: Promise<void>;
  /** Null: no answers are remembered. */
  readonly remembered: RememberedAnswers | null;
  /** Tracks the positions of own writes if this web is one of several; otherwise null. */
  readonly ownWrites: OwnWrites | null;
  /** Sets the origin of links in mails and of the program's own pages, once it is known. */
  setOrigin(origin: string): void;
  /** Lets running work end and closes everything. */
  close(): Promise<void>;
}

export type AssembledBase<S extends Stores> = Pick<
  Assembled<S>,
  'config' | 'log' | 'meters' | 'clock' | 'stores' | 'runner' | 'anchoring' | 'remembered'
>;

export function createApp<S extends Stores>(
  { config, stores, runner, clock, meters, log, anchoring, remembered }: AssembledBase<S>,
  { reviewer, oauth, ai, push }: Pick<Services, 'reviewer' | 'oauth' | 'ai' | 'push'>,
  store: EventStore = stores.store,
  shared: App['shared'] = undefined,
): Pick<Assembled, 'app' | 'desk'> {
  const { documents, vault, opener, files, mailbox, outbox } = stores;
  const alone = { files, clock, keys: vault, ...(shared && { shared }) };
  const { billing, desk } = openBilling(config, alone, () => app);
  const noted = runner.noting(auditedDeletions(store, vault, log));
  const secrets = secretsIn(vault);
  const connected = withConnections({
    store: remembered?.noting(noted) ?? noted,
    documents,
    openScratch: openTemporaryDocuments,
    views: runner.views,
    ...(remembered?.watching(secrets) ?? secrets),
    heads: anchoredHeads(vault, anchoring),
    opener,
    files,
    proof: proofSources({ store, views: runner.views, opener }),
    github: NO_GITHUB,
    pages: webPages({ contact: config.publicUrl }),
    sandbox: openSandbox(),
    inspector: createFileInspector(),
    reviewEmail: emailReviews(reviewer),
    oauth,
    plans: plansFrom(runner.views, clock),
    billing,
    operatorEmail: config.billing.operatorEmail,
    ai,
    push,
    postPictures,
    outboxes: [mailbox, outbox],
    clock,
    newId,
    onCommand: meters.onCommand,
    waitForReadModels: (position, options) => runner.waitForReadModels(position, options),
    ...(shared && { shared }),
  });
  const app: App = { ...connected, github: openGitHub(config, connected.connections, clock) };
  return { app, desk };
}

export interface DueWorkParts {
  readonly accounts: Accounts;
  /** Does one piece of due work. */
  readonly run: Run;
  /** A sentence about an error, without personal data. */
  readonly describe: (error: unknown) => string;
  readonly timekeeper: Timekeeper;
  /** The next instant at which due work or a failed reaction has to be run, as far as it is known; null: none is. */
  readonly nextAt: () => string | null;
  readonly reactors: Reactors;
  readonly judging: Judging;
  readonly emails: EmailSending;
  readonly reportFiles: ReportFiles;
  setOrigin(origin: string): void;
}

/**
 * The program waits this much longer for the outcome of a review than the review may take, because the proof must also
 * be read and the outcome recorded.
 */
const CLAIM_MARGIN_MS = 60_000;
/** The longest error text, in characters, that is stored with a failed event. */
const LONGEST_ERROR = 300;
/** Work that is left for after an answer is spread over this many milliseconds. */
const SPREAD_MS = { production: 3_000, development: 500 } as const;

/** What one of several processes needs to know about the others. */
export interface AmongOthers {
  /** See the scheduler. */
  readonly may: () => boolean;
  readonly sharing: Pick<HandingOutPorts, 'sharing' | 'workers' | 'keepMs'>;
}

/** Of a newer program's work a worker does nothing that it does not know. */
export const HANDED_OUT: readonly string[] = DUE_WORK.filter(({ onlyBegins }) => !onlyBegins).map(({ kind }) => kind);

const describe = (error: unknown): string => safeText(String(error)).slice(0, LONGEST_ERROR);

/** Creates accounts, due work and reactors. `among`: left out if this process is the only one. */
export function createDueWork<S extends Stores>(
  { config, log, meters, clock, stores }: AssembledBase<S>,
  app: App,
  { mailer, personalMailer, whatsapp, reviewer, origin }: Services,
  among?: AmongOthers,
): DueWorkParts {
  const reportFiles = openReportFiles(app, {
    origin: origin.current,
    ended: meters.report,
    onFault: (error) => log.error({ err: error }, 'report.thread_failed'),
  });
  meters.reports = reportFiles.counts;
  const ports = { app, mailer, whatsapp, origin: origin.current, weeklyReport: weeklyReports(app, reportFiles) };
  const reactors = createReactors(REACTORS, {
    store: stores.store,
    progress: stores.reactors,
    clock,
    context: app,
    log,
    hasLeft: async (owner) => (await app.keys.key(owner)) === null,
    describe,
  });
  const judging = createJudging({
    app,
    reviewer,
    claimMs: config.ai.timeoutMs + CLAIM_MARGIN_MS,
    onFault: (error) => log.error({ err: error }, 'review.failed'),
  });
  const emails = createEmailSending({
    app,
    personalMailer,
    ownMailbox: openOwnMailbox(config, app.connections, stores.mailbox),
    origin: ports.origin,
    onFault: (error) => log.error({ err: error }, 'email.record_failed'),
  });
  const work = {
    app,
    bundle: createBundles({ app, reportFiles, origin: origin.current }, BUNDLE_PARTS),
    deliver: createDeliver(ports, MESSAGES),
    sendEmail: emails.begin,
    review: judging.begin,
  };
  const run = meters.work(createWork(DUE_WORK, work));
  const aside = new Map<string, SetAside>();
  const may = among?.may ?? (() => true);
  const isHandedOut = (kind: string): boolean => HANDED_OUT.includes(kind);
  const handingOut = among && createHandingOut({ ...among.sharing, store: app.store, run, log, isHandedOut });
  const common = { app, log, run, may, aside, ...(handingOut && { handingOut }) };
  const schedulerFor = (kinds: readonly AnyDueKind[], follow: SchedulerPorts['follow'] = async () => false): Scheduler =>
    createScheduler({ ...common, dueQueue: (instant, limit) => dueQueue(app.views, kinds, instant, limit), follow });
  // A move of the clock also waits for running reviews and emails, so that each is recorded at the instant at which
  // it began.
  const follow = async (options: { readonly all: boolean }): Promise<boolean> => {
    const reacted = await reactors.catchUp(options);
    const ended = options.all && (await Promise.all([judging.settled(), emails.settled()])).includes(true);
    return reacted || ended;
  };
  const schedulers = {
    all: schedulerFor(DUE_WORK, follow),
    prompt: schedulerFor(
      DUE_WORK.filter(({ slow }) => !slow),
      follow,
    ),
    slow: schedulerFor(DUE_WORK.filter(({ slow }) => slow)),
  };
  const timekeeper = createTimekeeper(clock, schedulers, may);
  meters.aside = () => aside.size;
  const onFault = (error: unknown): void => log.error({ err: error }, 'request.follow_up_failed');
  const accounts = createAccounts(app, onFault, spreadOver(SPREAD_MS[config.mode]));
  return {
    accounts,
    run,
    describe,
    timekeeper: afterDraining(accounts, timekeeper),
    nextAt: () => earlierOf(timekeeper.nextAt(), reactors.nextAt()),
    reactors,
    judging,
    emails,
    reportFiles,
    setOrigin: origin.found,
  };
}

const earlierOf = (a: string | null, b: string | null): string | null => (a === null || (b !== null && b < a) ? b : a);

/**
 * Finishes the work that was left for after an answer before the clock moves on, so that it is recorded at the instant
 * of its request.
 */
export const afterDraining = ({ drain }: Pick<Accounts, 'drain'>, timekeeper: Timekeeper): Timekeeper => ({
  ...timekeeper,
  async move(to) {
    await drain();
    return timekeeper.move(to);
  },
});

/** When the newest event was recorded, RFC 3339; null for an empty log. */
export async function newestInstant(store: EventStore): Promise<string | null> {
  const [event] = await store.readLast(1);
  return event?.metadata.recorded_at ?? null;
}

const STOP_MS = 1_000;

/** Waits, for a bounded time, until the running work has ended. */
export const stopWithinBound = (timekeeper: Timekeeper): Promise<unknown> =>
  Promise.race([timekeeper.stop(), new Promise((resolve) => setTimeout(resolve, STOP_MS).unref())]);
