import type { Base, StreamsPart } from './base.ts';

/** Standard input as a stream, and Node's readline, which reads lines from it. */
export function guestStreams({ stdin, part }: Base): StreamsPart {
  type Listener = (...values: unknown[]) => unknown;
  const { soon, whenIdle } = part('timers');
  const { EventEmitter } = part('events');

  class Input extends EventEmitter {
    readonly fd = 0;
    readonly readable = true;
    #encoding: string | undefined;
    #isFlowing: boolean | undefined;
    #isEnding = false;
    readableEnded = false;

    constructor(encoding?: string) {
      super();
      this.#encoding = encoding;
    }

    override on(event: string | symbol, listener: Listener): this {
      super.on(event, listener);
      if (event === 'data' && this.#isFlowing !== false) this.resume();
      if (event === 'readable') soon(() => this.#tell());
      return this;
    }

    setEncoding(encoding = 'utf8'): this {
      this.#encoding = encoding;
      return this;
    }

    resume(): this {
      this.#isFlowing = true;
      soon(() => this.#flow());
      return this;
    }

    pause(): this {
      this.#isFlowing = false;
      return this;
    }

    isPaused(): boolean {
      return this.#isFlowing === false;
    }

    read(size?: number): unknown {
      const chunk = stdin.left() === 0 ? null : this.#chunk(stdin.take(size));
      if (stdin.left() === 0) this.#end();
      return chunk;
    }

    ref(): this {
      return this;
    }

    unref(): this {
      return this;
    }

    destroy(): this {
      stdin.take();
      return this;
    }

    async *[Symbol.asyncIterator](): AsyncGenerator {
      if (stdin.left() > 0) yield this.#chunk(stdin.take());
      this.#end();
    }

    #chunk(text: string): unknown {
      const encoding = this.#encoding;
      if (encoding === undefined) return part('bytes').Buffer.from(text);
      return /^utf-?8$/i.test(encoding) ? text : part('bytes').Buffer.from(text).toString(encoding);
    }

    #flow(): void {
      if (this.#isFlowing !== true || this.#isEnding) return;
      if (stdin.left() > 0) this.emit('data', this.#chunk(stdin.take()));
      if (this.#isFlowing) this.#end();
    }

    #tell(): void {
      if (this.#isEnding) return;
      if (stdin.left() === 0) this.#end();
      this.emit('readable');
    }

    #end(): void {
      if (this.#isEnding) return;
      this.#isEnding = true;
      soon(() => {
        this.readableEnded = true;
        this.emit('end');
        this.emit('close');
      });
    }
  }
  for (const name of ['pipe', 'map', 'filter', 'toArray', 'forEach', 'reduce', 'flatMap', 'take', 'drop', 'find', 'some', 'every'])
    Object.defineProperty(Input.prototype, name, {
      value() {
        throw new Error(`process.stdin.${name} is not supported. Read standard input with fs.readFileSync(0, 'utf8'), or with on('data').`);
      },
    });
  const standard = new Input();
  const CUSTOM = Symbol.for('nodejs.util.promisify.custom');

  interface Options {
    readonly input?: unknown;
    readonly output?: { write(text: string): unknown };
    readonly prompt?: string;
  }
  class Interface extends EventEmitter {
    readonly terminal = false;
    readonly input: unknown;
    readonly output: Options['output'];
    line = '';
    closed = false;
    #prompt: string;
    #isPaused = false;
    readonly #questions: ((line: string) => void)[] = [];

    constructor(first: unknown, second?: Options['output']) {
      super();
      const options: Options = first instanceof Input ? { input: first, output: second } : (first ?? {});
      if (!(options.input instanceof Input))
        throw new TypeError('createInterface reads standard input only: give it { input: process.stdin }.');
      this.input = options.input;
      this.output = options.output;
      this.#prompt = options.prompt ?? '> ';
      this.#later();
      // Whoever has listened to no line so far will not do so any more.
      whenIdle(() => this.#closeUnread());
    }

    override on(event: string | symbol, listener: Listener): this {
      super.on(event, listener);
      if (event === 'line') this.#later();
      return this;
    }

    question(query: string, options: unknown, answered: unknown = options): void {
      if (this.closed) throw new Error('readline was closed');
      this.#show(query);
      if (typeof answered !== 'function') throw new TypeError('The last argument must be a function.');
      this.#questions.push((line) => answered(line));
      this.#later();
    }

    prompt(): void {
      this.resume();
      this.#show(this.#prompt);
    }

    setPrompt(prompt: string): void {
      this.#prompt = prompt;
    }

    getPrompt(): string {
      return this.#prompt;
    }

    write(): void {}

    pause(): this {
      this.#isPaused = true;
      this.emit('pause');
      return this;
    }

    resume(): this {
      this.#isPaused = false;
      this.#later();
      return this;
    }

    close(): void {
      if (this.closed) return;
      this.closed = true;
      this.emit('close');
    }

    async *[Symbol.asyncIterator](): AsyncGenerator<string> {
      try {
        for (let line = this.#next(); line !== null; line = this.#next()) yield line;
      } finally {
        this.close();
      }
    }

    #next(): string | null {
      return this.closed ? null : stdin.line();
    }

    #closeUnread(): boolean {
      if (this.closed || this.#isPaused) return false;
      stdin.take();
      this.close();
      return true;
    }

    #show(text: unknown): void {
      this.output?.write(String(text));
    }

    #later(): void {
      soon(() => this.#pump());
    }

    /** Gives lines to whoever asked for one, and to those who listen. Lines that nobody wants yet are kept. */
    #pump(): void {
      while (!this.closed && !this.#isPaused && (this.#questions.length > 0 || this.listenerCount('line') > 0)) {
        const line = stdin.line();
        if (line === null) {
          this.close();
          return;
        }
        const answered = this.#questions.shift();
        if (answered) answered(line);
        else this.emit('line', line);
      }
    }
  }
  Object.defineProperty(Interface.prototype.question, CUSTOM, {
    value(this: Interface, query: string): Promise<string> {
      return new Promise((resolve) => this.question(query, resolve));
    },
  });
  class PromiseInterface extends Interface {
    // biome-ignore lint/suspicious/noExplicitAny: it answers by a promise, and not by a function that is called
    override question(query: string): any {
      return new Promise((resolve) => super.question(query, resolve));
    }
  }
  const nothing = (): boolean => true;
  const shared = { clearLine: nothing, clearScreenDown: nothing, cursorTo: nothing, moveCursor: nothing, emitKeypressEvents: nothing };
  const promises = {
    ...shared,
    createInterface: (input: unknown, output?: Options['output']) => new PromiseInterface(input, output),
    Interface: PromiseInterface,
  };
  const createInterface = (input: unknown, output?: Options['output']): object => new Interface(input, output);
  return {
    stdin: standard,
    reader: (encoding) => new Input(encoding),
    readline: { ...shared, createInterface, Interface, promises },
    promises,
  };
}
