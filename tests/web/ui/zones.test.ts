import { describe, expect, it } from 'vitest';
import { abbreviationsOf, allZones, describeZone, exactZone, findZones } from '../../../web/ui/zones.ts';

const NOVEMBER = new Date('2026-11-19T13:12:00Z');
const zones = allZones(NOVEMBER);

describe('zones', () => {
  it('say their offset as it is at that time', () => {
    expect(describeZone('Asia/Kathmandu', NOVEMBER).offset).toBe('(UTC+05:45)');
    expect(describeZone('Europe/Berlin', NOVEMBER).offset).toBe('(UTC+01:00)');
    expect(describeZone('Europe/Berlin', new Date('2026-07-01T00:00:00Z')).offset).toBe('(UTC+02:00)');
    expect(describeZone('UTC', NOVEMBER).offset).toBe('(UTC+00:00)');
  });

  it('say what their standard and their daylight time are called, and how far they are from UTC', () => {
    const of = (id: string) => describeZone(id, NOVEMBER);
    expect(of('Europe/Berlin')).toMatchObject({
      label: expect.stringMatching(/^\(UTC\+01:00\) /),
      standard: { abbreviation: 'CET', offset: '+01:00' },
      daylight: { abbreviation: 'CEST', offset: '+02:00' },
    });
    expect(of('America/New_York')).toMatchObject({
      standard: { abbreviation: 'EST' },
      daylight: { abbreviation: 'EDT', offset: '-04:00' },
    });
    expect(of('Australia/Sydney')).toMatchObject({ standard: { abbreviation: 'AEST' }, daylight: { abbreviation: 'AEDT' } });
    expect(of('Asia/Kolkata')).toMatchObject({
      label: '(UTC+05:30) India Standard Time',
      standard: { abbreviation: 'IST', offset: '+05:30' },
      daylight: null,
    });
    expect([abbreviationsOf(of('Europe/Berlin')), abbreviationsOf(of('Asia/Kathmandu'))]).toEqual(['CET, CEST', '']);
    expect(findZones(zones, 'cest').map((zone) => zone.id)).toContain('Europe/Berlin');
  });

  it('stand by offset, each once, under a name that the browser knows', () => {
    const ids = zones.map((zone) => zone.id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThan(400);
    expect(ids.indexOf('Pacific/Honolulu')).toBeLessThan(ids.indexOf('Europe/Berlin'));
    expect(ids.indexOf('Europe/Berlin')).toBeLessThan(ids.indexOf('Asia/Kathmandu'));
    for (const id of ids) expect(() => new Intl.DateTimeFormat('en', { timeZone: id })).not.toThrow();
  });

  it('are found by city, by a word of the long name, and by offset', () => {
    expect(findZones(zones, 'kath').map((zone) => zone.id)).toEqual(['Asia/Kathmandu']);
    expect(findZones(zones, 'new york').map((zone) => zone.id)).toEqual(['America/New_York']);
    expect(findZones(zones, 'nepal').map((zone) => zone.id)).toEqual(['Asia/Kathmandu']);
    expect(findZones(zones, '+05:45').map((zone) => zone.id)).toEqual(['Asia/Kathmandu']);
    expect(findZones(zones, 'atlantis')).toEqual([]);
  });

  it('are chosen by a whole name in any case, and by nothing less', () => {
    expect(exactZone(' europe/berlin ')).toBe('Europe/Berlin');
    expect(exactZone('utc')).toBe('UTC');
    expect(exactZone('berlin')).toBeNull();
    expect(exactZone('Europe/Berli')).toBeNull();
  });
});
