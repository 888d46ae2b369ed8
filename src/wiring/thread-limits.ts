import { setFlagsFromString } from 'node:v8';

/**
 * Lets each thread have the young generation that its `resourceLimits` name. The program is started with
 * `--max-semi-space-size` (docs/adr/0043), which V8 also applies to threads, whatever their limits say. The main thread
 * has read the option by now and keeps its size; 0 is V8's word for 'not set'.
 */
export const keepThreadLimits = (): void => setFlagsFromString('--max-semi-space-size=0');
