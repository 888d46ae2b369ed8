import { expect, test } from 'vitest';
import { LOOK_MS } from '../../../web/settings/use-popup.ts';

test('the page looks every 500 ms whether the popup was closed', () => expect(LOOK_MS).toBe(500));
