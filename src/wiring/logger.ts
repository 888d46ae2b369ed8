import { type DestinationStream, pino } from 'pino';
import { LOG_EVENTS, type Log, type LogEvent } from '../ports/log.ts';

/** Patterns of text that must not appear in a log or on an operator's page, wherever a driver or library got it from. */
const HIDDEN: readonly (readonly [RegExp, string])[] = [
  // The user and password of a connection string, then its query.
  [/(\b[a-z][a-z0-9+.-]*:\/\/)[^\s/@]+@/gi, '$1[hidden]@'],
  [/\b((?:access_)?token|password|key|code|secret)=[^\s&"']+/gi, '$1=[hidden]'],
  [/(\/partner\/)[^\s/?"']+/g, '$1[hidden]'],
  [/\bdup key: .*/gs, 'dup key: [hidden]'],
  [/[^\s<>"'(),:;]+@[^\s<>"'(),:;]+\.[a-z]{2,}/gi, '[address]'],
  [/\+\d[\d ().-]{6,}\d/g, '[number]'],
  // Sealed texts, and anything that is as long and random as a token.
  [/\bv1\.[0-9a-f-]{36}\.[\w-]+/g, '[sealed]'],
  [/\b(?![\w-]*[0-9a-f]{8}-[0-9a-f]{4}-)[A-Za-z0-9_-]{32,}\b/g, '[hidden]'],
  // Quoted words. A single name that belongs to the program may stay.
  [/(?<=^|[\s(:=])(["'`])(?![\w.:/#-]{1,60}\1)[^\n]*?\1(?!\w)/g, '[quoted]'],
];

/** Error classes whose messages quote the input. */
const QUOTING = [SyntaxError, RangeError, URIError];

/** The text without addresses, numbers, tokens and secrets. */
export const safeText = (text: string): string => HIDDEN.reduce((rest, [found, instead]) => rest.replace(found, instead), text);

interface SafeError {
  readonly type: string;
  readonly message: string;
  readonly code?: string | number;
  /** The stack frames, without the message. */
  readonly stack?: string;
  readonly cause?: SafeError;
}

const DEEP = 4;

/**
 * An error in the form in which it is logged: without the properties that libraries add (documents, addresses, answers
 * of a server) and without words that may be personal.
 */
export function safeError(error: unknown): SafeError | string {
  if (error instanceof Error) return withoutPersonal(error, 0);
  return typeof error === 'string' ? safeText(error) : typeof error;
}

function withoutPersonal(error: Error, deep: number): SafeError {
  const { code, cause, stack = '' }: Error & { code?: unknown } = error;
  const frames = stack.split('\n').filter((line) => /^\s+at /.test(line));
  return {
    type: error.name,
    message: QUOTING.some((kind) => error instanceof kind) ? '[not told]' : safeText(error.message),
    ...((typeof code === 'string' || typeof code === 'number') && { code }),
    ...(frames.length > 0 && { stack: frames.join('\n') }),
    ...(cause instanceof Error && deep < DEEP && { cause: withoutPersonal(cause, deep + 1) }),
  };
}

/**
 * Logs lines of JSON to standard error. Callers pass nothing personal; personal data that errors may contain is removed here.
 */
export function createLogger(destination: DestinationStream = pino.destination({ dest: 2, sync: true })): Log {
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: safeError },
  };
  const logger = pino(options, destination);
  const writer =
    (level: 'info' | 'warn' | 'error') =>
    (fields: object, event: LogEvent): void =>
      logger[level]({ event, ...fields }, LOG_EVENTS[event].message);
  return { info: writer('info'), warn: writer('warn'), error: writer('error') };
}

/** Ends the program on an uncaught exception, as Node would, but logs it like everything else, without personal data. */
export function endOnFault(log: Pick<Log, 'error'>): void {
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'program.crashed');
    process.exit(1);
  });
}
