import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach } from 'vitest';
import { userCaller } from '../../src/app/caller.ts';
import { promiseTask, setStatus, type TaskInput } from '../../src/app/task/tasks.ts';
import { readConfig } from '../../src/config/config.ts';
import { later } from '../../src/domain/calendar/dates.ts';
import { clockFile, startClock } from '../../src/jobs/clock.ts';
import type { Mailer, MailMessage } from '../../src/ports/mailer.ts';
import type { Reviewer } from '../../src/ports/reviewer.ts';
import { alertsOf } from '../../src/projections/alert.ts';
import { ownerStreak } from '../../src/projections/report.ts';
import type { TaskDoc } from '../../src/projections/task/tasks.ts';
import { type Assembled, type AssembleOptions, assemble, type Embedded } from '../../src/wiring/assemble.ts';

export interface TestProgram extends Embedded {
  /** Mails that were sent, oldest first. */
  readonly sent: MailMessage[];
  readonly folder: string;
  /** What was logged as an error. */
  readonly errors: { readonly message: string; readonly fields: object }[];
  /** Moves the clock to an instant, through everything that is due on the way. */
  to(instant: string): Promise<void>;
  /** Lets real time pass while nothing runs. */
  sleep(duration: string): void;
  signUp(email: string, zone: string): Promise<string>;
  moveZone(owner: string, zone: string): Promise<void>;
  promise(owner: string, input: TaskInput & { readonly title: string }): Promise<string>;
  complete(owner: string, id: string): Promise<void>;
  skip(owner: string, id: string, reason: string): Promise<void>;
  task(id: string): Promise<TaskDoc>;
  /** Lets reactors process the whole log again, as if they had no checkpoints. */
  reactAgain(): Promise<void>;
  /** Ends the program, and removes its folder. */
  dispose(): Promise<void>;
}

export interface TestProgramOptions {
  readonly at: string;
  readonly folder?: string;
  readonly mailer?: Mailer;
  /** The folder in which a mailer of the test keeps what it sent. */
  readonly sent?: MailMessage[];
  readonly env?: Readonly<Record<string, string>>;
  /** How many threads fold the read models; left out: the test's own. */
  readonly threads?: number;
  /** Reviews proof; left out: the rubric. */
  readonly reviewer?: Reviewer;
  /** Assembles it on other stores, whose clock begins at the same instant. */
  readonly assembleOn?: (options: Omit<AssembleOptions, 'config' | 'clock'>) => Promise<Assembled>;
}

/** For a file whose tests start programs: each program ends with its test. */
export function ownPrograms() {
  const open: TestProgram[] = [];
  afterEach(async () => {
    for (const program of open.splice(0)) await program.dispose();
  });
  async function start(at: string, folder?: string): Promise<TestProgram> {
    const program = await startTestProgram({ at, ...(folder && { folder }) });
    open.push(program);
    return program;
  }
  /** Ends the program and starts another one on its folder, at the instant where its clock stood or is set by then. */
  async function startAgain(program: TestProgram, at = program.clock.now()): Promise<TestProgram> {
    await program.close();
    open.splice(open.indexOf(program), 1);
    return start(at, program.folder);
  }
  return { start, startAgain };
}

/** The program as main wires it, without HTTP, on a folder of its own and with a real time that stands still. */
export async function startTestProgram(options: TestProgramOptions): Promise<TestProgram> {
  const { at, folder: given, mailer, sent = [], env = {}, threads = 0, reviewer, assembleOn } = options;
  const folder = given ?? mkdtempSync(join(tmpdir(), 'vouch-program-'));
  const errors: { message: string; fields: object }[] = [];
  const log = {
    info: () => undefined,
    warn: () => undefined,
    error: (fields: object, message: string) => void errors.push({ message, fields }),
  };
  const real = Date.parse(at);
  const services = { log, real: () => real, mailer: mailer ?? collecting(sent), ...(reviewer && { reviewer }) };
  const onFiles = (): Promise<Embedded> => {
    const clock = startClock({ file: clockFile(join(folder, 'clock.json')), real: services.real, newest: null, at: null });
    return assemble({ ...services, config: readConfig({ VOUCH_DATA: folder, ...env }), clock, threads });
  };
  // No test looks into the files of a program that it assembles on servers.
  const assembled = assembleOn ? ((await assembleOn(services)) as Embedded) : await onFiles();
  const { app, accounts, timekeeper, clock } = assembled;
  const seen = async (position: string | null): Promise<void> => {
    if (position !== null) await app.waitForReadModels(position);
  };
  const to = async (instant: string): Promise<void> => void (await timekeeper.move((now) => later(now, instant)));
  async function signUp(email: string, timezone: string): Promise<string> {
    const { userId, position } = await accounts.signup(
      { email, password: 'a rather long password', fullName: 'Robin', timezone },
      app.newId(),
    );
    await seen(position);
    await accounts.drain();
    await timekeeper.tick();
    const token = /token=(\w+)/.exec(sent.findLast(({ to: { address } }) => address === email)?.text ?? '')?.[1] ?? '';
    await seen((await accounts.confirm({ token, knownSignups: [userId] }, app.newId())).position);
    return userId;
  }
  return {
    ...assembled,
    sent,
    folder,
    errors,
    to,
    sleep: (duration) => clock.hold(Temporal.Instant.from(clock.now()).add(duration).toString({ smallestUnit: 'millisecond' })),
    signUp,
    async moveZone(owner, zone) {
      await seen((await accounts.send(owner, { type: 'ChangeProfile', timezone: zone, if_match: null }, app.newId())).position);
    },
    async promise(owner, input) {
      const { id, position } = await promiseTask(app, userCaller(owner, app.newId()), input);
      await seen(position);
      return id;
    },
    async complete(owner, id) {
      await seen((await setStatus(app, userCaller(owner, app.newId()), id, { status: 'completed' })).position);
    },
    async skip(owner, id, reason) {
      await seen((await setStatus(app, userCaller(owner, app.newId()), id, { status: 'skipped', reason })).position);
    },
    async task(id) {
      const found = await app.documents.get<TaskDoc>(app.views.current('tasks'), id);
      if (!found) throw new Error(`There is no task ${id}.`);
      return found.doc;
    },
    async reactAgain() {
      await assembled.stores.reactors.clear();
      await assembled.reactors.start();
      await assembled.reactors.catchUp({ all: true });
      await assembled.reactors.stop();
    },
    async dispose() {
      await assembled.close();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

function collecting(sent: MailMessage[]): Mailer {
  return {
    send: async (message) => {
      sent.push(message);
      return { message_id: message.messageId };
    },
    close: async () => undefined,
  };
}

/** Types of an owner's events in a stream, oldest first. */
export const typesIn = async (program: Assembled, stream: string): Promise<readonly string[]> =>
  (await program.app.store.readStream(stream)).map((event) => event.type);

export const alertKinds = async ({ app }: Assembled, owner: string): Promise<readonly string[]> =>
  (await alertsOf(app.views, owner, { limit: 200 })).items.map(({ doc }) => doc.kind).toReversed();

export const streakOf = ({ app }: Assembled, owner: string, today: string) => ownerStreak(app.views, { owner, today });
