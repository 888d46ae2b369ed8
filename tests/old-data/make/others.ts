import { type Act, PAGE, post } from './acts.ts';
import { type OldProgram, Somebody } from './old-program.ts';

/** Deletes the account, which has a partner and a task, and signs up later with the same address. */
export function cleosActs(program: OldProgram, cleo: Somebody): readonly Act[] {
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
export function emilsActs(program: OldProgram, emil: Somebody): readonly Act[] {
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
