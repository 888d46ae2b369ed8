import { answer, startAi } from '../servers/openai.ts';
import { Client, PASSWORD } from '../support/client.ts';
import { drawn } from '../support/file-samples.ts';
import { formBytes } from '../support/forms.ts';
import { type Served, startServed } from '../support/ways.ts';
import { cookieOf, emailsOf, inMail, made, times } from './made.ts';
import { partnersOf, withPartner } from './partners.ts';
import { ownPlans, premiumOf } from './premium.ts';
import type { Likely } from './schemathesis.ts';

/** A program with a person who has data of every kind, and the ids for calls about it. */
export interface World {
  readonly served: Served;
  readonly cookie: string;
  readonly own: Readonly<Record<string, readonly string[]>>;
  readonly files: readonly string[];
  readonly likely: readonly Likely[];
}

const START = '2026-03-02T09:00:00.000Z';
const TODAY = '2026-03-05';

/** Keys of a browser that nobody has: the point by which P-256 is defined, and 16 bytes. */
const POINT = 'BGsX0fLhLEJH-Lzm5WOkQPJ3A32BLeszoPShOUXYmMKWT-NC4v4af5uO5-tKfA-eFivOM1drMV7Oy7ZAaDe_UfU';
const AUTH = 'AAAAAAAAAAAAAAAAAAAAAA';
/** Nothing listens there. */
const subscription = (index: number) => ({
  endpoint: `http://127.0.0.1:9099/push/${index}`,
  keys: { p256dh: POINT, auth: AUTH },
  name: `Browser ${index}`,
});

/** Starts the program, and creates the data for the calls. */
export async function makeWorld(): Promise<World> {
  // Keys are checked there. Other requests get an answer in a wrong format, so the program answers by its rules.
  const ai = await startAi(answer('OK'));
  const program = await startServed({ at: START, env: { AI_URL: ai.url } });
  const served: Served = {
    ...program,
    async dispose() {
      await program.dispose();
      await ai.close();
    },
  };
  const ada = await served.member('ada@example.org');
  const late = await times(4, (index) => made(ada.post('/api/tasks', { title: `Missed ${index}`, due_date: '2026-03-03' })));
  const appealing = await times(6, (index) => made(ada.post('/api/tasks', { title: `Appeal ${index}`, due_date: '2026-03-03' })));
  await served.advance('P3D');
  const tasks = await tasksOf(ada);
  const routines = await times(4, (index) => made(ada.post('/api/recurring_tasks', { title: `Routine ${index}`, rrule: 'FREQ=DAILY' })));
  const vacations = await times(4, (index) =>
    made(ada.post('/api/vacations', { from: `2026-0${index + 5}-01`, to: `2026-0${index + 5}-09` })),
  );
  const filters = await times(8, (index) => made(ada.post('/api/filters', { name: `Filter ${index}`, query: `is:open w${index}` })));
  const partners = await partnersOf(served, ada);
  const boxes = await times(6, (index) =>
    made(ada.post('/api/time-boxes', { task_id: tasks.open[index], date: '2026-03-19', time: '10:00', minutes: 30 })),
  );
  const ended = await made(ada.post('/api/focus'));
  await ada.post(`/api/focus/${ended}/stop`);
  const session = await made(ada.post('/api/focus', { task_id: tasks.open[0], minutes: 180 }));
  await ada.get('/api/settings/account/export');
  for (const id of tasks.given) await ada.post(`/api/verifications/${id}/proof`, { proofData: { text: 'Look' } });
  const changing = await withPartner(served, 'dan@example.org');
  const alerts = (await ada.get('/api/alerts?limit=20')).body.map(({ id }: { id: string }) => id);
  const token = await made(ada.post('/api/tokens', { name: 'Status bar', scopes: ['tasks:read'], expires_at: null }));
  const pushes = await times(2, (index) => made(ada.post('/api/push/subscriptions', subscription(index))));
  const coding = await codingOf(ada);
  const bundle = await inMail(served, 'ada@example.org', /export\/(\w+)/);
  const files = await filesOf(ada);
  const emails = await emailsOf(served, ada);
  await connectGitHub(served, ada);
  const premium = await premiumOf(served);
  const bulk = await bulkOf(ada);
  const head = (await ada.get('/api/ledger/head')).body;
  const events = (await ada.get('/api/audit?limit=20')).body.map(({ id }: { id: string }) => id);
  const ids = (names: RegExp, values: readonly string[], often = 0.8): Likely => ({ names, at: 'path.id', values, often });
  return {
    served,
    cookie: cookieOf(ada),
    files: files.given,
    own: { ...(await ownSessions(served)), ...(await ownPlans(served)), ...premium.own, 'PATCH /api/partners/{id}': [changing.cookie] },
    likely: [
      ids(/^(GET|PUT|PATCH|POST) \/api\/tasks\/\{id\}(?!\/(undo|again))/, [...tasks.open, ...tasks.done, ...late]),
      ids(/ \/api\/tasks\/\{id\}\/undo$/, tasks.changed),
      ids(/ \/api\/tasks\/\{id\}\/again$/, late),
      { names: /\/api\/tasks\/\{id\}\/place$/, at: 'body.before', values: tasks.open, often: 0.8 },
      { names: /POST \/api\/tasks\/bulk$/, at: 'body.ids[*]', values: bulk.tasks, often: 0.8 },
      { names: /POST \/api\/tasks\/bulk\//, at: 'path.batch_id', values: bulk.batches, often: 0.8 },
      ids(/(GET|POST) \/api\/verifications\/\{id\}(\/proof)?$/, tasks.provable),
      { names: /connections\/github/, at: 'query.task_id', values: [...tasks.open, ...tasks.done], often: 0.8 },
      { names: /connections\/github/, at: 'query.repository', values: ['dev-7/garden'], often: 0.8 },
      { names: /\/proof$/, at: 'body.proofData.links[*]', values: ['https://example.org/changes/7'], often: 0.9 },
      { names: /\/proof$/, at: 'body.proofData.commits[*]', values: ['https://example.org/ada/ship/commit/0a1b2c3d'], often: 0.9 },
      { names: /\/proof$/, at: 'body.proofData.files[*]', values: files.given, often: 0.8 },
      ids(/DELETE \/api\/verifications\/\{id\}\/proof$/, tasks.given),
      ids(/ \/api\/verifications\/\{id\}\/appeal$/, appealing),
      ids(/(GET|PUT) \/api\/verifications\/code-by-url\/(code_status\/)?\{id\}/, coding.questions),
      ids(/POST \/api\/verifications\/code-by-url\/\{id\}/, coding.tasks),
      ids(/DELETE \/api\/verifications\/code-by-url\/\{id\}/, coding.spare),
      { names: /POST \/api\/verifications\/code-by-url/, at: 'body.urls[*]', values: [coding.url], often: 0.9 },
      { names: /PUT \/api\/verifications\/code-by-url/, at: 'body.signature.name', values: ['solve', 'twoSum'], often: 0.9 },
      ids(/^DELETE \/api\/tasks\/\{id\}$/, tasks.spare),
      ids(/^DELETE \/api\/tasks\/\{id\}\/children/, [tasks.parent]),
      { names: /^DELETE \/api\/tasks\/\{id\}\/children/, at: 'body.children[*]', values: tasks.children, often: 0.8 },
      { names: /PUT \/api\/settings\/ai$/, at: 'body.url', values: ['http://vouch.invalid/v1'], often: 0.9 },
      { names: /POST \/api\/ai\/assist/, at: 'body.task_id', values: tasks.open, often: 0.8 },
      ids(/(GET|PUT|POST) \/api\/verifications\/email-tasks\/\{id\}(\/review)?$/, emails.drafts),
      ids(/DELETE \/api\/verifications\/email-tasks\/\{id\}/, emails.spare),
      ids(/email-tasks\/\{id\}\/resolve/, emails.unknown),
      { names: /uploadEmailAttachment/, at: 'body.task_id', values: emails.tasks, often: 0.8 },
      { names: /email-tasks\/send/, at: 'body.id', values: emails.sendable, often: 0.8 },
      { names: /POST \/api\/verifications\/email-tasks$/, at: 'body.task_id', values: emails.tasks, often: 0.8 },
      { names: /email-tasks(\/\{id\})?$/, at: 'body.to[*]', values: ['bo@example.org', 'cy@example.org'], often: 0.8 },
      ids(/GET \/api\/files\/\{id\}/, files.pictures),
      ids(/DELETE \/api\/files\/\{id\}/, files.spare),
      ids(/(GET|PATCH) \/api\/files\/uploads/, files.begun),
      ids(/DELETE \/api\/files\/uploads/, files.cancelled),
      { names: /PATCH \/api\/files\/uploads/, at: 'header.Upload-Offset', values: ['0'], often: 0.8 },
      ids(/ \/api\/recurring_tasks\/\{id\}/, routines),
      ids(/ \/api\/vacations\/\{id\}/, vacations),
      ids(/PUT \/api\/time-boxes\/\{id\}/, boxes.slice(0, 2)),
      ids(/DELETE \/api\/time-boxes\/\{id\}/, boxes.slice(2)),
      { names: /POST \/api\/time-boxes$/, at: 'body.task_id', values: [...tasks.open, ...tasks.done], often: 0.8 },
      { names: /(POST|PUT) \/api\/time-boxes/, at: 'body.date', values: ['2026-03-19', '2026-03-20', TODAY], often: 0.8 },
      { names: /GET \/api\/time-boxes/, at: 'query.from', values: ['2026-03-19', TODAY], often: 0.8 },
      { names: /GET \/api\/focus\/sessions/, at: 'query.task_id', values: tasks.open.slice(0, 1), often: 0.5 },
      ids(/\/api\/focus\/\{id\}/, [session, ended]),
      ids(/PUT \/api\/filters\/\{id\}/, filters.slice(0, 4)),
      ids(/DELETE \/api\/filters\/\{id\}/, filters.slice(4)),
      { names: /GET \/api\/search/, at: 'query.q', values: ['open', 'is:open', '"open 1"', '-is:missed due:week'], often: 0.5 },
      { names: /(POST|PUT) \/api\/filters/, at: 'body.query', values: ['is:missed', 'priority:high #work'], often: 0.7 },
      ids(/ \/api\/tokens\/\{id\}/, [token]),
      {
        names: /POST \/api\/push\/subscriptions$/,
        at: 'body.endpoint',
        values: [0, 1, 2].map((index) => subscription(index).endpoint),
        often: 0.9,
      },
      { names: /POST \/api\/push\/subscriptions$/, at: 'body.keys.p256dh', values: [POINT], often: 0.9 },
      { names: /POST \/api\/push\/subscriptions$/, at: 'body.keys.auth', values: [AUTH], often: 0.9 },
      ids(/POST \/api\/push\/subscriptions\/\{id\}\/test/, pushes.slice(0, 1)),
      ids(/DELETE \/api\/push\/subscriptions/, pushes.slice(1)),
      { names: /POST \/api\/tokens/, at: 'body.expires_at', values: ['2027-01-31T12:00:00Z'], often: 0.5 },
      { names: /(POST|PUT) \/api\/tasks(\/\{id\})?$/, at: 'body.partner_id', values: partners, often: 0.8 },
      ids(/(GET|POST) \/api\/partners\/\{id\}/, partners.slice(0, 1)),
      ids(/PATCH \/api\/partners/, [changing.partner]),
      ids(/ \/api\/alerts\/\{id\}/, alerts),
      { names: /POST \/api\/alerts\/acknowledge/, at: 'body.ids[*]', values: alerts, often: 0.9 },
      { names: /export\/\{token\}/, at: 'path.token', values: [bundle], often: 0.5 },
      { names: /(POST|PUT) \/api\/recurring_tasks/, at: 'body.rrule', values: RULES, often: 0.7 },
      { names: /signup|settings\/profile/, at: 'body.timezone', values: ['Europe/Berlin', 'Pacific/Apia', 'utc'], often: 0.7 },
      ids(/GET \/api\/audit\/\{id\}/, events),
      { names: /GET \/api\/ledger\/inclusion/, at: 'query.event', values: events, often: 0.8 },
      { names: /GET \/api\/ledger\/consistency/, at: 'query.from', values: [String(head.size)], often: 0.8 },
      { names: /GET \/api\/ledger\/consistency/, at: 'query.to', values: [String(head.size)], often: 0.5 },
      { names: /GET \/api\/audit/, at: 'query.task_id', values: [...tasks.done, ...late], often: 0.5 },
      { names: /\/api\/days/, at: 'path.date', values: [TODAY, '2026-03-07', '2026-03-01'], often: 0.5 },
      { names: /POST \/api\/vacations/, at: 'body.from', values: ['2026-03-10', '2026-03-20', '2026-04-01'], often: 0.5 },
      { names: /POST \/api\/vacations/, at: 'body.to', values: ['2026-03-12', '2026-03-22', '2026-04-03'], often: 0.5 },
      { names: /auth\/password/, at: 'body.new_password', values: ['another stony bridge'], often: 0.5 },
      { names: /auth\/(signup|reset|confirm)/, at: 'body.password', values: [PASSWORD], often: 0.8 },
      { names: /auth\/password/, at: 'body.current_password', values: [PASSWORD], often: 0.5 },
      { names: /PUT \/api\/settings\/profile/, at: 'body.email', values: ['ada@example.org'], often: 0.8 },
      ...premium.likely,
      ...(await linksOf(served)),
    ],
  };
}

/** Comes back from GitHub as a person does. */
async function connectGitHub({ app }: Served, ada: Client): Promise<void> {
  const owner: string = (await ada.get('/api/auth/me')).body.user.id;
  const tokens = { access: 'gho_dev', refresh: null, expires_at: null, id: '7', scopes: ['read:user'] };
  await app.providerTokens.putProviderTokens(owner, 'github', tokens);
}

const RULES = ['FREQ=DAILY', 'FREQ=WEEKLY;BYDAY=MO,WE;INTERVAL=2', 'RRULE:FREQ=MONTHLY;BYMONTHDAY=-1', 'FREQ=YEARLY;COUNT=3;BYMONTH=2'];

async function tasksOf(ada: Client) {
  const task = (title: string, more: object = {}) => made(ada.post('/api/tasks', { title, due_date: '2026-03-20', ...more }));
  const open = await times(6, (index) => task(`Open ${index}`));
  const done = await times(4, (index) => task(`Done ${index}`));
  // No other call uses these tasks, so they always have a change that can be undone.
  const changed = await times(4, (index) => task(`Changed ${index}`));
  for (const id of [...done, ...changed]) await ada.patch(`/api/tasks/${id}/status`, { completed: true });
  for (const id of done.slice(0, 2)) await ada.post(`/api/tasks/${id}/archive`);
  const provable = await times(6, (index) => task(`Prove ${index}`, { verification_type: 'general' }));
  const given = await times(6, (index) => task(`Given ${index}`, { verification_type: 'general' }));
  const parent = await task('Parent');
  const children = await times(6, (index) => task(`Child ${index}`, { parent_id: parent }));
  return { open, done, changed, provable, given, parent, children, spare: await times(6, (index) => task(`Spare ${index}`)) };
}

/** Tasks that only change together, and changes of them. */
async function bulkOf(ada: Client) {
  const tasks = await times(12, (index) => made(ada.post('/api/tasks', { title: `Together ${index}`, due_date: '2026-03-20' })));
  const batch = async (change: object): Promise<string> => (await ada.post('/api/tasks/bulk', { ids: tasks, change })).body.batch_id;
  return { tasks, batches: [await batch({ priority: 'high' }), await batch({ shift_days: 1 }), await batch({ add_tags: ['home'] })] };
}

/** Files, and uploads that are not finished. */
async function filesOf(ada: Client) {
  const picture = await drawn(1);
  const upload = async (content: string | Uint8Array, filename: string): Promise<string> =>
    made(
      ada.send('POST', '/api/files', formBytes([{ name: 'file', filename, content }]), {
        'content-type': 'multipart/form-data; boundary=between',
      }),
    );
  const begin = async (): Promise<string> => {
    const headers = { 'tus-resumable': '1.0.0', 'upload-length': '100000', 'upload-metadata': 'filename YS50eHQ=' };
    const { headers: answered } = await ada.send('POST', '/api/files/uploads', undefined, headers);
    return answered.get('location')?.split('/').at(-1) ?? '';
  };
  return {
    pictures: await times(2, (index) => upload(picture, `${index}.png`)),
    spare: await times(6, (index) => upload(`note ${index}`, 'a.txt')),
    given: await times(6, (index) => upload(`proof ${index}`, 'b.txt')),
    begun: await times(8, begin),
    cancelled: await times(6, begin),
  };
}

/** Coding questions. Their page cannot be read, and the statement of some was pasted. */
async function codingOf(ada: Client) {
  const task = (title: string) => made(ada.post('/api/tasks', { title, due_date: '2026-03-20', verification_type: 'coding' }));
  const tasks = await times(6, (index) => task(`Solve ${index}`));
  // Nothing answers there, so no page on the internet is requested.
  const url = 'http://vouch.invalid/question';
  const questions: string[] = [];
  for (const id of tasks) questions.push((await ada.post(`/api/verifications/code-by-url/${id}`, { urls: [url] })).body[0].id);
  for (const id of questions.slice(2)) await ada.put(`/api/verifications/code-by-url/${id}`, { statement: '# Sum\n\nAdd.' });
  const spare: string[] = [];
  for (const id of [...tasks, ...tasks]) spare.push((await ada.post(`/api/verifications/code-by-url/${id}`, { urls: [url] })).body[0].id);
  return { tasks, questions, spare, url };
}

/** Somebody whose account is going to be deleted in seven days. */
async function leaving(served: Served): Promise<Client> {
  const client = await served.member('leaving@example.org');
  await client.delete('/api/settings/account', { grace: true });
  return client;
}

/** People whose sessions and accounts may end. */
async function ownSessions(served: Served): Promise<World['own']> {
  const cookies = async (name: string, count: number): Promise<string[]> => {
    const some: string[] = [];
    for (let index = 0; index < count; index += 1) some.push(cookieOf(await served.member(`${name}-${index}@example.org`)));
    return some;
  };
  return {
    // A sign-in ends the former session of the browser.
    ...Object.fromEntries(['signin', 'confirm', 'reset'].map((name) => [`POST /api/auth/${name}`, []])),
    'GET /api/settings/account/export': await cookies('asks', 1),
    'POST /api/auth/signout': await cookies('out', 3),
    'POST /api/partners': await cookies('alone', 3),
    // Ada has a session under way, and nobody can start a second one.
    'POST /api/focus': await cookies('focuses', 3),
    'DELETE /api/oauth/github': await cookies('disconnects', 1),
    'POST /api/subscriptions/trial': await cookies('tries', 1),
    'POST /api/auth/password': await cookies('password', 2),
    'DELETE /api/settings/account': await cookies('gone', 3),
    'POST /api/settings/account/delete-cancel': [cookieOf(await leaving(served))],
  };
}

/** Links in mails, and a person who signs in. */
async function linksOf(served: Served): Promise<readonly Likely[]> {
  for (const email of ['bob@example.org', 'cid@example.org']) await served.member(email);
  const anybody = new Client(served.url);
  const addresses = ['kim@example.org', 'lee@example.org'];
  for (const email of addresses)
    await anybody.post('/api/auth/signup', { email, password: PASSWORD, full_name: '', timezone: 'Asia/Seoul' });
  await anybody.post('/api/auth/forgot', { email: 'bob@example.org' });
  const confirm: string[] = [];
  for (const email of addresses) confirm.push(await inMail(served, email, /confirm\?token=(\w+)/));
  const reset = await inMail(served, 'bob@example.org', /reset\?token=(\w+)/);
  return [
    { names: /auth\/confirm/, at: 'body.token', values: confirm, often: 0.8 },
    { names: /auth\/reset/, at: 'body.token', values: [reset], often: 0.8 },
    { names: /auth\/signin/, at: 'body.email', values: ['ada@example.org'], often: 0.7 },
    { names: /auth\/signin/, at: 'body.password', values: [PASSWORD], often: 0.7 },
    { names: /auth\/(forgot|resend)/, at: 'body.email', values: ['cid@example.org', 'lee@example.org'], often: 0.4 },
  ];
}
