import { NoPython, pythonWith } from '../python.ts';
import { NoMongo } from './server.ts';

export const VERSION = '0.7.0b3';

/** The path of a Python in which the server is installed, which the first process that asks prepares. @throws NoMongo */
export async function environment(): Promise<string> {
  const wanted = { product: 'SecantusDB', name: `secantus-${VERSION}`, packages: [`secantusdb==${VERSION}`], minors: [10, 14] } as const;
  return pythonWith(wanted).catch((error: unknown) => {
    throw error instanceof NoPython ? new NoMongo(error.message) : error;
  });
}
