import { listFilters } from '../../app/filter.ts';
import { type BundlePart, jsonFile } from './part.ts';

export const filtersPart: BundlePart = {
  path: 'filters.json',
  about: ['The searches that you saved as filters, in your order.'],
  files: async ({ app, owner }) => [
    jsonFile('filters.json', async () =>
      (await listFilters(app, owner)).map(({ id, name, query, position }) => ({ id, name, query, position })),
    ),
  ],
};
