import type { ServerResponse } from 'node:http';
import type { Context, Middleware, Next } from 'koa';
import type { PartnerPage } from '../../messages/partner/page.ts';
import { NOTHING } from '../../messages/partner/pages.ts';
import { answerPage, isVisit, PROBLEM_TYPE, problemOf, Refusal } from './problems.ts';

/** Shown while the program is starting. `percent` is how much of the log has been read, 0 to 100; null if that is not known. */
function gettingReadyPage(percent: number | null): PartnerPage {
  return {
    ...NOTHING,
    heading: 'Vouch is getting ready',
    for: '',
    body: [
      percent === null
        ? 'It will answer in a moment. Nothing is lost.'
        : `It is reading everything that was written down, and has read ${percent} % of it. Nothing is lost.`,
      'This page looks again by itself every few seconds. You can leave it open.',
    ],
  };
}

/** Delays requests while the program is starting, each for a limited time. */
export interface Hold {
  /** `faces`: the `@font-face` rules for the page. */
  middleware(faces: string): Middleware;
  /** All waiting and later requests are answered from now on. */
  open(): void;
  /** The program is stopping: waiting and new requests are refused at once. After `open` this has no effect. */
  end(): void;
}

export interface HoldOptions {
  /** The share of the log that has been read, 0 to 100. Null: not known, or not the reason for the delay. */
  readonly percent: () => number | null;
  /** Milliseconds that a request waits at most. The default is 4,800, so that every request is answered within 5 s. */
  readonly holdMs?: number;
  /** The limit of waiting requests (default 200). Further ones are refused at once. */
  readonly most?: number;
}

const HOLD_MS = 4_800;
const MAX_WAITING = 200;
const RETRY_AFTER_S = 5;

/** Files of the web client are served while the program is starting. All other paths wait. */
const FILE = /\.\w{2,11}$/;
const NO_FILE = /^\/(api|partner|dev)(\/|$)/;
const isFile = ({ method, path }: Context): boolean =>
  (method === 'GET' || method === 'HEAD') && FILE.test(path) && path !== '/index.html' && !NO_FILE.test(path);

/** Whether the answer is shown to a person. Browsers send Sec-Fetch-Dest only over https or to their own machine. */
const wantsPage = (context: Context): boolean =>
  isVisit(context) ||
  (context.method === 'GET' &&
    context.req.headers['sec-fetch-dest'] === undefined &&
    (context.req.headers.accept ?? '').includes('text/html'));

type Outcome = 'opened' | 'refused' | 'left';

/** A request whose client disconnects while waiting is not executed, because the client may have asked elsewhere. */
export function createHold({ percent, holdMs = HOLD_MS, most = MAX_WAITING }: HoldOptions): Hold {
  const waiting = new Set<(outcome: Outcome) => void>();
  let state: 'held' | 'open' | 'ended' = 'held';

  const wait = (response: ServerResponse): Promise<Outcome> =>
    new Promise((resolve) => {
      const finish = (outcome: Outcome): void => {
        clearTimeout(timer);
        waiting.delete(finish);
        response.off('close', leave);
        resolve(outcome);
      };
      const leave = (): void => finish('left');
      const timer = setTimeout(() => finish('refused'), holdMs);
      waiting.add(finish);
      response.once('close', leave);
    });

  async function held(context: Context, next: Next, faces: string): Promise<void> {
    const outcome = state === 'ended' || waiting.size >= most ? 'refused' : await wait(context.res);
    if (outcome === 'opened') return next();
    if (outcome === 'refused') refuse(context, percent(), faces);
  }

  function finishAll(outcome: Outcome): void {
    for (const settle of [...waiting]) settle(outcome);
  }

  return {
    middleware: (faces) => (context, next) => (state === 'open' || isFile(context) ? next() : held(context, next, faces)),
    open() {
      if (state === 'held') state = 'open';
      finishAll('opened');
    },
    end() {
      if (state === 'held') state = 'ended';
      finishAll('refused');
    },
  };
}

/** Answers instead of throwing: this refusal is expected, and a thrown error would be logged as a fault. */
function refuse(context: Context, percent: number | null, faces: string): void {
  context.set('Retry-After', String(RETRY_AFTER_S));
  context.set('Cache-Control', 'no-store');
  if (wantsPage(context)) {
    context.set('Refresh', String(RETRY_AFTER_S));
    answerPage(context, 503, gettingReadyPage(percent), faces);
    return;
  }
  const far = percent === null ? '' : `: it has read ${percent} % of what was written`;
  context.status = 503;
  context.body = JSON.stringify(problemOf(new Refusal(503, 'unavailable', `Vouch is getting ready${far}. Try again in a moment.`)));
  context.set('Content-Type', PROBLEM_TYPE);
}
