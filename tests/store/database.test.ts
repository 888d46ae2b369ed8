import { describe, expect, it } from 'vitest';
import { refuseOldSqlite } from '../../src/store/sqlite/database.ts';

describe('the version of SQLite', () => {
  it.each(['3.51.2', '3.50.9', '2.99.99', '3.9.0', '0'])('refuses %s, and says what is needed', (version) => {
    expect(() => refuseOldSqlite(version)).toThrow(`SQLite ${version} is too old: 3.51.3 or newer is needed`);
  });

  it.each(['3.51.3', '3.51.10', '3.52.0', '4.0.0'])('takes %s', (version) => {
    expect(() => refuseOldSqlite(version)).not.toThrow();
  });
});
