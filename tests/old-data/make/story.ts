import { adasActs } from './ada.ts';
import { type Act, days, keep, type OldProgram, PAGE, post, Somebody } from './old-program.ts';

/** Deletes the account, which has a partner and a task, and signs up later with the same address. */
function cleosActs(program: OldProgram, cleo: Somebody): readonly Act[] {
  return [
    ['09-22T12:00', () => cleo.signUp('Asia/Kathmandu', 'Cleo Quill')],
    [
      '09-22T12:10',
      async () => {
        await cleo.post('/api/partners', { name: 'Wim', email: 'wim@example.org' });
        await post(program, `/partner/${await cleo.mailed(PAGE, 'wim@example.org')}/accept`);
        await cleo.post('/api/tasks', { title: 'Forget me', due_date: '2026-09-23' });
        await cleo.post('/api/recurring_tasks', { title: 'Forget me daily', rrule: 'FREQ=DAILY' });
      },
    ],
    [
      '09-29T12:00',
      async () => {
        await cleo.post('/api/auth/forgot', { email: cleo.email });
        await cleo.delete('/api/settings/account');
      },
    ],
    ['10-15T12:00', () => cleo.signUp('Asia/Kathmandu', 'Cleo Quill')],
    ['10-15T12:30', () => cleo.post('/api/tasks', { title: 'Begin anew', due_date: '2026-10-20' })],
    ['11-19T13:00', () => cleo.signIn()],
  ];
}

/** An account with no data, and an address that is never confirmed. */
function emilsActs(program: OldProgram, emil: Somebody): readonly Act[] {
  const dora = new Somebody(program, 'dora@example.org');
  return [
    ['11-18T12:00', () => emil.signUp('Pacific/Apia', 'Emil Nought')],
    [
      '11-18T13:00',
      () => dora.post('/api/auth/signup', { email: dora.email, password: 'never to be confirmed', full_name: 'Dora', timezone: 'UTC' }),
    ],
    ['11-18T14:00', () => dora.post('/api/auth/resend', { email: dora.email })],
  ];
}

/** A partner by the settings, routines, a vacation, a move of zone. */
function robinsActs(program: OldProgram, robin: Somebody): readonly Act[] {
  const ids: Record<string, string> = {};
  const make = async (name: string, body: object) => {
    ids[name] = (await robin.post('/api/tasks', { title: name, ...body })).id;
  };
  return [
    [
      '09-20T14:00',
      () =>
        robin.put('/api/settings/accountability', { partner_name: 'Søren Ødegård', partner_email: 'soren@example.org', ai_coding: true }),
    ],
    ['09-20T15:00', async () => post(program, `/partner/${await robin.mailed(PAGE, 'soren@example.org')}/accept`)],
    [
      '09-21T06:00',
      async () => {
        const routine = {
          title: 'Stand up',
          rrule: 'FREQ=WEEKLY;BYDAY=MO,TU,WE,TH,FR',
          due_time: '18:00',
          tags: ['work'],
          priority: 'high',
        };
        ids.standUp = (await robin.post('/api/recurring_tasks', routine)).id;
        const watered = {
          title: 'Water the ferns',
          description: 'Both pots',
          rrule: 'FREQ=DAILY;INTERVAL=3',
          mode: 'completion',
          start_date: '2026-09-21',
        };
        ids.ferns = (await robin.post('/api/recurring_tasks', watered)).id;
        await robin.post('/api/recurring_tasks', { title: 'Month’s end', rrule: 'FREQ=MONTHLY;BYMONTHDAY=-1', estimate_minutes: 45 });
      },
    ],
    [
      '09-22T06:00',
      () =>
        robin.put('/api/settings/time', { todo_reminder_time: '07:30', proof_submission_deadline_hours: 2, weekly_report_day: 'tuesday' }),
    ],
    ['09-22T07:00', () => robin.put('/api/settings/notifications', { system_updates: false })],
    ['09-23T07:00', () => make('Read the parser', { due_date: '2026-09-23', due_time: '20:00', verification_type: 'coding' })],
    ['09-23T10:00', () => robin.status(ids['Read the parser'] as string, 'completed')],
    ['09-25T07:00', () => robin.post('/api/days/2026-09-26/nothing-due')],
    [
      '09-28T09:00',
      () => robin.put('/api/settings/profile', { full_name: 'Robin Q. Sample', avatar_url: 'https://example.org/robin.png' }),
    ],
    [
      '09-29T09:00',
      async () => {
        ids.away = (await robin.post('/api/vacations', { from: '2026-10-03', to: '2026-10-07' })).id;
        ids.dropped = (await robin.post('/api/vacations', { from: '2026-12-23', to: '2026-12-27' })).id;
      },
    ],
    ['09-30T09:00', () => robin.delete(`/api/vacations/${ids.dropped}`)],
    ['10-08T06:00', () => robin.put('/api/settings/notifications', { weekly_reports: false, task_reminders: false })],
    ['10-12T06:00', () => robin.put('/api/settings/notifications', { weekly_reports: true, task_reminders: true })],
    ['10-14T08:00', () => robin.put(`/api/recurring_tasks/${ids.standUp}`, { title: 'Stand up, and listen', due_time: '17:30' })],
    ['10-16T12:00', () => robin.put('/api/settings/profile', { timezone: 'America/New_York' })],
    [
      '10-20T12:00',
      async () => {
        const [partner] = await robin.get('/api/partners');
        await robin.post(`/api/partners/${partner.id}/summary`);
      },
    ],
    ['11-02T15:00', () => robin.put('/api/settings/profile', { timezone: 'Europe/Berlin' })],
    ['11-10T09:00', () => robin.put(`/api/recurring_tasks/${ids.ferns}`, { description: null, estimate_minutes: 5 })],
    ['11-12T09:00', () => robin.put('/api/settings/accountability', { ai_email: true, ai_coding: false })],
    [
      '11-16T08:00',
      async () => {
        await make('Plan the winter', { due_date: '2026-11-26', tags: ['home'] });
        await robin.post('/api/tasks', { title: 'Ask the neighbours', due_date: '2026-11-24', parent_id: ids['Plan the winter'] });
        await make('Review the release', { due_date: '2026-11-18', due_time: '12:00', verification_type: 'system_design' });
      },
    ],
    ['11-18T10:30', () => robin.status(ids['Review the release'] as string, 'completed')],
    ...days('09-21', '11-18').map((day): Act => [`${day}T15:20`, () => keep(robin, `2026-${day}`, 6)]),
    ['11-19T13:00', () => robin.signIn()],
  ];
}

/** The accounts that are asked at the end. */
export interface People {
  readonly robin: Somebody;
  readonly ada: Somebody;
  readonly cleo: Somebody;
  readonly emil: Somebody;
}

/** Two months after the demo's year, with actions that the demo does not contain. Days are of 2026, times in UTC. */
export async function tellStory(program: OldProgram, demo: { readonly email: string; readonly password: string }): Promise<People> {
  const robin = new Somebody(program, demo.email, demo.password);
  const ada = new Somebody(program, 'ada@example.org');
  const cleo = new Somebody(program, 'cleo@example.org');
  const emil = new Somebody(program, 'emil@example.org');
  const acts = [...robinsActs(program, robin), ...adasActs(program, ada), ...cleosActs(program, cleo), ...emilsActs(program, emil)];
  for (const [at, run] of acts.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const instant = `2026-${at}:00Z`;
    if (instant > (await program.now())) await program.move(instant);
    await run().catch((error: unknown) => {
      throw new Error(`At ${at}`, { cause: error });
    });
  }
  return { robin, ada, cleo, emil };
}
