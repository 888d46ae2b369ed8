import { describe, expect, test } from 'vitest';
import { ON_FILES } from '../support/periods.ts';

const [TOKYO, LA] = ['Asia/Tokyo', 'America/Los_Angeles'];

describe('an owner who travels from Tokyo to Los Angeles', { timeout: 120_000 }, async () => {
  const installation = await ON_FILES.open('2026-11-23T00:00:00Z');

  test('is not told that nothing is planned on a day on which something is due, and neither is the partner', async () => {
    // Wednesday 25 November, 06:00 in Tokyo.
    await installation.play('2026-11-24T21:00:00Z', async (period) => {
      const ada = await period.signUp('ada', TOKYO);
      const partner = `of-${ada.email}`;
      await ada.partner(partner);
      const early = await ada.promise({ title: 'Pack', due_date: '2026-11-25', due_time: '09:00' });
      const meeting = await ada.promise({ title: 'Board meeting', due_date: '2026-11-27', due_time: '09:00' });
      const dinner = await ada.promise({ title: 'Dinner', due_date: '2026-11-27', due_time: '18:00' });
      const later = await ada.promise({ title: 'Pay the rent', due_date: '2026-12-01' });
      await ada.complete(early);
      // 10:00 in Tokyo, and 17:00 of the day before in Los Angeles.
      await period.to('2026-11-25T01:00:00Z');
      await ada.moveZone(LA);
      expect(await ada.task(early)).toMatchObject({ due_date: '2026-11-25', due_time: '09:00', due_at: '2026-11-25T00:00:00.000Z' });
      expect(await ada.task(meeting)).toMatchObject({ due_date: '2026-11-26', due_time: '16:00', due_at: '2026-11-27T00:00:00.000Z' });
      expect(await ada.task(dinner)).toMatchObject({ due_date: '2026-11-27', due_time: '18:00', due_at: '2026-11-28T02:00:00.000Z' });
      expect(await ada.task(later)).toMatchObject({ due_date: '2026-12-01', due_time: null, due_at: '2026-12-02T07:59:59.999Z' });
      const told = [(await ada.mails()).length, (await period.mailsTo(partner)).length];

      // Thursday and Friday in Los Angeles are filled.
      await period.to('2026-11-26T23:00:00Z');
      await ada.complete(meeting);
      await period.to('2026-11-28T01:00:00Z');
      await ada.complete(dinner);
      await period.to('2026-11-28T08:00:00Z');
      const news = [(await ada.mails()).slice(told[0]), (await period.mailsTo(partner)).slice(told[1])];
      for (const { subject, text } of news.flat()) expect(`${subject} ${text}`).not.toMatch(/nothing (is|was) planned/i);
      expect(await ada.streak()).toMatchObject({ current: 3 });
      const kept = (await ada.days()).map(({ date, counts }) => [date, counts.planned, counts.kept, counts.postponed]);
      expect(kept).toEqual([
        ['2026-11-25', 1, 1, 0],
        ['2026-11-26', 1, 1, 0],
        ['2026-11-27', 1, 1, 0],
      ]);

      // The next summary names both zones, the one after it only the present one.
      const summaries = async () => (await period.mailsTo(partner)).filter(({ subject }) => /week \d+/i.test(subject));
      await period.to('2026-11-30T17:00:00Z');
      const [first, ...others] = await summaries();
      expect(others).toEqual([]);
      expect(first?.text).toContain(`Robin changed the time zone from ${TOKYO} to ${LA} on Tuesday 24 November 2026.`);
      await period.to('2026-12-07T17:00:00Z');
      const second = (await summaries()).at(-1);
      expect(second?.text).toContain(`times in ${LA}.`);
      expect(second?.text).not.toContain(TOKYO);
    });
  });

  test('has a closed day again, which is not closed a second time, and tasks that are now due on it count there', async () => {
    await installation.play('2026-12-09T00:00:00Z', async (period) => {
      const ada = await period.signUp('again', TOKYO);
      for (const due_date of ['2026-12-09', '2026-12-10']) await ada.complete(await ada.promise({ title: 'Read', due_date }));
      const missed = await ada.promise({ title: 'Call home', due_date: '2026-12-11', due_time: '12:00' });
      // Friday, 07:00 in Tokyo: Thursday is closed. In Los Angeles it is Thursday, 14:00.
      await period.to('2026-12-10T22:00:00Z');
      const closed = async () => (await period.stream(`day-${ada.id}-2026-12-10`)).filter(({ type }) => type === 'DayClosed').length;
      expect([await closed(), (await ada.streak()).current]).toEqual([1, 2]);
      await ada.moveZone(LA);
      expect(await ada.task(missed)).toMatchObject({ due_date: '2026-12-10', due_time: '19:00', status: 'pending' });
      expect((await ada.streak()).current).toBe(1);
      await period.to('2026-12-12T09:00:00Z');
      expect(await closed()).toBe(1);
      const ofThursday = (await ada.days()).find(({ date }) => date === '2026-12-10');
      expect(ofThursday?.counts).toMatchObject({ planned: 2, kept: 1, missed: 1 });
      expect((await ada.streak()).current).toBe(0);
    });
  });
});
