// The part of the package sqlite3 that Emmett uses, over `node:sqlite`. The package itself has to be compiled or downloaded when it is
// installed. This one answers in the same process and so sooner than the package, which asks a thread.
import { DatabaseSync } from 'node:sqlite';

/** Calls back with what the work gives, or with its error. */
function answer(back, work) {
  let error = null;
  let result;
  try {
    result = work();
  } catch (thrown) {
    error = thrown;
  }
  queueMicrotask(() => back?.call({}, error, result));
}

class Database {
  #database;

  constructor(file) {
    this.#database = new DatabaseSync(file);
  }

  run(sql, given, back) {
    const [values, then] = typeof given === 'function' ? [[], given] : [given ?? [], back];
    answer(then, () => this.#database.prepare(sql).run(...values.map(asValue)));
  }

  get(sql, values, back) {
    answer(back, () => this.#database.prepare(sql).get(...values.map(asValue)));
  }

  all(sql, values, back) {
    answer(back, () => this.#database.prepare(sql).all(...values.map(asValue)));
  }

  close() {
    this.#database.close();
  }
}

/** The package stores booleans as numbers, and objects as what they are as text. */
function asValue(value) {
  if (typeof value === 'boolean') return Number(value);
  return typeof value === 'object' && value !== null ? String(value) : value;
}

export default { Database, OPEN_URI: 0, OPEN_READWRITE: 0, OPEN_CREATE: 0 };
