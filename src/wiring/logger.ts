import { type Logger, pino } from 'pino';

/** Lines of JSON on standard error. Nothing personal is ever given to it. */
export function createLogger(): Logger {
  return pino({ base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination({ dest: 2, sync: true }));
}
