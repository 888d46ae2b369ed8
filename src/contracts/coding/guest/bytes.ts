import type { Base, BytesPart } from './base.ts';

/** Buffer, TextEncoder, TextDecoder and Base64, which QuickJS does not provide. */
export function guestBytes({ own }: Base): BytesPart {
  type Encoding = 'utf8' | 'utf16le' | 'latin1' | 'ascii' | 'hex' | 'base64' | 'base64url';
  const ENCODINGS: Readonly<Record<string, Encoding>> = {
    utf8: 'utf8',
    'utf-8': 'utf8',
    utf16le: 'utf16le',
    'utf-16le': 'utf16le',
    ucs2: 'utf16le',
    'ucs-2': 'utf16le',
    latin1: 'latin1',
    binary: 'latin1',
    ascii: 'ascii',
    hex: 'hex',
    base64: 'base64',
    base64url: 'base64url',
  };
  const DIGITS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';
  const REPLACEMENT = 0xfffd;

  const encodingOf = (name: unknown = 'utf8'): Encoding => {
    const found = ENCODINGS[String(name ?? 'utf8').toLowerCase()];
    if (found === undefined) throw new TypeError(`Unknown encoding: ${String(name)}`);
    return found;
  };
  const utf8Of = (text: string): number[] => {
    const bytes: number[] = [];
    for (let at = 0; at < text.length; at += 1) {
      let code = text.codePointAt(at) ?? 0;
      if (code > 0xffff) at += 1;
      if (code >= 0xd800 && code <= 0xdfff) code = REPLACEMENT;
      if (code < 0x80) bytes.push(code);
      else if (code < 0x800) bytes.push(0xc0 | (code >> 6), 0x80 | (code & 63));
      else if (code < 0x10000) bytes.push(0xe0 | (code >> 12), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
      else bytes.push(0xf0 | (code >> 18), 0x80 | ((code >> 12) & 63), 0x80 | ((code >> 6) & 63), 0x80 | (code & 63));
    }
    return bytes;
  };
  /** How many bytes follow the first one of a character; -1: it begins none. */
  const following = (first: number): number => {
    if (first < 0x80) return 0;
    if (first >= 0xc2 && first < 0xe0) return 1;
    if (first >= 0xe0 && first < 0xf0) return 2;
    return first >= 0xf0 && first < 0xf5 ? 3 : -1;
  };
  const LEAST = [0, 0x80, 0x800, 0x10000];
  const textOfUtf8 = (bytes: Uint8Array): string => {
    let text = '';
    let codes: number[] = [];
    for (let at = 0; at < bytes.length; ) {
      const first = bytes[at] ?? 0;
      const more = following(first);
      let code = more <= 0 ? first : first & (0x3f >> more);
      let count = 1;
      while (count <= more && ((bytes[at + count] ?? 0) & 0xc0) === 0x80) {
        code = (code << 6) | ((bytes[at + count] ?? 0) & 63);
        // What would be too long, a half of a pair or beyond Unicode is wrong from its second byte on.
        if (
          count === 1 &&
          (code << (6 * (more - 1)) < (LEAST[more] ?? 0) - 0x3f || (more === 2 && code >> 5 === 0x1b) || (more === 3 && code > 0x10f))
        )
          break;
        count += 1;
      }
      codes.push(more < 0 || count <= more ? REPLACEMENT : code);
      at += count;
      if (codes.length > 4_000) {
        text += String.fromCodePoint(...codes);
        codes = [];
      }
    }
    return text + String.fromCodePoint(...codes);
  };
  const base64Of = (bytes: Uint8Array, isUrl: boolean): string => {
    let text = '';
    for (let at = 0; at < bytes.length; at += 3) {
      const group = ((bytes[at] ?? 0) << 16) | ((bytes[at + 1] ?? 0) << 8) | (bytes[at + 2] ?? 0);
      for (let digit = 0; digit < 4; digit += 1)
        text += at + digit > bytes.length ? (isUrl ? '' : '=') : DIGITS[(group >> (18 - 6 * digit)) & 63];
    }
    return isUrl ? text.replaceAll('+', '-').replaceAll('/', '_') : text;
  };
  const bytesOfBase64 = (text: string): number[] => {
    const bytes: number[] = [];
    let [group, count] = [0, 0];
    for (const sign of text.replaceAll('-', '+').replaceAll('_', '/')) {
      const digit = DIGITS.indexOf(sign);
      if (sign === '=') break;
      if (digit < 0) continue;
      group = (group << 6) | digit;
      count += 6;
      if (count >= 8) {
        count -= 8;
        bytes.push((group >> count) & 255);
      }
    }
    return bytes;
  };
  const bytesOf = (text: string, encoding: Encoding): number[] => {
    if (encoding === 'utf8') return utf8Of(text);
    if (encoding === 'base64' || encoding === 'base64url') return bytesOfBase64(text);
    if (encoding === 'hex') return (/^(?:[\da-f]{2})*/i.exec(text)?.[0].match(/../g) ?? []).map((pair) => Number.parseInt(pair, 16));
    const codes = Array.from({ length: text.length }, (_, at) => text.charCodeAt(at));
    return encoding === 'utf16le' ? codes.flatMap((code) => [code & 255, code >> 8]) : codes.map((code) => code & 255);
  };
  const textOf = (bytes: Uint8Array, encoding: Encoding): string => {
    if (encoding === 'utf8') return textOfUtf8(bytes);
    if (encoding === 'base64' || encoding === 'base64url') return base64Of(bytes, encoding === 'base64url');
    let text = '';
    if (encoding === 'hex') for (const byte of bytes) text += byte.toString(16).padStart(2, '0');
    else if (encoding === 'utf16le')
      for (let at = 0; at + 1 < bytes.length; at += 2) text += String.fromCharCode((bytes[at] ?? 0) | ((bytes[at + 1] ?? 0) << 8));
    else for (const byte of bytes) text += String.fromCharCode(encoding === 'ascii' ? byte & 127 : byte);
    return text;
  };

  class Buffer extends Uint8Array {
    static override from(value: unknown, encoding?: unknown, length?: number): Buffer {
      if (typeof value === 'string') return new Buffer(bytesOf(value, encodingOf(encoding)));
      if (value instanceof ArrayBuffer) return new Buffer(value, Number(encoding ?? 0), length);
      const { data = value }: { data?: unknown } = value ?? {};
      if (data === undefined || data === null || typeof data !== 'object')
        throw new TypeError('The first argument must be a text, a list of bytes, or a buffer.');
      // `Array.from` takes an object without items as an empty list, as Node does.
      return new Buffer(Array.from(data as ArrayLike<number>));
    }

    static alloc(size: number, fill: unknown = 0, encoding?: string): Buffer {
      return new Buffer(size).fill(fill, 0, size, encoding);
    }

    static allocUnsafe(size: number): Buffer {
      return new Buffer(size);
    }

    static concat(list: readonly Uint8Array[], total = list.reduce((sum, { length }) => sum + length, 0)): Buffer {
      const whole = new Buffer(total);
      let at = 0;
      for (const one of list) {
        if (at >= total) break;
        whole.set(one.subarray(0, total - at), at);
        at += one.length;
      }
      return whole;
    }

    static byteLength(value: string | ArrayBufferView, encoding?: string): number {
      return typeof value === 'string' ? bytesOf(value, encodingOf(encoding)).length : value.byteLength;
    }

    static isBuffer(value: unknown): boolean {
      return value instanceof Buffer;
    }

    static isEncoding(name: unknown): boolean {
      return String(name).toLowerCase() in ENCODINGS;
    }

    static compare(one: Uint8Array, other: Uint8Array): number {
      for (let at = 0; at < Math.min(one.length, other.length); at += 1)
        if (one[at] !== other[at]) return (one[at] ?? 0) < (other[at] ?? 0) ? -1 : 1;
      return Math.sign(one.length - other.length);
    }

    override toString(encoding?: string, start = 0, end = this.length): string {
      return textOf(this.subarray(start, end), encodingOf(encoding));
    }

    override toLocaleString(): string {
      return this.toString();
    }

    toJSON(): object {
      return { type: 'Buffer', data: Array.from(this) };
    }

    equals(other: Uint8Array): boolean {
      return Buffer.compare(this, other) === 0;
    }

    compare(other: Uint8Array): number {
      return Buffer.compare(this, other);
    }

    write(text: string, at: number | string = 0, length?: number | string, encoding?: string): number {
      const name = [at, length, encoding].find((one) => typeof one === 'string');
      const start = typeof at === 'number' ? at : 0;
      const room = Math.min(typeof length === 'number' ? length : this.length, this.length - start);
      const bytes = bytesOf(text, encodingOf(name)).slice(0, room);
      this.set(bytes, start);
      return bytes.length;
    }

    copy(target: Uint8Array, at = 0, start = 0, end = this.length): number {
      const part = this.subarray(start, Math.min(end, start + target.length - at));
      target.set(part, at);
      return part.length;
    }

    override fill(value: unknown, start = 0, end = this.length, encoding?: unknown): this {
      if (typeof value !== 'string') return super.fill(Number(value), start, end);
      const bytes = bytesOf(value, encodingOf(encoding));
      for (let at = start; at < end && bytes.length > 0; at += 1) this[at] = bytes[(at - start) % bytes.length] ?? 0;
      return this;
    }

    // As in Node, both share the memory of the buffer. `subarray` gives a Buffer, which its type does not say.
    override slice(start?: number, end?: number): this {
      return this.subarray(start, end) as this;
    }

    override indexOf(value: number | string | Uint8Array, from = 0, encoding?: unknown): number {
      if (typeof value === 'number') return super.indexOf(value & 255, from);
      const bytes = typeof value === 'string' ? bytesOf(value, encodingOf(encoding)) : Array.from(value);
      for (let at = from; at + bytes.length <= this.length; at += 1) if (bytes.every((byte, index) => this[at + index] === byte)) return at;
      return -1;
    }

    override includes(value: number | string | Uint8Array, from = 0, encoding?: unknown): boolean {
      return this.indexOf(value, from, encoding) >= 0;
    }
  }
  /** `readUInt16LE` and the like, by what a DataView offers. */
  const KINDS = {
    UInt8: 'Uint8',
    Int8: 'Int8',
    UInt16: 'Uint16',
    Int16: 'Int16',
    UInt32: 'Uint32',
    Int32: 'Int32',
    BigInt64: 'BigInt64',
    BigUInt64: 'BigUint64',
    Float: 'Float32',
    Double: 'Float64',
  };
  for (const [name, kind] of Object.entries(KINDS))
    for (const order of name.endsWith('8') ? [''] : ['LE', 'BE']) {
      const size = Number(/\d+/.exec(kind)?.[0]) / 8;
      const viewed = (one: Buffer, method: string, ...given: unknown[]): unknown => {
        const view = new DataView(one.buffer, one.byteOffset, one.byteLength);
        return own.apply(own.get(view, method), view, given);
      };
      const methods = {
        [`read${name}${order}`]: function read(this: Buffer, at = 0): unknown {
          return viewed(this, `get${kind}`, at, order === 'LE');
        },
        [`write${name}${order}`]: function write(this: Buffer, value: unknown, at = 0): number {
          viewed(this, `set${kind}`, at, value, order === 'LE');
          return at + size;
        },
      };
      for (const [method, value] of Object.entries(methods))
        for (const alias of [method, method.replace('UInt', 'Uint')])
          Object.defineProperty(Buffer.prototype, alias, { value, writable: true, configurable: true });
    }
  Object.defineProperty(Buffer.prototype, Symbol.for('nodejs.util.inspect.custom'), {
    value(this: Buffer): string {
      const shown = textOf(this.subarray(0, 50), 'hex').replaceAll(/(..)(?!$)/g, '$1 ');
      const more = this.length - 50;
      return `<Buffer${shown && ` ${shown}`}${more > 0 ? ` ... ${more} more byte${more > 1 ? 's' : ''}` : ''}>`;
    },
  });

  class TextEncoder {
    readonly encoding = 'utf-8';

    encode(text: unknown = ''): Uint8Array {
      return new Uint8Array(utf8Of(String(text)));
    }
  }
  class TextDecoder {
    readonly encoding: string;

    constructor(encoding = 'utf-8') {
      this.encoding = encodingOf(encoding) === 'utf8' ? 'utf-8' : encoding;
    }

    decode(bytes: ArrayBuffer | ArrayBufferView = new Uint8Array()): string {
      const view = ArrayBuffer.isView(bytes) ? new Uint8Array(bytes.buffer, bytes.byteOffset, bytes.byteLength) : new Uint8Array(bytes);
      return textOf(view, encodingOf(this.encoding)).replace(/^\uFEFF/, '');
    }
  }
  const atob = (text: unknown): string => textOf(new Uint8Array(bytesOfBase64(String(text))), 'latin1');
  const btoa = (text: unknown): string => base64Of(new Uint8Array(bytesOf(String(text), 'latin1')), false);
  return { Buffer, globals: { Buffer, TextEncoder, TextDecoder, atob, btoa } };
}
