import { setImmediate as breath } from 'node:timers/promises';
import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleClientStreamingCall, handleUnaryCall } from '@grpc/grpc-js';
import type { Answer, Expected, Log, NewEntry } from './log.ts';
import type { Troubles } from './troubles.ts';
import {
  entryOf,
  expectedOf,
  isRefusal,
  MAX_APPEND,
  nameOf,
  type Refusal,
  sizeOf,
  streamDeleted,
  tooLarge,
  unknown,
  wrongVersion,
} from './wire.ts';

type AppendReq = InstanceType<typeof streams.AppendReq>;
type AppendResp = InstanceType<typeof streams.AppendResp>;

const empty = () => new shared.Empty();

/** One append for each call: the way of a client that gives its credentials. */
export const appendHandler =
  (log: Log, troubles: Troubles): handleClientStreamingCall<AppendReq, AppendResp> =>
  (call, answer) => {
    const requests: AppendReq[] = [];
    call.on('data', (request: AppendReq) => requests.push(request));
    call.on('end', async () => {
      // A request that is interrupted ends too, a moment before it is known to be cancelled: nothing of it is stored.
      await breath();
      if (call.cancelled) return;
      const refused = await troubles.arrive('append');
      const result = refused ?? attempt(() => appended(log, requests));
      if (isRefusal(result)) return answer(result);
      if (result.hasSuccess() && troubles.loses(call)) return;
      await troubles.inOrder();
      answer(null, result);
    });
  };

function attempt<Result>(action: () => Result): Result | Refusal {
  try {
    return action();
  } catch (error) {
    return isRefusal(error) ? error : unknown(String(error));
  }
}

function appended(log: Log, [first, ...rest]: readonly AppendReq[]): AppendResp {
  const options = first?.getOptions();
  const stream = nameOf(options?.getStreamIdentifier());
  if (!options || stream === '') throw unknown();
  const expected = expectedOf(options, () => options.getRevision());
  const events = rest.map((request) => entryOf(request.getProposedMessage() as NonNullable<ReturnType<AppendReq['getProposedMessage']>>));
  const answer = log.append(stream, expected, sized(events));
  if (answer.is === 'deleted') throw streamDeleted(stream);
  return answer.is === 'wrong' ? wrong(expected, answer.current) : success(answer);
}

/** @throws Refusal when they are too large for one append */
function sized(events: readonly NewEntry[]): readonly NewEntry[] {
  if (events.reduce((sum, event) => sum + sizeOf(event), 0) > MAX_APPEND) throw tooLarge();
  return events;
}

function success({ revision, position }: Extract<Answer, { revision: number }>): AppendResp {
  const result = new streams.AppendResp.Success();
  if (revision < 0) result.setNoStream(empty());
  else result.setCurrentRevision(String(revision));
  if (position === null) result.setNoPosition(empty());
  else result.setPosition(new streams.AppendResp.Position().setCommitPosition(String(position)).setPreparePosition(String(position)));
  return new streams.AppendResp().setSuccess(result);
}

function wrong(expected: Expected, current: number): AppendResp {
  const result = new streams.AppendResp.WrongExpectedVersion();
  if (expected === 'any') result.setExpectedAny(empty());
  else if (expected === 'no_stream') result.setExpectedNoStream(empty());
  else if (expected === 'stream_exists') result.setExpectedStreamExists(empty());
  else result.setExpectedRevision(String(expected));
  if (current < 0) result.setCurrentNoStream(empty());
  else result.setCurrentRevision(String(current));
  return new streams.AppendResp().setWrongExpectedVersion(result);
}

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
