import { expect, test } from 'vitest';
import { NoPython, pythonWith } from './python.ts';

test('without a Python of the versions that are needed, a sentence says so, and whoever asks next is told, too', async () => {
  const wanted = { product: 'Something', name: 'never-made', packages: [], minors: [90, 92] } as const;
  for (let time = 0; time < 2; time += 1) {
    const refused = pythonWith(wanted);
    await expect(refused).rejects.toThrow(NoPython);
    await expect(refused).rejects.toThrow('Something needs Python 3.90 to 3.91 with venv, and there is none.');
  }
});
