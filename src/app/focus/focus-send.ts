import { type FocusCommand, type FocusState, focusDecider } from '../../domain/focus/decide.ts';
import { focusStream } from '../../domain/focus/events.ts';
import { type Position, SYSTEM } from '../../domain/kernel/event.ts';
import { readState } from '../../domain/kernel/fold-stream.ts';
import { handle } from '../../domain/kernel/handle.ts';
import type { App } from '../app.ts';
import { type Caller, contextOf } from '../caller.ts';
import { addFocus, latest } from '../task/task-send.ts';

export const loadFocus = (app: App, owner: string): Promise<FocusState> => readState(app.store, focusDecider, focusStream(owner));

/** Sends a command to the focus sessions of an owner. The time of a session that it ends is added to its task. */
export async function sendFocus(
  app: App,
  caller: Caller,
  command: FocusCommand,
): Promise<{ readonly state: FocusState; readonly position: Position | null }> {
  const { state, events, position } = await handle(app, focusDecider, focusStream(caller.owner), command, contextOf(caller));
  const added = await Promise.all(events.map((event) => addFocus(app, event)));
  return { state, position: latest([position, ...added]) };
}

/** Ends the session that time alone has ended. It can be repeated. Returns the position of the last event written. */
export async function advanceFocus(app: App, owner: string): Promise<Position | null> {
  const caller: Caller = { owner, actor: SYSTEM, correlationId: app.newId(), causationId: null };
  return (await sendFocus(app, caller, { type: 'Advance', now: app.clock.now() })).position;
}
