import type { DatabaseSync, StatementSync } from 'node:sqlite';
import type { JsonObject, Recorded } from '../../domain/kernel/event.ts';
import { required } from '../../domain/kernel/records.ts';
import type { CollectionSpec, Refolds, Stored, Write } from '../../ports/documents.ts';
import { prepareSelect, type Select } from '../sqlite/statements.ts';
import { packed, unpacked } from './packing.ts';
import {
  asColumn,
  fieldOf,
  fieldsOf,
  idColumn,
  idOf,
  positionColumn,
  positionOf,
  type TableSpec,
  tableOf,
  updateOf,
  upsertOf,
} from './table.ts';

/** The log that lies beside the read models, from which documents are made that are not stored. */
export interface LogBeside {
  readonly refolds: Refolds;
  /** The events at these positions, in today's shape and in this order. @throws Error if one is missing */
  readonly eventsAt: (positions: readonly number[]) => readonly Recorded[];
}

/** Where a document is stored, without the document. */
export interface Place {
  readonly id: string | number;
  readonly position: number;
  /** The number of its row. */
  readonly place: number;
}

/** The spec of a collection as it is stored in this file. */
export function tableSpecOf({ name, indexes, alike, ofEvents }: CollectionSpec, beside: LogBeside | undefined): TableSpec {
  const bare = ofEvents && beside?.refolds(name) ? { bare: true as const } : {};
  return { name, indexes, ...(alike && { alike }), ...bare };
}

/** Reads the documents of one collection. */
export class CollectionReader {
  readonly spec: TableSpec;
  readonly #beside: LogBeside | undefined;
  readonly #byId: Select<Place>;
  readonly #behind: Select<Place>;
  readonly #text: Select<{ doc: string }> | null;
  protected readonly alike: readonly string[];

  constructor(database: DatabaseSync, spec: TableSpec, beside: LogBeside | undefined) {
    const table = tableOf(spec.name);
    this.spec = spec;
    this.#beside = beside;
    this.alike = spec.alike ?? [];
    const place = `SELECT id, position, rowid AS place FROM ${table}`;
    this.#byId = prepareSelect(database, `${place} WHERE id = ? AND gone = 0`);
    this.#behind = prepareSelect(database, `${place} WHERE id > ? AND gone = 0 ORDER BY id LIMIT ?`);
    this.#text = spec.bare ? null : prepareSelect(database, `SELECT doc FROM ${table} WHERE rowid = ?`);
  }

  placeOf(id: string): Place | null {
    return this.#byId.get(idColumn(this.spec, id)) ?? null;
  }

  /** The first places behind an id, in the order of the ids. Null: from the beginning. */
  placesAfter(id: string | null, limit: number): readonly Place[] {
    return this.#behind.all(idColumn(this.spec, id ?? ''), limit);
  }

  /** The documents at these places, in this order, each with the length of what is stored of it. */
  at(places: readonly Place[]): readonly { readonly stored: Stored; readonly length: number }[] {
    if (this.#text === null) return this.#fromEvents(places);
    return places.map((place) => {
      const { doc: text } = required(this.#text?.get(place.place), 'row of a document');
      return { stored: storedAt(place, unpacked(text, this.alike)), length: text.length };
    });
  }

  #fromEvents(places: readonly Place[]) {
    const beside = required(this.#beside, `the log beside ${this.spec.name}`);
    const refold = required(beside.refolds(this.spec.name), `fold of ${this.spec.name}`);
    const events = places.length === 0 ? [] : beside.eventsAt(places.map(({ place }) => place));
    return places.map((place, index) => ({ stored: storedAt(place, refold(required(events[index], 'event'))), length: MADE }));
  }
}

/** What a document counts that is made from its event: about the length of its JSON. */
const MADE = 600;

const storedAt = ({ id, position }: Place, doc: JsonObject): Stored => ({ id: idOf(id), position: positionOf(position), doc });

/** Reads and writes the documents of one collection. */
export class Collection extends CollectionReader {
  /** The last result of `first`; null: the collection was written since. */
  first: { readonly index: string; readonly limit: number; readonly items: readonly Stored[] } | null = null;
  readonly #fields: readonly string[];
  readonly #update: StatementSync | null;
  readonly #upsert: StatementSync;

  constructor(database: DatabaseSync, spec: TableSpec, beside: LogBeside | undefined) {
    super(database, spec, beside);
    this.#fields = fieldsOf(spec);
    this.#update = spec.bare ? null : database.prepare(updateOf(spec));
    this.#upsert = database.prepare(upsertOf(spec));
  }

  /** `isNew`: most documents that are written are not stored yet. */
  write({ id, position, doc }: Write, isNew: boolean): void {
    const key = idColumn(this.spec, id);
    const at = positionColumn(position);
    const columns = this.#fields.map((field) => (doc === null ? null : asColumn(fieldOf(doc, field))));
    if (this.#update === null) {
      this.#upsert.run(key, at, Number(doc === null), ...columns);
      return;
    }
    const text = doc === null ? null : packed(doc, this.alike);
    if (isNew || text === null || this.#update.run(at, text, key, at, ...columns).changes === 0)
      this.#upsert.run(key, at, Number(text === null), ...columns, text);
  }
}
