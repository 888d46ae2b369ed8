import { existsSync, readdirSync } from 'node:fs';

/** Before there were several files, this one had all read models. */
export const OLD_VIEWS = 'views.db';
const NAME = /^views-[a-z]+\.db$/;

/** The names of the files of read models that are in a data folder. */
export const viewsFilesIn = (dataDir: string): readonly string[] =>
  existsSync(dataDir) ? readdirSync(dataDir).filter((name) => name === OLD_VIEWS || NAME.test(name)) : [];
