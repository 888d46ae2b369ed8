import type { Context } from 'koa';
import { QueueFull } from '../../../concurrency/turns.ts';
import { SandboxClosed } from '../../../ports/sandbox.ts';
import { unlessGone } from '../../kernel/gone.ts';
import { Refusal } from '../../kernel/problems.ts';

const AGAIN_S = 10;

/** Runs code for a client, until it ends or the client goes away. @throws Refusal 503 where too much waits already, or the program ends */
export async function runningFor<T>(context: Pick<Context, 'res'>, run: (gone: AbortSignal) => Promise<T>): Promise<T> {
  return unlessGone(context, async (gone) => {
    try {
      return await run(gone);
    } catch (error) {
      if (error instanceof QueueFull || error instanceof SandboxClosed) throw busy();
      // Nobody reads this. It is no fault of the program.
      if (gone.aborted) throw new Refusal(400, 'malformed', 'The client closed the connection.');
      throw error;
    }
  });
}

const busy = (): Refusal =>
  new Refusal(503, 'unavailable', 'Too much code waits to be run right now. Try again in a moment.', {
    headers: { 'Retry-After': String(AGAIN_S) },
  });
