import { readAllSettings } from '../../presenters/settings.ts';
import { type BundlePart, wholeFile } from './part.ts';

export const settingsPart: BundlePart = {
  path: 'settings.json',
  about: ['Your profile and all your settings, your accountability partner among them.'],
  files: async ({ app, owner }) => [
    wholeFile('settings.json', async () => `${JSON.stringify(await readAllSettings(app, owner), null, 2)}\n`),
  ],
};
