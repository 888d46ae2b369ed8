import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleUnaryCall } from '@grpc/grpc-js';
import type { Log } from './log.ts';
import type { Troubles } from './troubles.ts';
import { expectedOf, nameOf, streamDeleted, unknown, wrongVersion } from './wire.ts';

type DeleteReq = InstanceType<typeof streams.DeleteReq> | InstanceType<typeof streams.TombstoneReq>;
type DeleteResp = InstanceType<typeof streams.DeleteResp> | InstanceType<typeof streams.TombstoneResp>;

/** Delete and Tombstone: two names for the same messages. */
export const removeHandler =
  (log: Log, troubles: Troubles, kind: 'deleted' | 'tombstoned'): handleUnaryCall<DeleteReq, DeleteResp> =>
  async (call, answer) => {
    const refused = await troubles.arrive('delete');
    const options = call.request.getOptions();
    const stream = nameOf(options?.getStreamIdentifier());
    if (refused || !options || stream === '') return answer(refused ?? unknown());
    const expected = expectedOf(options, () => options.getRevision());
    const done = log.remove(stream, expected, kind);
    if (done.is === 'wrong') return answer(wrongVersion(stream, expected, done.current));
    if (done.is === 'deleted') return answer(streamDeleted(stream));
    const Response = kind === 'deleted' ? streams.DeleteResp : streams.TombstoneResp;
    const position = new Response.Position().setCommitPosition(String(done.position)).setPreparePosition(String(done.position));
    answer(null, new Response().setPosition(position));
  };
