import { existsSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Act, BUNDLE, days, keep, type OldProgram, PAGE, post, Somebody, STOP } from './old-program.ts';

const NUMBER = '+4915123456789';

/** Partners of every kind, a task in every state, sessions and passwords. */
export function adasActs(program: OldProgram, ada: Somebody): readonly Act[] {
  const ids: Record<string, string> = {};
  const make = async (title: string, body: object = {}) => {
    ids[title] = (await ada.post('/api/tasks', { title, ...body })).id;
  };
  const act = (title: string, name: string) => ada.post(`/api/tasks/${ids[title]}/${name}`);
  const status = (title: string, to: string, reason?: string) => ada.status(ids[title] as string, to, reason);
  const partner = async (body: object) => {
    ids.partner = (await ada.post('/api/partners', body)).id;
  };
  return [
    ['09-20T16:00', () => ada.signUp('America/New_York', 'Ada Ode')],
    ['09-20T16:10', () => partner({ name: 'Bo', email: 'bo@example.org', detail: 'counts' })],
    ['09-20T16:20', async () => post(program, `/partner/${await ada.mailed(PAGE, 'bo@example.org')}/accept`)],
    [
      '09-21T13:00',
      async () => {
        await make('Write to the landlord', {
          due_date: '2026-09-23',
          description: 'About the roof.',
          tags: ['home', 'Letters'],
          priority: 'medium',
        });
        await make('Call the plumber', { due_date: '2026-09-22', due_time: '15:00' });
        await make('Sort the cellar', { due_date: '2026-09-24' });
        await make('Learn the scales', {});
        await make('Paint the door', { due_date: '2026-09-25', estimate_minutes: 90 });
        await make('Prove the lemma', { due_date: '2026-09-22', due_time: '12:00', verification_type: 'general' });
        await make('Answer Kim', { due_date: '2026-09-30', verification_type: 'email' });
        for (const title of ['Boxes', 'Shelves', 'Lamp'])
          await ada.post('/api/tasks', { title, parent_id: ids['Sort the cellar'], due_date: '2026-09-24' });
      },
    ],
    ['09-21T14:00', () => status('Learn the scales', 'in_progress')],
    ['09-22T14:00', () => status('Prove the lemma', 'completed')],
    ['09-22T21:00', () => status('Call the plumber', 'completed')],
    [
      '09-23T13:00',
      () => ada.put(`/api/tasks/${ids['Write to the landlord']}`, { due_date: '2026-09-27', title: 'Write to the landlord again' }),
    ],
    ['09-23T14:00', () => status('Paint the door', 'skipped', 'It rains')],
    ['09-23T15:00', () => act('Paint the door', 'undo')],
    ['09-23T16:00', () => status('Sort the cellar', 'completed')],
    ['09-23T17:00', () => act('Sort the cellar', 'undo')],
    [
      '09-23T18:00',
      async () => {
        const children = (await ada.get(`/api/tasks/${ids['Sort the cellar']}/children`)) as { id: string }[];
        await ada.delete(`/api/tasks/${ids['Sort the cellar']}/children`, { children: [children[0]?.id] });
        await ada.status(children[1]?.id as string, 'completed');
        await ada.status(children[1]?.id as string, 'pending');
        await status('Sort the cellar', 'completed');
        await act('Sort the cellar', 'archive');
      },
    ],
    [
      '09-24T13:00',
      async () => {
        await act('Sort the cellar', 'unarchive');
        await act('Sort the cellar', 'archive');
        await status('Learn the scales', 'completed');
        await make('A passing thought');
        await ada.delete(`/api/tasks/${ids['A passing thought']}`);
        await make('Sharpen the knives', { due_date: '2026-09-26' });
        await ada.put(`/api/tasks/${ids['Sharpen the knives']}`, { due_date: null });
        await ada.put(`/api/tasks/${ids['Sharpen the knives']}`, { due_date: '2026-09-29' });
      },
    ],
    [
      '09-25T13:00',
      async () => {
        for (const { id } of await ada.get('/api/alerts/active')) await ada.patch(`/api/alerts/${id}/acknowledge`);
        const routine = { title: 'Run by the river', rrule: 'FREQ=DAILY', due_time: '21:00', start_date: '2026-09-25' };
        ids.run = (await ada.post('/api/recurring_tasks', routine)).id;
        ids.stretch = (await ada.post('/api/recurring_tasks', { title: 'Stretch', rrule: 'FREQ=DAILY;COUNT=40', tags: ['body'] })).id;
        ids.over = (await ada.post('/api/recurring_tasks', { title: 'Practise the flute', rrule: 'FREQ=WEEKLY;BYDAY=SA,SU' })).id;
      },
    ],
    ...days('09-25', '10-01').map((day): Act => [`${day}T16:20`, () => keep(ada, `2026-${day}`, 50)]),
    ...days('10-04', '10-20').map((day): Act => [`${day}T16:20`, () => keep(ada, `2026-${day}`, 50)]),
    ...days('10-22', '11-18').map((day): Act => [`${day}T16:20`, () => keep(ada, `2026-${day}`, 4)]),
    ['10-02T12:00', () => ada.put(`/api/recurring_tasks/${ids.stretch}`, { paused: true })],
    ['10-06T12:00', () => ada.put(`/api/recurring_tasks/${ids.stretch}`, { paused: false })],
    ['10-07T12:00', () => ada.put(`/api/recurring_tasks/${ids.over}`, { rrule: 'FREQ=WEEKLY;BYDAY=SU' })],
    ['10-10T12:00', () => ada.delete(`/api/recurring_tasks/${ids.over}`)],
    ['10-11T12:00', () => ada.patch(`/api/partners/${ids.partner}`, { name: 'Bo Berg', detail: 'titles', whatsapp: NUMBER })],
    ['10-11T13:00', async () => post(program, `/partner/${await ada.messaged(PAGE, NUMBER)}/accept`)],
    ['10-12T12:00', () => ada.post(`/api/partners/${ids.partner}/summary`)],
    // The address changes, and the owner of the old one unsubscribes.
    ['10-13T12:00', () => ada.patch(`/api/partners/${ids.partner}`, { email: '', whatsapp: NUMBER })],
    ['10-13T13:00', async () => post(program, `/partner/${await ada.mailed(STOP, 'bo@example.org')}/unsubscribe`)],
    [
      '10-14T11:00',
      async () => {
        program.failing = 'good';
        await make('Return the books', { due_date: '2026-10-14', due_time: '11:00' });
      },
    ],
    [
      '10-15T12:00',
      async () => {
        program.failing = 'once';
        await ada.post(`/api/partners/${ids.partner}/summary`);
      },
    ],
    [
      '10-15T12:20',
      async () => {
        program.failing = null;
      },
    ],
    [
      '10-18T12:00',
      async () => {
        program.failing = 'once';
        await ada.post(`/api/partners/${ids.partner}/summary`);
      },
    ],
    [
      '10-18T12:03',
      async () => {
        await ada.patch(`/api/partners/${ids.partner}`, { status: 'removed' });
        program.failing = null;
      },
    ],
    ['10-19T12:00', () => partner({ name: 'Uma', email: 'uma@example.org' })],
    ['10-19T12:30', async () => post(program, `/partner/${await ada.mailed(PAGE, 'uma@example.org')}/accept`)],
    ['10-24T12:30', async () => post(program, `/partner/${await ada.mailed(STOP, 'uma@example.org')}/unsubscribe`)],
    ['10-25T12:00', () => partner({ name: 'Dan', email: 'dan@example.org' })],
    ['10-25T12:30', async () => post(program, `/partner/${await ada.mailed(PAGE, 'dan@example.org')}/decline`)],
    ['10-26T12:00', () => ada.post('/api/auth/signout')],
    ['10-26T12:10', () => ada.signIn()],
    [
      '10-27T12:00',
      async () => {
        await ada.post('/api/auth/password', { current_password: ada.password, new_password: 'a narrow wooden bridge' });
        ada.password = 'a narrow wooden bridge';
      },
    ],
    ['10-28T12:00', () => ada.post('/api/auth/forgot', { email: ada.email })],
    [
      '10-28T12:10',
      async () => {
        ada.password = 'a wide iron bridge';
        await ada.post('/api/auth/reset', { token: await ada.mailed(/reset\?token=(\w+)/), password: ada.password });
        await ada.post('/api/auth/signout', { everywhere: true });
        await ada.signIn();
      },
    ],
    [
      '10-29T12:00',
      () =>
        new Somebody(program, ada.email).post('/api/auth/signup', {
          email: ada.email,
          password: 'somebody else entirely',
          full_name: 'Not Ada',
          timezone: 'UTC',
        }),
    ],
    ['10-30T12:00', () => partner({ name: 'Kim', email: 'kim@example.org', detail: 'counts' })],
    ['10-30T12:30', async () => post(program, `/partner/${await ada.mailed(PAGE, 'kim@example.org')}/accept`)],
    ['11-01T14:00', () => ada.get('/api/settings/account/export')],
    [
      '11-01T15:00',
      async () => {
        const link = await ada.mailed(BUNDLE);
        const { status } = await ada.client.get(link);
        if (status !== 200) throw new Error(`The bundle could not be had: ${status}`);
      },
    ],
    ['11-02T14:00', () => ada.get('/api/settings/account/export')],
    ['11-04T14:00', () => withoutFiles(program, () => ada.get('/api/settings/account/export'))],
    ['11-05T14:00', () => ada.put('/api/settings/time', { todo_reminder_day: 'friday' })],
    [
      '11-17T14:00',
      async () => {
        await make('Book the train', { due_date: '2026-11-20', due_time: '12:00', priority: 'high' });
        await make('Hem the curtains', { due_date: '2026-11-18' });
        await make('Count the swans', { due_date: '2026-11-19', due_time: '08:00', verification_type: 'coding' });
      },
    ],
    ['11-18T18:00', () => status('Hem the curtains', 'skipped', 'No thread left')],
    ['11-19T12:30', () => ada.get('/api/settings/account/export')],
    ['11-19T12:40', () => status('Count the swans', 'completed')],
    ['11-19T13:00', () => ada.signIn()],
  ];
}

/** A bundle cannot be written while there is a file in place of its folder. */
async function withoutFiles(program: OldProgram, act: () => Promise<unknown>): Promise<void> {
  const folder = join(program.folder, 'files');
  const aside = `${folder}-aside`;
  if (existsSync(folder)) renameSync(folder, aside);
  writeFileSync(folder, '');
  await act();
  await program.move(await program.now());
  rmSync(folder);
  if (existsSync(aside)) renameSync(aside, folder);
}
