/**
 * The RFC 8785 form of plain JSON. Undefined object members are left out, as in JSON.
 * @throws InvalidJson for a value that JSON cannot represent, with its path
 */
export function canonical(value: unknown): string {
  return write(value, 0);
}

/** Whether a text is the RFC 8785 form of a value. A value that JSON cannot represent has none. */
export function isCanonical(text: string, value: unknown): boolean {
  try {
    return canonical(value) === text;
  } catch (error) {
    if (error instanceof InvalidJson) return false;
    throw error;
  }
}

export class InvalidJson extends TypeError {
  override readonly name = 'InvalidJson';
  readonly reason: string;
  readonly path: readonly (string | number)[];
  constructor(reason: string, path: readonly (string | number)[] = []) {
    super(`This cannot be stored as JSON at ${path.length > 0 ? path.join('.') : 'the top'}: ${reason}.`);
    this.reason = reason;
    this.path = path;
  }
}

const DEEPEST = 100;

function write(value: unknown, depth: number): string {
  switch (typeof value) {
    case 'string':
      return text(value);
    case 'number':
      if (!Number.isFinite(value)) throw new InvalidJson(`${value} is no JSON number`);
      return value === 0 ? '0' : `${value}`;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth === DEEPEST) throw new InvalidJson('it is nested too deeply, or in itself');
      return Array.isArray(value) ? list(value, depth) : members(value, depth);
    default:
      throw new InvalidJson(`a ${typeof value} is no JSON value`);
  }
}

/** Text that needs no escape: no control character, quote, backslash or surrogate. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]*$/;

function text(value: string): string {
  if (value.length < 64 && PLAIN.test(value)) return `"${value}"`;
  if (!value.isWellFormed()) throw new InvalidJson('the text holds half of a surrogate pair');
  return JSON.stringify(value);
}

function list(values: readonly unknown[], depth: number): string {
  if (values.length === 0) return '[]';
  let index = 0;
  try {
    let out = `[${write(values[0], depth + 1)}`;
    for (index = 1; index < values.length; index += 1) out += `,${write(values[index], depth + 1)}`;
    return `${out}]`;
  } catch (error) {
    throw withPath(index, error);
  }
}

function members(value: object, depth: number): string {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw new InvalidJson('only plain objects are JSON');
  let out = '';
  let at = '';
  try {
    for (at of inOrder(Object.keys(value))) {
      // `at` is one of the object's own keys. Reflect.get would be slower, and every stored event comes through here.
      const member = (value as Record<string, unknown>)[at];
      if (member === undefined) continue;
      out += out === '' ? '{' : ',';
      out += name(at);
      out += write(member, depth + 1);
    }
  } catch (error) {
    throw withPath(at, error);
  }
  return out === '' ? '{}' : `${out}}`;
}

/** Sorts by UTF-16 code units, as the RFC requires and as strings compare. */
function inOrder(keys: string[]): string[] {
  for (let index = 1; index < keys.length; index += 1) {
    if ((keys[index - 1] ?? '') > (keys[index] ?? '')) return keys.sort();
  }
  return keys;
}

/**
 * Cached member names in their JSON form, because most occur again and again. The cache is bounded, because some names
 * come from outside.
 */
const names = new Map<string, string>();
const MOST_NAMES = 2000;

function name(key: string): string {
  const known = names.get(key);
  if (known !== undefined) return known;
  const written = `${text(key)}:`;
  if (names.size < MOST_NAMES) names.set(key, written);
  return written;
}

function withPath(key: string | number, error: unknown): unknown {
  return error instanceof InvalidJson ? new InvalidJson(error.reason, [key, ...error.path]) : error;
}
