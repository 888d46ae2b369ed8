import gossip from '@eventstore/db-client/generated/gossip_grpc_pb.js';
import gossipMessages from '@eventstore/db-client/generated/gossip_pb.js';
import features from '@eventstore/db-client/generated/serverfeatures_grpc_pb.js';
import featureMessages from '@eventstore/db-client/generated/serverfeatures_pb.js';
import services from '@eventstore/db-client/generated/streams_grpc_pb.js';
import { Server, ServerCredentials, type sendUnaryData } from '@grpc/grpc-js';
import { appendHandler, removeHandler } from './append.ts';
import { batchHandler } from './batch.ts';
import { type Faults, faultsOf } from './faults.ts';
import { Front } from './front.ts';
import { Log } from './log.ts';
import { readHandler } from './read.ts';
import { Troubles } from './troubles.ts';

const VERSION = '23.10.8';
const STREAMS = 'event_store.client.streams.streams';
const METHODS = ['append', 'batchappend', 'delete', 'read', 'tombstone'];

export interface EventStoreDouble {
  readonly port: number;
  readonly faults: Faults;
  stop(): Promise<void>;
}

export interface ServeOptions {
  /** 0, the default: a free port. */
  readonly port?: number;
  /** Whether it writes its statistics into the log (default: no). */
  readonly statistics?: boolean;
}

/** A server of EventStoreDB's protocol over a log in memory. */
export async function serveEventStore({ port = 0, statistics = false }: ServeOptions = {}): Promise<EventStoreDouble> {
  const log = new Log({ statistics });
  const server = new Server({ 'grpc.max_receive_message_length': -1, 'grpc.max_send_message_length': -1 });
  const troubles = new Troubles((peer) => front.cutLine(peer));
  server.addService(services.StreamsService, {
    append: appendHandler(log, troubles),
    batchAppend: batchHandler(log, troubles),
    read: readHandler(log, troubles),
    delete: removeHandler(log, troubles, 'deleted'),
    tombstone: removeHandler(log, troubles, 'tombstoned'),
  });
  server.addService(features.ServerFeaturesService, {
    getSupportedMethods: (_: unknown, answer: sendUnaryData<unknown>) => answer(null, supported()),
  });
  server.addService(gossip.GossipService, { read: (_: unknown, answer: sendUnaryData<unknown>) => answer(null, cluster(front.port)) });
  const behind = await new Promise<number>((resolve, reject) =>
    server.bindAsync('127.0.0.1:0', ServerCredentials.createInsecure(), (error, bound) => (error ? reject(error) : resolve(bound))),
  );
  const front = new Front(behind);
  front.port = port;
  await front.open();
  return {
    port: front.port,
    faults: faultsOf(log, troubles, front),
    async stop() {
      troubles.heal();
      await front.end();
      server.forceShutdown();
    },
  };
}

function supported() {
  const methods = METHODS.map((method) => new featureMessages.SupportedMethod().setServiceName(STREAMS).setMethodName(method));
  return new featureMessages.SupportedMethods().setEventStoreServerVersion(VERSION).setMethodsList(methods);
}

/** A cluster of one node, which is its leader. */
function cluster(port: number) {
  const self = new gossipMessages.MemberInfo()
    .setState(gossipMessages.MemberInfo.VNodeState.LEADER)
    .setIsAlive(true)
    .setHttpEndPoint(new gossipMessages.EndPoint().setAddress('127.0.0.1').setPort(port));
  return new gossipMessages.ClusterInfo().setMembersList([self]);
}
