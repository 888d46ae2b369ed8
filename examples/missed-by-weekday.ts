// Counts the tasks that were kept or missed on each weekday, and those that were missed, as they stood when each day closed.
//
//   npx vouch replay examples/missed-by-weekday.ts --json
//
// The types come from the catalogue of events, so the compiler knows each type of event and its data.
import type { Fold } from '../src/analysis/fold.ts';

const DAYS = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

type Weekdays = Readonly<Record<string, { readonly decided: number; readonly missed: number }>>;

export default {
  name: 'missed by weekday',
  init: () => ({}),
  apply(state, event) {
    if (event.type !== 'day.closed') return state;
    const { date, counts } = event.data;
    const day = DAYS[new Date(`${date}T00:00:00Z`).getUTCDay()] ?? '';
    const { decided, missed } = state[day] ?? { decided: 0, missed: 0 };
    return { ...state, [day]: { decided: decided + counts.kept + counts.missed, missed: missed + counts.missed } };
  },
} satisfies Fold<Weekdays>;
