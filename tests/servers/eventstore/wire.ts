import shared from '@eventstore/db-client/generated/shared_pb.js';
import streams from '@eventstore/db-client/generated/streams_pb.js';
import { Metadata, status } from '@grpc/grpc-js';
import type { Entry, Expected, NewEntry } from './log.ts';

/** A status that ends a call, with the metadata from which the client makes its error. */
export interface Refusal {
  readonly code: number;
  readonly details: string;
  readonly metadata: Metadata;
}

const refusal = (code: number, details: string, facts: Readonly<Record<string, string>> = {}): Refusal => {
  const metadata = new Metadata();
  for (const [name, value] of Object.entries(facts)) metadata.set(name, value);
  return { code, details, metadata };
};

export const MAX_APPEND = 1_048_576;
export const NOT_READY = 'Server Is Not Ready';

export const unknown = (details = 'Exception was thrown by handler.') => refusal(status.UNKNOWN, details);
export const notReady = () => refusal(status.UNAVAILABLE, NOT_READY);
export const tooLarge = () =>
  refusal(status.INVALID_ARGUMENT, `Maximum Append Size of ${MAX_APPEND} Exceeded.`, {
    exception: 'maximum-append-size-exceeded',
    'maximum-append-size': String(MAX_APPEND),
  });
export const streamDeleted = (stream: string) =>
  refusal(status.FAILED_PRECONDITION, `Event stream '${stream}' is deleted.`, { exception: 'stream-deleted', 'stream-name': stream });
export const wrongVersion = (stream: string, expected: Expected, current: number) =>
  refusal(status.FAILED_PRECONDITION, 'Delete failed due to WrongExpectedVersion.', {
    exception: 'wrong-expected-version',
    'stream-name': stream,
    'expected-version': String(typeof expected === 'number' ? expected : -1),
    'actual-version': String(current),
  });
export const tooSlow = () =>
  refusal(status.ABORTED, 'Operation timed out: Consumer too slow to handle event while live. Client resubscription required.');

export const isRefusal = (error: unknown): error is Refusal => (error as Partial<Refusal>)?.metadata instanceof Metadata;

export const nameOf = (identifier: InstanceType<typeof shared.StreamIdentifier> | undefined): string =>
  Buffer.from(identifier?.getStreamName_asU8() ?? []).toString();

export const identifierOf = (stream: string) => new shared.StreamIdentifier().setStreamName(Buffer.from(stream).toString('base64'));

interface Choice {
  hasNoStream(): boolean;
  hasAny(): boolean;
  hasStreamExists(): boolean;
}

/** The revision as the message names it. */
export function expectedOf(choice: Choice, revision: () => string): Expected {
  if (choice.hasAny()) return 'any';
  if (choice.hasNoStream()) return 'no_stream';
  if (choice.hasStreamExists()) return 'stream_exists';
  return Number(revision());
}

type Proposed = Pick<
  InstanceType<typeof streams.AppendReq.ProposedMessage>,
  'getId' | 'getMetadataMap' | 'getData_asU8' | 'getCustomMetadata_asU8'
>;

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** @throws Refusal for an invalid id and for an empty type */
export function entryOf(message: Proposed): NewEntry {
  const id = message.getId()?.getString().toLowerCase() ?? '';
  const type = message.getMetadataMap().get('type') ?? '';
  if (!UUID.test(id) || type === '') throw unknown();
  const contentType = message.getMetadataMap().get('content-type') ?? 'application/octet-stream';
  return { id, type, contentType, data: message.getData_asU8(), metadata: message.getCustomMetadata_asU8() };
}

/** The bytes that count towards the largest append: as measured, neither the type nor the metadata. */
export const sizeOf = ({ data }: NewEntry): number => data.length;

/** An event as it is sent in reads of a stream and of $all. */
export function eventOf(entry: Entry) {
  const event = new streams.ReadResp.ReadEvent.RecordedEvent()
    .setId(new shared.UUID().setString(entry.id))
    .setStreamIdentifier(identifierOf(entry.stream))
    .setStreamRevision(String(entry.revision))
    .setCommitPosition(String(entry.position))
    .setPreparePosition(String(entry.position))
    .setData(entry.data)
    .setCustomMetadata(entry.metadata);
  event
    .getMetadataMap()
    .set('type', entry.type)
    .set('content-type', entry.contentType)
    .set('created', String(entry.created * 10_000));
  return new streams.ReadResp().setEvent(new streams.ReadResp.ReadEvent().setEvent(event).setCommitPosition(String(entry.position)));
}
