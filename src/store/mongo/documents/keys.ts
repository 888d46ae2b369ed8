import type { JsonObject } from '../../../domain/kernel/json.ts';
import type { CollectionSpec, Cursor, IndexSpec, Query, Scalar } from '../../../projections/engine/documents.ts';
import { indexOf, sortFields } from '../../documents/query.ts';
import { fieldOf } from '../../documents/table.ts';

/**
 * An index is one string a document, `keys.<index>`: its fields one after the other, then the id, written so that
 * strings sort by their bytes as documents are to be sorted: null, numbers (false 0, true 1), text. So every query,
 * page and order is one range of one index, whatever its fields hold; a document without the string is not in it.
 */
const NULL = '0';
const NUMBER = '1';
const TEXT = '2';
/** After every value. */
const PAST = '3';
const END = '\u0001';
/** Control characters: what stands for them sorts before all other text, and after the end. */
const LOW = /[^ -\uffff]/g;

const SIGN = 1n << 63n;
const ALL = (1n << 64n) - 1n;
const view = new DataView(new ArrayBuffer(8));

/** The number's bits, as hex that sorts as numbers do. */
function ordered(value: number): string {
  view.setFloat64(0, value + 0);
  const bits = view.getBigUint64(0);
  return ((bits & SIGN) === 0n ? bits | SIGN : ~bits & ALL).toString(16).padStart(16, '0');
}

function written(value: Scalar): string {
  if (value === null) return NULL;
  if (typeof value !== 'string') return NUMBER + ordered(Number(value));
  return TEXT + value.replace(LOW, (low) => `\u0002${String.fromCharCode(low.charCodeAt(0) + 0x20)}`) + END;
}

const run = (values: readonly Scalar[]): string => values.map(written).join('');

/** Null: the index leaves it out. @throws TypeError for a field that cannot be sorted */
function keyIn({ fields, sparse }: IndexSpec, doc: JsonObject, id: string): string | null {
  const values = fields.map((field) => fieldOf(doc, field));
  return sparse && values.at(-1) === null ? null : run([...values, id]);
}

/** A document's place in each of its collection's indexes. */
export function keysOf({ indexes }: CollectionSpec, doc: JsonObject, id: string): Record<string, string> {
  const keys: Record<string, string> = {};
  for (const index of indexes) {
    const key = keyIn(index, doc, id);
    if (key !== null) keys[index.name] = key;
  }
  return keys;
}

export const pathOf = (index: string): string => `keys.${index}`;

export interface Range {
  readonly $gte?: string;
  readonly $gt?: string;
  readonly $lt: string;
}

/** The part of the index that a query asks for. @throws TypeError for a query that does not fit it */
export function rangeOf(spec: CollectionSpec, query: Omit<Query, 'limit'>): Range {
  const index = indexOf(spec, query);
  const { equals, from, to, toExclusive, order = 'asc', after } = query;
  const prefix = run(equals);
  // As everywhere, an upper bound alone does not hold for null.
  const lowest = to === undefined ? '' : NUMBER;
  const $gte = prefix + (from === undefined ? lowest : written(from));
  const $lt = prefix + (to === undefined ? PAST : written(to) + (toExclusive ? '' : PAST));
  if (!after) return { $gte, $lt };
  const key = prefix + run(checked(index, query, after));
  return order === 'asc' ? { $gt: key, $lt } : { $gte, $lt: key };
}

function checked(index: IndexSpec, query: Pick<Query, 'equals'>, after: Cursor): Cursor {
  if (after.length !== sortFields(index, query).length + 1) throw new TypeError(`This cursor is not one of the index ${index.name}.`);
  return after;
}
