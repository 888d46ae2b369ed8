/** Options for reading a literal. */
export interface Reading {
  /** Whether a word without quotation marks is read as a string. */
  readonly words: boolean;
  /** How NaN, Infinity and -Infinity are written, which JSON cannot express. Undefined: they are refused. */
  readonly unwritable?: (name: string) => string;
}

/** Lists that are nested deeper than this are refused, because reading them would exhaust the stack. */
const DEEPEST = 500;
const CONSTANTS: ReadonlyMap<string, string> = new Map([
  ...['True', 'true', 'TRUE'].map((name) => [name, 'true'] as const),
  ...['False', 'false', 'FALSE'].map((name) => [name, 'false'] as const),
  ...['None', 'null', 'nil', 'undefined'].map((name) => [name, 'null'] as const),
]);
/** Numbers that JSON cannot express. */
const UNWRITABLE: ReadonlyMap<string, string> = new Map([
  ...['NaN', 'nan'].map((name) => [name, 'NaN'] as const),
  ...['Infinity', 'inf'].map((name) => [name, 'Infinity'] as const),
  ...['-Infinity', '-inf'].map((name) => [name, '-Infinity'] as const),
]);
const ESCAPES: Readonly<Record<string, string>> = { n: '\n', t: '\t', r: '\r', b: '\b', f: '\f', v: '\v', a: '\x07', '0': '\0', '\n': '' };

const BLANK = /\s*/y;
const NUMBER = /([+-]?)(?:0([xob])([\da-f]+)|((?:0|[1-9]\d*(?:_\d+)*)?)(\.\d*)?(e[+-]?\d+)?)n?(?![\p{L}\p{N}_.])/iuy;
const WORD = /-?[\p{L}_][\p{L}\p{N}_]*/uy;
const QUOTED = /([bru]?)(?:'((?:[^'\\]|\\[\s\S])*)'|"((?:[^"\\]|\\[\s\S])*)")/iuy;
const ESCAPE = /\\(?:x([\dA-Fa-f]{2})|u([\dA-Fa-f]{4})|U([\dA-Fa-f]{8})|([\s\S]))/gu;

/**
 * Converts a literal of JSON, Python or JavaScript to JSON: `True`, `None`, `'a'`, `(1, 2)`, `{1: 'a'}`. Numbers keep all
 * their digits. Tuples and sets become lists. Undefined: the text is no literal.
 */
export function jsonOfLiteral(text: string, reading: Reading): string | undefined {
  const reader = new Reader(text, reading);
  const json = reader.value(0);
  return reader.isAtEnd ? json : undefined;
}

class Reader {
  readonly #text: string;
  readonly #reading: Reading;
  #at = 0;

  constructor(text: string, reading: Reading) {
    this.#text = text;
    this.#reading = reading;
    this.#take(BLANK);
  }

  get isAtEnd(): boolean {
    return this.#at === this.#text.length;
  }

  value(depth: number): string | undefined {
    if (depth > DEEPEST) return undefined;
    if (this.#sees('[')) return this.#list(']', depth)?.json;
    if (this.#sees('{')) return this.#entries(depth);
    if (!this.#sees('(')) return this.#quoted() ?? this.#number() ?? this.#word();
    const list = this.#list(')', depth);
    // Parentheses around one value without a comma do not make a tuple.
    return list?.isOne ? list.json.slice(1, -1) : list?.json;
  }

  #take(pattern: RegExp): RegExpExecArray | null {
    pattern.lastIndex = this.#at;
    const found = pattern.exec(this.#text);
    if (found) this.#at = pattern.lastIndex;
    return found;
  }

  /** Whether this character comes next. If so, it is read, together with the white space after it. */
  #sees(sign: string): boolean {
    if (this.#text[this.#at] !== sign) return false;
    this.#at += 1;
    this.#take(BLANK);
    return true;
  }

  #list(close: string, depth: number): { readonly json: string; readonly isOne: boolean } | undefined {
    const items: string[] = [];
    let isCommaLast = false;
    while (!this.#sees(close)) {
      if (items.length > 0 && !isCommaLast) return undefined;
      const item = this.value(depth + 1);
      if (item === undefined) return undefined;
      items.push(item);
      isCommaLast = this.#sees(',');
    }
    return { json: `[${items.join(', ')}]`, isOne: items.length === 1 && !isCommaLast };
  }

  /** A dictionary, or a set, which becomes a list. */
  #entries(depth: number): string | undefined {
    const items: string[] = [];
    let isSet: boolean | undefined;
    let isCommaLast = false;
    while (!this.#sees('}')) {
      if (items.length > 0 && !isCommaLast) return undefined;
      const key = this.#key();
      const item = key ?? (isSet === false ? undefined : this.value(depth + 1));
      if (item === undefined) return undefined;
      const hasValue = key !== undefined && this.#sees(':');
      isSet ??= !hasValue;
      const value = hasValue ? this.value(depth + 1) : undefined;
      if (isSet === hasValue || (hasValue && value === undefined)) return undefined;
      items.push(hasValue ? `${asKey(item)}: ${value}` : item);
      isCommaLast = this.#sees(',');
    }
    return isSet ? `[${items.join(', ')}]` : `{${items.join(', ')}}`;
  }

  /** A value that may be the key of a dictionary. */
  #key(): string | undefined {
    return this.#quoted() ?? this.#number() ?? this.#word(true);
  }

  #quoted(): string | undefined {
    const found = this.#take(QUOTED);
    if (!found) return undefined;
    const [, prefix = '', single, double = ''] = found;
    const content = single ?? double;
    this.#take(BLANK);
    return JSON.stringify(prefix.toLowerCase() === 'r' ? content : content.replaceAll(ESCAPE, unescaped));
  }

  #number(): string | undefined {
    const start = this.#at;
    const found = this.#take(NUMBER);
    if (!found) return undefined;
    const [all, sign = '', base, digits, whole = '', fraction = '', exponent = ''] = found;
    const minus = sign === '-' ? '-' : '';
    this.#take(BLANK);
    if (base !== undefined) return isDigits(base, digits) ? `${minus}${BigInt(`0${base.toLowerCase()}${digits}`)}` : undefined;
    if (all === '' || (whole === '' && fraction.length < 2)) {
      this.#at = start;
      return undefined;
    }
    return `${minus}${whole.replaceAll('_', '') || '0'}${fraction === '.' ? '.0' : fraction}${exponent}`;
  }

  #word(isKey = false): string | undefined {
    const start = this.#at;
    const [word = ''] = this.#take(WORD) ?? [];
    this.#take(BLANK);
    const constant = CONSTANTS.get(word);
    if (constant !== undefined) return constant;
    const unwritable = UNWRITABLE.get(word);
    if (unwritable !== undefined && this.#reading.unwritable) return this.#reading.unwritable(unwritable);
    const isText = word !== '' && !word.startsWith('-') && unwritable === undefined;
    // In JavaScript, a name before a colon is a key.
    if (isText && (this.#reading.words || (isKey && this.#text[this.#at] === ':'))) return JSON.stringify(word);
    this.#at = start;
    return undefined;
  }
}

const asKey = (json: string): string => (json.startsWith('"') ? json : JSON.stringify(json));

const isDigits = (base: string, digits = ''): boolean =>
  base.toLowerCase() === 'x' || (base.toLowerCase() === 'b' ? /^[01]+$/ : /^[0-7]+$/).test(digits);

function unescaped(all: string, x?: string, u?: string, long?: string, sign?: string): string {
  const code = Number.parseInt(x ?? u ?? long ?? '', 16);
  if (!Number.isNaN(code)) return code <= 0x10_ff_ff ? String.fromCodePoint(code) : all;
  const one = sign ?? '';
  // Python keeps the backslash of an escape that it does not know.
  return ESCAPES[one] ?? ('\\\'"`/'.includes(one) ? one : all);
}
