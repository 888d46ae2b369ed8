import { ConnectionEnded, ConnectionMade, ConnectionRemoved, connectionStream } from '../../../src/domain/connection/events.ts';
import { IntegrationsChanged, integrationStream } from '../../../src/domain/integration/events.ts';
import type { World } from './world.ts';

const PLATFORMS = ['google', 'github'] as const;

/** Connections that an owner makes and removes, and that providers end, and what they are used for. Each owner has one from the start. */
export function connectionActs(world: World, owner: string, pick: (below: number) => number): readonly (() => unknown)[] {
  const write = (definition: typeof ConnectionMade | typeof ConnectionRemoved | typeof ConnectionEnded): void => {
    const platform = PLATFORMS[pick(2)] ?? 'google';
    const { data, private: texts } = definition.example;
    const event = { type: definition.type, data: { ...data, platform }, ...(texts && { private: texts }) };
    world.write(connectionStream(owner, platform), owner, event as never);
  };
  const change = (github_closes_tasks: boolean): void => {
    const data = { github_closes_tasks, github_account: github_closes_tasks ? `account ${pick(3)}` : null, was: !github_closes_tasks };
    world.write(integrationStream(owner), owner, { type: IntegrationsChanged.type, data });
  };
  write(ConnectionMade);
  change(true);
  return [
    () => change(true),
    () => change(false),
    () => write(ConnectionMade),
    () => write(ConnectionMade),
    () => write(ConnectionEnded),
    () => write(ConnectionRemoved),
  ];
}
