import { readAllSettings } from '../../presenters/settings.ts';
import { type BundlePart, jsonFile } from './part.ts';

export const settingsPart: BundlePart = {
  path: 'settings.json',
  about: ['Your profile and all your settings, your accountability partner among them.'],
  files: async ({ app, owner }) => [jsonFile('settings.json', () => readAllSettings(app, owner))],
};
