import { type DestinationStream, type Logger, pino } from 'pino';
import { safeError, safeText } from './operations/safe-text.ts';

/**
 * Lines of JSON on standard error. Nothing personal is given to it; what errors may have picked up on their way is
 * taken out here.
 */
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

/** What nobody foresaw ends the program, as it does by itself, but is logged like everything else: nothing personal on the way out. */
export function endOnFault(log: Pick<Logger, 'error'>): void {
  process.on('uncaughtException', (error) => {
    log.error({ err: error }, 'A fault that nobody foresaw ends the program.');
    process.exit(1);
  });
}
