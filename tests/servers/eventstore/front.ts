import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';

interface Line {
  readonly outer: Socket;
  /** Null until the server behind is asked. */
  inner: Socket | null;
}

/** The port that clients see, in front of the server. Here connections are cut, refused and stopped. */
export class Front {
  readonly #behind: number;
  readonly #lines = new Set<Line>();
  #server: Server | null = null;
  #frozen = false;
  #over = false;
  port = 0;

  constructor(behind: number) {
    this.#behind = behind;
  }

  get connections(): number {
    return this.#lines.size;
  }

  /** At its former port, or at a free one. */
  async open(): Promise<void> {
    if (this.#server || this.#over) return;
    const server = createServer({ noDelay: true, pauseOnConnect: true }, (outer) => this.#accept(outer));
    this.#server = server;
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(this.port, '127.0.0.1', resolve);
    });
    this.port = (server.address() as AddressInfo).port;
  }

  /** Closes the port and all connections. */
  async close(): Promise<void> {
    const server = this.#server;
    this.#server = null;
    const closed = server && new Promise((resolve) => server.close(resolve));
    this.cut();
    await closed;
  }

  /** Like close, for good. */
  async end(): Promise<void> {
    this.#over = true;
    await this.close();
  }

  cut(): void {
    for (const { outer, inner } of this.#lines) {
      outer.resetAndDestroy();
      inner?.destroy();
    }
  }

  /** The connection of a call. `peer`: as the server behind sees it. */
  cutLine(peer: string): void {
    for (const { outer, inner } of this.#lines) {
      if (inner && peer.endsWith(`:${inner.localPort}`)) outer.resetAndDestroy();
    }
  }

  /** Connections are accepted, and no byte is passed on in either direction. */
  freeze(): void {
    this.#frozen = true;
    for (const { outer, inner } of this.#lines) {
      outer.unpipe().pause();
      inner?.unpipe().pause();
    }
  }

  thaw(): void {
    if (!this.#frozen) return;
    this.#frozen = false;
    for (const line of this.#lines) this.#join(line);
  }

  #accept(outer: Socket): void {
    const line: Line = { outer, inner: null };
    this.#lines.add(line);
    outer.on('error', () => undefined);
    outer.on('close', () => {
      this.#lines.delete(line);
      line.inner?.destroy();
    });
    if (!this.#frozen) this.#join(line);
  }

  #join(line: Line): void {
    const { outer } = line;
    const inner = line.inner ?? connect({ port: this.#behind, host: '127.0.0.1', noDelay: true });
    if (!line.inner) {
      inner.on('error', () => undefined);
      inner.on('close', () => outer.destroy());
      line.inner = inner;
    }
    outer.pipe(inner);
    inner.pipe(outer);
  }
}
