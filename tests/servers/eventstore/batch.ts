import shared from '@eventstore/db-client/generated/shared_pb.js';
import statuses from '@eventstore/db-client/generated/status_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { handleBidiStreamingCall } from '@grpc/grpc-js';
import anys from 'google-protobuf/google/protobuf/any_pb.js';
import empties from 'google-protobuf/google/protobuf/empty_pb.js';
import type { Answer, Expected, Log } from './log.ts';
import type { Troubles } from './troubles.ts';
import { entryOf, expectedOf, MAX_APPEND, NOT_READY, nameOf, sizeOf } from './wire.ts';

type BatchReq = InstanceType<typeof streams.BatchAppendReq>;
type BatchResp = InstanceType<typeof streams.BatchAppendResp>;
type Status = InstanceType<typeof statuses.Status>;
type Message = { serializeBinary(): Uint8Array };

const empty = () => new empties.Empty();

/** All appends of a client on one call: the way of a client that gives no credentials. */
export const batchHandler =
  (log: Log, troubles: Troubles): handleBidiStreamingCall<BatchReq, BatchResp> =>
  (call) => {
    const begun = new Map<string, BatchReq[]>();
    call.on('data', async (request: BatchReq) => {
      const id = request.getCorrelationId()?.getString() ?? '';
      const parts = [...(begun.get(id) ?? []), request];
      begun.set(id, parts);
      if (!request.getIsFinal()) return;
      begun.delete(id);
      const refused = await troubles.arrive('batch');
      const response = refused ? failed(NOT_READY, 'google.protobuf.Empty', empty()) : attempt(log, parts);
      if (response.hasSuccess() && troubles.loses(call)) return;
      await troubles.inOrder();
      if (call.cancelled) return;
      call.write(response.setCorrelationId(request.getCorrelationId()).setStreamIdentifier(parts[0]?.getOptions()?.getStreamIdentifier()));
    });
    call.on('end', () => call.end());
  };

function attempt(log: Log, parts: readonly BatchReq[]): BatchResp {
  try {
    return appended(log, parts);
  } catch {
    return failed('Bad request', 'event_store.client.BadRequest', new shared.BadRequest());
  }
}

function appended(log: Log, parts: readonly BatchReq[]): BatchResp {
  const options = parts[0]?.getOptions();
  const stream = nameOf(options?.getStreamIdentifier());
  if (!options || stream === '') return failed('Bad request', 'event_store.client.BadRequest', new shared.BadRequest());
  const events = parts.flatMap((part) => part.getProposedMessagesList()).map(entryOf);
  if (events.reduce((sum, event) => sum + sizeOf(event), 0) > MAX_APPEND) {
    const details = new shared.MaximumAppendSizeExceeded().setMaxappendsize(MAX_APPEND);
    return failed('Maximum Append Size Exceeded', 'event_store.client.MaximumAppendSizeExceeded', details);
  }
  const expected = expectedOf(options, () => options.getStreamPosition());
  const answer = log.append(stream, expected, events);
  if (answer.is === 'deleted') return failed('Stream Deleted', 'event_store.client.StreamDeleted', new shared.StreamDeleted());
  return answer.is === 'wrong' ? wrong(expected, answer.current) : success(answer);
}

function success({ revision, position }: Extract<Answer, { revision: number }>): BatchResp {
  const result = new streams.BatchAppendResp.Success();
  if (revision < 0) result.setNoStream(empty());
  else result.setCurrentRevision(String(revision));
  if (position === null) result.setNoPosition(empty());
  else result.setPosition(new shared.AllStreamPosition().setCommitPosition(String(position)).setPreparePosition(String(position)));
  return new streams.BatchAppendResp().setSuccess(result);
}

function wrong(expected: Expected, current: number): BatchResp {
  const details = new shared.WrongExpectedVersion();
  if (expected === 'any') details.setExpectedAny(empty());
  else if (expected === 'no_stream') details.setExpectedNoStream(empty());
  else if (expected === 'stream_exists') details.setExpectedStreamExists(empty());
  else details.setExpectedStreamPosition(String(expected));
  if (current < 0) details.setCurrentNoStream(empty());
  else details.setCurrentStreamRevision(String(current));
  return failed('Wrong Expected Version', 'event_store.client.WrongExpectedVersion', details);
}

function failed(message: string, type: string, details: Message): BatchResp {
  const packed = new anys.Any();
  packed.pack(details.serializeBinary(), type);
  const status: Status = new statuses.Status().setMessage(message).setDetails(packed);
  return new streams.BatchAppendResp().setError(status);
}
