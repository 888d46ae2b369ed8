import { ConnectionEnded, ConnectionMade, ConnectionRemoved, connectionStream } from '../../../src/domain/connection/events.ts';
import type { World } from './world.ts';

const PLATFORMS = ['google', 'github'] as const;

/** Connections that an owner makes and removes, and that providers end. Each owner has one from the start. */
export function connectionActs(world: World, owner: string, pick: (below: number) => number): readonly (() => unknown)[] {
  const write = (definition: typeof ConnectionMade | typeof ConnectionRemoved | typeof ConnectionEnded): void => {
    const platform = PLATFORMS[pick(2)] ?? 'google';
    const { data, private: texts } = definition.example;
    const event = { type: definition.type, data: { ...data, platform }, ...(texts && { private: texts }) };
    world.write(connectionStream(owner, platform), owner, event as never);
  };
  write(ConnectionMade);
  return [() => write(ConnectionMade), () => write(ConnectionMade), () => write(ConnectionEnded), () => write(ConnectionRemoved)];
}
