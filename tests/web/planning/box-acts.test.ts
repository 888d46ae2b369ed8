import { QueryClient } from '@tanstack/react-query';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { snake } from '../../../web/api/names.ts';
import { type TimeBox, timeBoxKeys } from '../../../web/api/time-boxes.ts';
import { boxActs } from '../../../web/tasks/planning/box-acts.ts';
import { aTask } from '../examples.ts';
import { aBox } from './boxes.ts';

const TODAY = '2026-11-19';
const KEY = timeBoxKeys.between(TODAY, '2026-11-20');
const OWNER = { zone: 'Europe/Berlin', today: TODAY };
const NEW = { date: TODAY, time: '16:00', minutes: 60 };

afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

/** A screen of two days with these boxes, before a server that answers nothing until `answer`. */
function screenWith(...boxes: TimeBox[]) {
  vi.useFakeTimers({ now: Date.parse(`${TODAY}T13:12:00Z`), toFake: ['Date'] });
  const sent: string[] = [];
  const waiting: ((answer: Response) => void)[] = [];
  vi.stubGlobal('fetch', (url: string, { method, body }: RequestInit) => {
    const { time, minutes } = typeof body === 'string' ? JSON.parse(body) : {};
    sent.push([method, url, time, minutes].filter(Boolean).join(' '));
    return new Promise<Response>((resolve) => waiting.push(resolve));
  });
  const client = new QueryClient();
  client.setQueryData(KEY, boxes);
  return {
    acts: boxActs(client, OWNER),
    sent,
    asks: (...calls: string[]) => expect.poll(() => sent).toEqual(calls),
    answer: (box: TimeBox) => waiting.shift()?.(Response.json(snake(box))),
    refuse: (body: Record<string, unknown>, status = 422) => waiting.shift()?.(Response.json(body, { status })),
    shows: (...places: string[]) =>
      expect
        .poll(() => client.getQueryData<TimeBox[]>(KEY)?.map(({ title, time, minutes }) => `${title} ${time} ${minutes}`))
        .toEqual(places),
    first: () => client.getQueryData<TimeBox[]>(KEY)?.[0] as TimeBox,
    settled: () => expect.poll(() => client.isMutating()).toBe(0),
  };
}

describe('a new box', () => {
  test('is there at once, can be moved before the server has given it an id, and only its last place is sent', async () => {
    const { acts, asks, answer, shows, first, settled } = screenWith();
    acts.plan(aTask({ id: 't', title: 'Run' }), NEW);
    await shows('Run 16:00 60');
    for (const time of ['16:15', '16:30', '16:45']) {
      acts.move(acts.present(first()), { ...NEW, time });
      await shows(`Run ${time} 60`);
    }
    await asks('POST /api/time-boxes 16:00 60');
    answer(aBox('t', '16:00', 60, { id: 'real', title: 'Run' }));
    await asks('POST /api/time-boxes 16:00 60', 'PUT /api/time-boxes/real 16:45 60');
    await shows('Run 16:45 60');
    answer(aBox('t', '16:45', 60, { id: 'real', title: 'Run' }));
    await settled();
    await shows('Run 16:45 60');
    expect(first().id).toBe('real');
  });

  test('that the server refuses goes away again, and so do its later changes', async () => {
    const { acts, asks, refuse, shows, first, settled } = screenWith();
    acts.plan(aTask({ id: 't', title: 'Run' }), NEW);
    await shows('Run 16:00 60');
    acts.move(first(), { ...NEW, minutes: 75 });
    await asks('POST /api/time-boxes 16:00 60');
    refuse({ code: 'limit_reached', message: 'A day holds 50 time boxes.' }, 409);
    await settled();
    await asks('POST /api/time-boxes 16:00 60');
    await shows();
  });
});

describe('a box', () => {
  test('that the server does not move stands again where it was', async () => {
    const { acts, refuse, shows, asks, settled } = screenWith(aBox('run', '16:00', 60));
    acts.move(aBox('run', '16:00', 60), { ...NEW, time: '17:00' });
    await shows('run 17:00 60');
    await asks('PUT /api/time-boxes/box-run 17:00 60');
    refuse({ code: 'conflict', message: 'No.' }, 409);
    await settled();
    await shows('run 16:00 60');
  });

  test('that is over, and a time that has passed, are refused without asking the server', async () => {
    const over = aBox('over', '09:00', 60);
    const { acts, sent, shows } = screenWith(over, aBox('run', '16:00', 60));
    acts.move(over, { ...NEW, time: '18:00' });
    acts.remove(over);
    acts.move(aBox('run', '16:00', 60), { ...NEW, time: '10:00' });
    await shows('over 09:00 60', 'run 16:00 60');
    expect(sent).toEqual([]);
  });

  test('that is moved to a day that is not shown disappears from the list', async () => {
    const { acts, shows } = screenWith(aBox('run', '16:00', 60));
    acts.move(aBox('run', '16:00', 60), { ...NEW, date: '2026-11-21' });
    await shows();
  });
});
