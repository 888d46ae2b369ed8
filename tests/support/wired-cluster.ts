import { type Cable, startCable } from '../servers/cable.ts';
import { type EventStoreDoubleProcess, startEventStoreDoubleProcess } from '../servers/eventstore.ts';
import { type Cluster, type ClusterRole, startCluster } from './cluster.ts';
import { type SmtpServer, startSmtp } from './mail-servers.ts';
import { call } from './server-process.ts';

export type Store = 'mongodb' | 'eventstore';

/** A cluster in which every process has its own routes to the stores, which can be cut. */
export interface WiredCluster {
  readonly cluster: Cluster;
  readonly smtp: SmtpServer;
  readonly eventstore: EventStoreDoubleProcess;
  way(role: ClusterRole, index: number, store: Store): Cable;
  readyz(role: ClusterRole, index: number): Promise<{ readonly ready: boolean; readonly faults: readonly { readonly name: string }[] }>;
  stop(): Promise<void>;
}

const PLACES = (['web', 'worker'] as const).flatMap((role) => [0, 1].map((index) => ({ role, index })));

/** Two webs, two workers. `mongodbUrl`: of a database of its own. */
export async function startWiredCluster(mongodbUrl: string, taking?: Parameters<typeof startSmtp>[0]): Promise<WiredCluster> {
  const closers: (() => unknown)[] = [];
  const stop = async (): Promise<void> => {
    for (const close of closers.splice(0).toReversed()) await close();
  };
  try {
    const smtp = await startSmtp(taking);
    closers.push(() => smtp.close());
    const eventstore = await startEventStoreDoubleProcess();
    closers.push(() => eventstore.stop());
    const ways = new Map<string, Cable>();
    for (const { role, index } of PLACES)
      for (const [store, url] of [['mongodb', mongodbUrl] as const, ['eventstore', eventstore.url] as const]) {
        const cable = await startCable(url);
        ways.set(`${role} ${index} ${store}`, cable);
        closers.push(() => cable.close());
      }
    const way = (role: ClusterRole, index: number, store: Store): Cable => ways.get(`${role} ${index} ${store}`) as Cable;
    const envOf = (role: ClusterRole, index: number) => ({
      MONGODB_URL: way(role, index, 'mongodb').url,
      EVENTSTORE_URL: way(role, index, 'eventstore').url,
    });
    const env = { SMTP_URL: smtp.url };
    const cluster = await startCluster({ webs: 2, workers: 2, mongodbUrl, eventstore, env, envOf });
    closers.push(async () => {
      for (const cable of ways.values()) {
        cable.goOn();
        cable.mend();
      }
      await cluster.stop();
    });
    const readyz = async (role: ClusterRole, index: number) => (await call(cluster.process(role, index).operations, 'GET', '/readyz')).body;
    return { cluster, smtp, eventstore, way, readyz, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}
