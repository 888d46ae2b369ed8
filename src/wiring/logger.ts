import { type DestinationStream, type Logger, pino } from 'pino';
import { safeError, safeText } from './operations/safe-text.ts';

/** Logs lines of JSON to standard error. Callers pass nothing personal; personal data that errors may contain is removed here. */
export function createLogger(destination: DestinationStream = pino.destination({ dest: 2, sync: true })): Logger {
  const options = {
    base: null,
    timestamp: pino.stdTimeFunctions.isoTime,
    formatters: { level: (label: string) => ({ level: label }) },
    serializers: { err: safeError },
    hooks: {
      logMethod(given: unknown[], method: (...given: never[]) => void) {
        const safe = given.map((one) => (typeof one === 'string' ? safeText(one) : one));
        method.apply(this, safe as never[]);
      },
    },
  };
  return pino(options, destination);
}

/** Ends the program on an uncaught exception, as Node would, but logs it like everything else, without personal data. */
export function endOnFault(log: Pick<Logger, 'error'>): void {
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'A fault that nobody foresaw ends the program.');
    process.exit(1);
  });
}
