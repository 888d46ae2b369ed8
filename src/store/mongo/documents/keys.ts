import type { JsonObject } from '../../../domain/kernel/event.ts';
import type { CollectionSpec, Cursor, IndexSpec, Query, Scalar } from '../../../ports/documents.ts';
import { fieldOf, indexOf, sortFields } from '../../documents/table.ts';

/**
 * Each index is one string in the document, `keys.<index>`: its fields and then the id, written so that the strings
 * sort by their bytes as the documents must sort: null, numbers (false 0, true 1), text. So every query, page and
 * order is one range of one index. A document without the string is not in the index.
 */
const NULL = '0';
const NUMBER = '1';
const TEXT = '2';
/** Sorts after every value. */
const AFTER_ALL_VALUES = '3';
const END = '\u0001';
/** Control characters. Their replacement sorts before all other text and after the end mark. */
const CONTROL = /[^ -\uffff]/g;

const SIGN = 1n << 63n;
const ALL = (1n << 64n) - 1n;
const view = new DataView(new ArrayBuffer(8));

function sortableHex(value: number): string {
  view.setFloat64(0, value + 0);
  const bits = view.getBigUint64(0);
  return ((bits & SIGN) === 0n ? bits | SIGN : ~bits & ALL).toString(16).padStart(16, '0');
}

function encodeValue(value: Scalar): string {
  if (value === null) return NULL;
  if (typeof value !== 'string') return NUMBER + sortableHex(Number(value));
  return TEXT + value.replace(CONTROL, (low) => `\u0002${String.fromCharCode(low.charCodeAt(0) + 0x20)}`) + END;
}

const encodeValues = (values: readonly Scalar[]): string => values.map(encodeValue).join('');

/**
 * The string of a document in an index; null if the index leaves the document out.
 * @throws TypeError for a field that cannot be sorted
 */
function keyIn({ fields, sparse }: IndexSpec, doc: JsonObject, id: string): string | null {
  const values = fields.map((field) => fieldOf(doc, field));
  return sparse && values.at(-1) === null ? null : encodeValues([...values, id]);
}

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

/** The range of the index for a query. @throws TypeError for a query that does not fit the index */
export function rangeOf(spec: CollectionSpec, query: Omit<Query, 'limit'>): Range {
  const index = indexOf(spec, query);
  const { equals, from, to, toExclusive, order = 'asc', after } = query;
  const prefix = encodeValues(equals);
  // As in every driver, an upper bound alone does not include null.
  const lowest = to === undefined ? '' : NUMBER;
  const $gte = prefix + (from === undefined ? lowest : encodeValue(from));
  const $lt = prefix + (to === undefined ? AFTER_ALL_VALUES : encodeValue(to) + (toExclusive ? '' : AFTER_ALL_VALUES));
  if (!after) return { $gte, $lt };
  const key = prefix + encodeValues(checkedCursor(index, query, after));
  return order === 'asc' ? { $gt: key, $lt } : { $gte, $lt: key };
}

function checkedCursor(index: IndexSpec, query: Pick<Query, 'equals'>, after: Cursor): Cursor {
  if (after.length !== sortFields(index, query).length + 1) throw new TypeError(`This cursor is not one of the index ${index.name}.`);
  return after;
}
