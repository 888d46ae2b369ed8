import { presentConnections } from '../../presenters/connection.ts';
import { connectionsOf } from '../../projections/connection.ts';
import { type BundlePart, jsonFile } from './part.ts';

export const connectionsPart: BundlePart = {
  path: 'connected.json',
  about: ['What you have connected: your ids at Google and GitHub, and what they allowed.'],
  files: async ({ app: { opener, views }, owner }) => [
    jsonFile('connected.json', async () => presentConnections(opener, owner, await connectionsOf(views, owner))),
  ],
};
