/**
 * RFC 8785 form of plain JSON. Object members that are undefined are left out, as JSON does.
 * @throws InvalidJson for what JSON cannot carry, with the place where it stands
 */
export function canonical(value: unknown): string {
  return write(value, undefined, 0);
}

export class InvalidJson extends TypeError {
  override readonly name = 'InvalidJson';
}

/** Where a value stands, as a linked list, so that a path costs nothing until it is needed. */
interface Place {
  readonly key: string | number;
  readonly within: Place | undefined;
}

const DEEPEST = 100;

function write(value: unknown, place: Place | undefined, depth: number): string {
  switch (typeof value) {
    case 'string':
      return text(value, place);
    case 'number':
      if (!Number.isFinite(value)) throw refuse(`${value} is no JSON number`, place);
      return value === 0 ? '0' : `${value}`;
    case 'boolean':
      return value ? 'true' : 'false';
    case 'object':
      if (value === null) return 'null';
      if (depth === DEEPEST) throw refuse('it is nested too deeply, or in itself', place);
      return Array.isArray(value) ? list(value, place, depth) : members(value, place, depth);
    default:
      throw refuse(`a ${typeof value} is no JSON value`, place);
  }
}

/** Nothing in it needs an escape: no control character, quote, backslash or surrogate. */
const PLAIN = /^[\x20\x21\x23-\x5b\x5d-\ud7ff\ue000-\uffff]*$/;

function text(value: string, place: Place | undefined): string {
  if (value.length < 64 && PLAIN.test(value)) return `"${value}"`;
  if (!value.isWellFormed()) throw refuse('the text holds half of a surrogate pair', place);
  return JSON.stringify(value);
}

function list(values: readonly unknown[], place: Place | undefined, depth: number): string {
  let out = '[';
  for (let index = 0; index < values.length; index += 1) {
    if (index > 0) out += ',';
    out += write(values[index], { key: index, within: place }, depth + 1);
  }
  return `${out}]`;
}

function members(value: object, place: Place | undefined, depth: number): string {
  const prototype = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) throw refuse('only plain objects are JSON', place);
  // The default order of sort() is by UTF-16 code units, as the RFC asks.
  const keys = Object.keys(value).sort();
  let out = '';
  for (const key of keys) {
    const member = (value as Record<string, unknown>)[key];
    if (member === undefined) continue;
    out += `${out === '' ? '{' : ','}${text(key, place)}:${write(member, { key, within: place }, depth + 1)}`;
  }
  return out === '' ? '{}' : `${out}}`;
}

function refuse(reason: string, place: Place | undefined): InvalidJson {
  const path: (string | number)[] = [];
  for (let at = place; at; at = at.within) path.unshift(at.key);
  return new InvalidJson(`This cannot be stored as JSON at ${path.length > 0 ? path.join('.') : 'the top'}: ${reason}.`);
}
