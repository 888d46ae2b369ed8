import { pastMoment } from '../../src/contracts/words/format.ts';
import { localTime } from './calendar.ts';

/** A past instant in the shortest clear form: '13:20', 'Wed 17:00', '9 Nov 10:24', '9 Nov 2025'. */
export const moment = (at: string, zone: string, today: string): string => pastMoment(localTime(at, zone), today);
