import streams from '@eventstore/db-client/generated/streams_pb.js';
import type { Entry, Log } from './log.ts';
import { type Options, type ReadCall, Sender } from './sender.ts';
import { follow } from './subscribe.ts';
import type { Troubles } from './troubles.ts';
import { eventOf, identifierOf, isRefusal, nameOf, streamDeleted, unknown } from './wire.ts';

/** Reads and subscriptions: one call of the protocol. */
export const readHandler = (log: Log, troubles: Troubles) => (call: ReadCall) => {
  const sender = new Sender(call, troubles);
  void serve(log, troubles, call.request.getOptions() as Options, sender).catch((error) =>
    sender.fail(isRefusal(error) ? error : unknown(String(error))),
  );
};

async function serve(log: Log, troubles: Troubles, options: Options, sender: Sender): Promise<void> {
  const refused = await troubles.arrive(options.hasSubscription() ? 'subscribe' : 'read');
  if (refused) throw refused;
  if (options.hasSubscription()) return follow(log, troubles, options, sender);
  const found = options.hasStream() ? ofStream(log, options) : ofAll(log, options);
  if (found === null) await sender.send(notFound(nameOf(options.getStream()?.getStreamIdentifier())));
  for (const entry of found ?? []) if (!(await sender.send(eventOf(entry)))) return;
  sender.end();
}

const notFound = (stream: string) =>
  new streams.ReadResp().setStreamNotFound(new streams.ReadResp.StreamNotFound().setStreamIdentifier(identifierOf(stream)));

const isBackwards = (options: Options): boolean => options.getReadDirection() === streams.ReadReq.Options.ReadDirection.BACKWARDS;

/** @throws Refusal for a position that does not exist */
function ofAll(log: Log, options: Options): Iterable<Entry> {
  const all = options.getAll();
  const length = log.entries.length;
  const position = all?.getPosition();
  const start = position
    ? log.indexOf(BigInt(position.getCommitPosition()), BigInt(position.getPreparePosition()))
    : all?.hasEnd()
      ? length
      : 0;
  if (start === null) throw unknown('Unexpected ReadAllResult: Error');
  // Backwards, a position is the end of what is read; forwards, its start.
  return isBackwards(options) ? walk(log.entries, start - 1, -1, 0, options) : walk(log.entries, start, 1, 0, options);
}

/** Null: the stream does not exist. @throws Refusal for a read forwards from the end, and for a stream with a tombstone */
function ofStream(log: Log, options: Options): Iterable<Entry> | null {
  const choice = options.getStream();
  const backwards = isBackwards(options);
  if (choice?.hasEnd() && !backwards) throw unknown();
  const name = nameOf(choice?.getStreamIdentifier());
  const stream = log.stream(name);
  if (stream?.state === 'tombstoned') throw streamDeleted(name);
  if (!stream || stream.state === 'deleted') return null;
  const last = stream.entries.length - 1;
  const start = choice?.hasRevision() ? Number(choice.getRevision()) : choice?.hasEnd() ? last : 0;
  return backwards
    ? walk(stream.entries, Math.min(start, last), -1, stream.from, options)
    : walk(stream.entries, Math.max(start, stream.from), 1, stream.from, options);
}

function* walk(entries: readonly Entry[], start: number, step: 1 | -1, lowest: number, options: Options): Iterable<Entry> {
  // What is appended during the read belongs to the next one.
  const end = entries.length;
  let left = BigInt(options.getCount());
  for (let index = start; index >= lowest && index < end && left > 0n; index += step, left -= 1n) yield entries[index] as Entry;
}
