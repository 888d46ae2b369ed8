import { once } from 'node:events';
import { type AddressInfo, connect, createServer } from 'node:net';
import { BSON } from 'mongodb';

const HEADER_BYTES = 16;
const OPCODE_AT = 12;
const OP_MSG = 2013;
/** After the header come four bytes of flags and the kind of the first section, then the command as BSON. */
const COMMAND_AT = HEADER_BYTES + 5;
/** What the driver asks by itself, to know the state of the server and to end its sessions. */
const OWN = new Set(['hello', 'ismaster', 'ping', 'endSessions']);

export interface CountedCalls {
  /** The given URL, changed so that it leads through the counter. */
  readonly url: string;
  /** How often each call was sent since the last `reset`, by its command and collection, as `find _leases`. */
  counts(): ReadonlyMap<string, number>;
  reset(): void;
  close(): void;
}

/** Counts the calls to a MongoDB server that one or several processes make through it. */
export async function startCountedCalls(url: string): Promise<CountedCalls> {
  const target = new URL(url);
  const [host, port] = [target.hostname, Number(target.port)];
  const counted = new Map<string, number>();
  const server = createServer((near) => {
    const far = connect(port, host);
    const count = readCommands((name) => void counted.set(name, (counted.get(name) ?? 0) + 1));
    near.on('data', count).pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  server.listen(0, '127.0.0.1').unref();
  await once(server, 'listening');
  target.port = `${(server.address() as AddressInfo).port}`;
  target.searchParams.set('directConnection', 'true');
  return { url: target.href, counts: () => counted, reset: () => counted.clear(), close: () => void server.close() };
}

/** Takes pieces of a connection, and names the command of each message in them. */
function readCommands(found: (name: string) => void): (piece: Buffer) => void {
  let left: Buffer = Buffer.alloc(0);
  return (piece) => {
    left = Buffer.concat([left, piece]);
    while (left.length >= HEADER_BYTES && left.length >= left.readInt32LE(0)) {
      const message = left.subarray(0, left.readInt32LE(0));
      left = left.subarray(message.length);
      if (message.readInt32LE(OPCODE_AT) !== OP_MSG) continue;
      const size = message.readInt32LE(COMMAND_AT);
      const [[command, collection] = ['', '']] = Object.entries(BSON.deserialize(message.subarray(COMMAND_AT, COMMAND_AT + size)));
      if (!OWN.has(command)) found(`${command} ${typeof collection === 'string' ? collection : ''}`.trim());
    }
  };
}
