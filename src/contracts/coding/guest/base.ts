/** The functions that the program outside QuickJS gives to the code inside it. */
export interface Host {
  /** Writes to standard output (1) or to the error stream (2). */
  readonly write: (stream: number, text: string) => void;
  readonly exit: (code: number) => void;
  /** Sets the clock, in milliseconds since the submitted program began. */
  readonly setClock: (ms: number) => void;
  /** Returns the function that makes a part of the environment. Parts are compiled when they are first needed. */
  readonly load: <Name extends keyof Parts>(name: Name) => (base: Base) => Parts[Name];
}

/** What all parts of the environment share. */
export interface Base {
  readonly print: (stream: number, text: string) => boolean;
  readonly exit: (code: number) => void;
  readonly stdin: Stdin;
  /** Milliseconds since the submitted program began. The clock advances only when the program waits. */
  readonly clock: () => number;
  readonly setClock: (ms: number) => void;
  readonly part: <Name extends keyof Parts>(name: Name) => Parts[Name];
  /** The part if it was needed before, otherwise undefined. */
  readonly loaded: <Name extends keyof Parts>(name: Name) => Parts[Name] | undefined;
  readonly own: Own;
}

/** Standard input. It is read as a whole, once. */
export interface Stdin {
  /** The next line, without its line end; null if there is none. */
  readonly line: () => string | null;
  /** The rest of the input, or at most this many code units of it. */
  readonly take: (count?: number) => string;
  /** The rest of the input, without consuming it. */
  readonly peek: () => string;
  readonly left: () => number;
}

/** The language's own functions, as they were before submitted code could replace them. */
export interface Own {
  readonly apply: typeof Reflect.apply;
  readonly ownKeys: typeof Reflect.ownKeys;
  readonly get: typeof Reflect.get;
  readonly is: typeof Object.is;
  readonly isArray: typeof Array.isArray;
  readonly isView: typeof ArrayBuffer.isView;
  readonly keys: typeof Object.keys;
  readonly descriptorOf: typeof Object.getOwnPropertyDescriptor;
  readonly prototypeOf: typeof Object.getPrototypeOf;
  readonly stringify: typeof JSON.stringify;
  readonly parse: typeof JSON.parse;
  readonly text: StringConstructor;
  readonly number: NumberConstructor;
  readonly failure: ErrorConstructor;
  readonly promise: PromiseConstructor;
  readonly date: DateConstructor;
  readonly pattern: RegExpConstructor;
  readonly map: MapConstructor;
  readonly set: SetConstructor;
  readonly slice: typeof String.prototype.slice;
  readonly indexOf: typeof String.prototype.indexOf;
  readonly padStart: typeof String.prototype.padStart;
  readonly padEnd: typeof String.prototype.padEnd;
  readonly charCodeAt: typeof String.prototype.charCodeAt;
  readonly test: typeof RegExp.prototype.test;
  readonly sourceOf: typeof Function.prototype.toString;
  readonly mapEach: typeof Map.prototype.forEach;
  readonly setEach: typeof Set.prototype.forEach;
  readonly isoOf: typeof Date.prototype.toISOString;
  readonly timeOf: typeof Date.prototype.getTime;
  readonly math: Pick<typeof Math, 'floor' | 'max' | 'min' | 'round' | 'sqrt'>;
  /** These four throw if the value is not of their kind. */
  readonly sizeOfMap: () => number;
  readonly sizeOfSet: () => number;
  readonly bytesIn: () => number;
  /** The class name of a view; undefined for a DataView. */
  readonly kindOfView: () => string | undefined;
  /** The item at an index. The index must be less than the length. */
  readonly itemAt: <Item>(list: ArrayLike<Item>, index: number) => Item;
}

type Listener = (...values: unknown[]) => unknown;

export interface Emitter {
  on(event: string | symbol, listener: Listener): this;
  emit(event: string | symbol, ...values: unknown[]): boolean;
  listenerCount(event: string | symbol): number;
}

export interface TimersPart {
  /** Runs this later, after the running code and all pending promises. */
  readonly soon: (work: () => void) => void;
  readonly tick: (work: () => void) => void;
  /** Registers a function that is called when nothing else is left to run. It returns whether it found more work. */
  readonly whenIdle: (work: () => boolean) => void;
  /** Runs what comes before everything else that was put off. Returns false if there is nothing. */
  readonly runTicks: () => boolean;
  /** Runs what is due next. Returns false if there is nothing. */
  readonly turn: () => boolean;
  readonly globals: Readonly<Record<string, unknown>>;
  readonly promises: Readonly<Record<string, unknown>>;
}

export interface BytesPart {
  readonly Buffer: { from(value: unknown, encoding?: string): { toString(encoding?: string): string } & Uint8Array };
  readonly globals: Readonly<Record<string, unknown>>;
}

export interface InspectPart {
  readonly inspect: (value: unknown, options?: unknown) => string;
}

export interface FormatPart {
  readonly format: (...values: unknown[]) => string;
}

export interface QuotingPart {
  readonly quoted: (text: string) => string;
  readonly numeral: (value: number) => string;
  readonly primitive: (value: unknown, indentation: number) => string;
}

export interface ConsolePart extends Readonly<Record<string, unknown>> {
  readonly write: (stream: number, text: string) => void;
}

export interface ColumnsPart {
  readonly inColumns: (items: string[], indentation: number, value: ArrayLike<unknown>) => string[];
}

/** How a value is printed: first its own text, then in braces its items and its properties. */
export interface Shape {
  readonly open: string;
  readonly close: string;
  readonly base?: string;
  readonly isList?: boolean;
  /** Whether the text already contains the properties whose names are numbers. */
  readonly isText?: boolean;
  readonly items?: (level: number) => string[];
  /** The text for a value with neither items nor properties. */
  readonly empty?: string;
  /** Properties that are not printed, because the text already contains them. */
  readonly hides?: readonly string[];
}

export interface ShapeTools {
  /** Whether one of the language's own functions accepts a value as its `this`. */
  readonly takes: (method: (...values: never[]) => unknown, value: unknown, given?: unknown[]) => boolean;
  readonly prefixOf: (maker: string | null, tag: string, fallback: string, size?: string) => string;
  readonly indented: (text: string) => string;
}

export interface ShapesPart {
  readonly shapeOf: (value: object, maker: string | null, tag: string, tools: ShapeTools) => Shape;
}

export interface StreamsPart {
  readonly stdin: object;
  readonly reader: (encoding?: string) => object;
  readonly readline: Readonly<Record<string, unknown>>;
  readonly promises: Readonly<Record<string, unknown>>;
}

export interface ClonePart {
  readonly structuredClone: (value: unknown) => unknown;
  readonly isSame: (one: unknown, other: unknown, isStrict: boolean) => boolean;
}

export interface LocalePart {
  readonly compare: (one: string, other: string, options?: object) => number;
  readonly ofNumber: (value: number | bigint, options?: object) => string;
  readonly ofDate: (value: Date, what: 'date' | 'time' | 'both') => string;
}

export interface ProcessPart {
  readonly process: Readonly<Record<string, unknown>>;
  /** Runs the handlers that the program registered for its end. */
  readonly end: () => void;
}

export interface Parts {
  readonly timers: TimersPart;
  readonly bytes: BytesPart;
  readonly inspect: InspectPart;
  readonly format: FormatPart;
  readonly quoting: QuotingPart;
  readonly columns: ColumnsPart;
  readonly shapes: ShapesPart;
  readonly console: ConsolePart;
  readonly events: { readonly EventEmitter: new () => Emitter };
  readonly streams: StreamsPart;
  readonly files: Readonly<Record<string, unknown>>;
  readonly clone: ClonePart;
  readonly locale: LocalePart;
  readonly process: ProcessPart;
  readonly modules: { readonly require: (name: unknown) => unknown };
  readonly calls: CallsPart;
}

export interface CallsPart {
  /**
   * Calls the function with this name, or the method of a class Solution, with the values of a JSON list. `others`: the
   * other names that the code declares. If exactly one of them is a function, it may be called in place of the named one.
   * Undefined: that is not allowed.
   */
  readonly call: (name: string, found: unknown, solution: unknown, args: string, others: readonly unknown[] | undefined) => unknown;
  /**
   * The result as JSON. If it is undefined and `changed` names an argument, that argument is the result. A value that
   * JSON cannot express becomes a string that begins with NUL and n.
   */
  readonly text: (value: unknown, changed: number) => string;
}

/** The environment in which submitted code runs, as the program outside QuickJS sees it. */
export interface Guest {
  readonly calls: () => CallsPart;
  /** Runs what the submitted program wants to run directly after its code. Returns false if there is nothing. */
  readonly ticks: () => boolean;
  /** Runs what is due next of the work that the submitted program put off. Returns false if there is nothing. */
  readonly turn: () => boolean;
  readonly end: () => void;
  /** The names that a module exports, separated by commas. */
  readonly exportsOf: (module: string) => string;
  /**
   * What was thrown: name, message and stack, each of a limited length. For a value that is no error: an empty name and
   * the value.
   */
  readonly thrown: (error: unknown) => string[];
}
