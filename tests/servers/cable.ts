import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';

/** A connection to a server that the test can cut or stop, and on which it can lose answers. */
export interface Cable {
  /** The given URL, changed so that it leads through the cable. */
  readonly url: string;
  /** Number of connections through it now. */
  connections(): number;
  /** The next request that contains the text is carried out, and its answer and connection are lost. */
  loseAnswerTo(text: string): Promise<void>;
  /**
   * The next request that contains the text is held back. Resolves once it has arrived, with a function that passes it on,
   * which resolves once the request is answered or the connection is closed.
   */
  holdBack(text: string): Promise<() => Promise<void>>;
  /** Nothing is passed on any more in either direction; connections stay. */
  hang(): void;
  /** Continues after `hang`, with what arrived meanwhile. */
  goOn(): void;
  /** Ends all connections and accepts no new ones until `mend`. */
  cut(): void;
  mend(): void;
  close(): Promise<void>;
}

/** A cable in front of the one host that the URL names. */
export async function startCable(url: string): Promise<Cable> {
  const target = new URL(url);
  const pairs = new Set<readonly [Socket, Socket]>();
  let losing: { readonly text: string; readonly lost: () => void } | null = null;
  let holding: { readonly text: string; readonly held: (letGo: () => Promise<void>) => void } | null = null;
  let hanging = false;
  let whole = true;

  const server = createServer((near) => {
    if (!whole) return void near.destroy();
    const far = connect(Number(target.port), target.hostname);
    const pair = [near, far] as const;
    pairs.add(pair);
    let lose: (() => void) | null = null;
    near.on('data', (bytes) => {
      if (losing !== null && bytes.includes(losing.text)) {
        lose = losing.lost;
        losing = null;
      }
      if (holding === null || !bytes.includes(holding.text)) return void far.write(bytes);
      const { held } = holding;
      holding = null;
      near.pause();
      held(async () => {
        // A caller that gave up meanwhile has closed its connection, and nothing arrives.
        if (far.destroyed) return;
        const over = Promise.race([once(far, 'data'), once(far, 'close')]).catch(() => undefined);
        far.write(bytes);
        near.resume();
        await over;
      });
    });
    far.on('data', (bytes) => {
      if (lose === null) return void near.write(bytes);
      near.destroy();
      lose();
    });
    for (const [socket, other] of [pair, pair.toReversed() as unknown as typeof pair]) {
      if (hanging) socket.pause();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        other.destroy();
        pairs.delete(pair);
      });
    }
  });
  const all = (work: (socket: Socket) => void): void => [...pairs].flat().forEach(work);
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const through = new URL(url);
  through.port = `${(server.address() as AddressInfo).port}`;
  // Otherwise a MongoDB driver connects to the addresses that the server names, past the cable.
  if (through.protocol === 'mongodb:') through.searchParams.set('directConnection', 'true');
  return {
    url: through.href,
    connections: () => pairs.size,
    loseAnswerTo: (text) =>
      new Promise((lost) => {
        losing = { text, lost };
      }),
    holdBack: (text) =>
      new Promise((held) => {
        holding = { text, held };
      }),
    hang() {
      hanging = true;
      all((socket) => socket.pause());
    },
    goOn() {
      hanging = false;
      all((socket) => socket.resume());
    },
    cut() {
      whole = false;
      all((socket) => socket.destroy());
    },
    mend() {
      whole = true;
    },
    async close() {
      server.close();
      all((socket) => socket.destroy());
    },
  };
}
