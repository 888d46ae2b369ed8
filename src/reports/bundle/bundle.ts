import { Readable } from 'node:stream';
import { ZipFile } from 'yazl';
import type { App } from '../../app/app.ts';
import type { MakeBundle } from '../../app/export/account-export.ts';
import { readAllSettings } from '../../presenters/settings.ts';
import { renderReportHtml } from '../html/report-html.ts';
import { historyModel, overallModel, weeklyModel } from '../model/build-report.ts';
import type { ReportModel } from '../model/report-model.ts';
import { createReports, type Reports } from '../service.ts';
import { eventLines } from './events.ts';
import { readme } from './readme.ts';
import { taskItems } from './tasks.ts';

/** The bundle holds the reports of at most this many weeks, the newest ones. */
const MAX_WEEKS = 104;

/** Makes an owner's data into one zip file. It is made while it is read, so it is never in memory as a whole. */
export function createBundles(app: App): MakeBundle {
  const reports = createReports(app);
  return async function* bundle(owner) {
    await app.opener.ready(owner);
    const { reader, name, now } = await reports.reader(owner);
    const zip = new ZipFile();
    const mtime = new Date(now);
    const failed = new Promise<never>((_, reject) => zip.on('error', reject));
    failed.catch(() => undefined);
    const text = (path: string, pieces: () => AsyncIterable<string> | Iterable<string>): void =>
      zip.addReadStreamLazy(path, { mtime }, (ready) => {
        const stream = Readable.from(encoded(pieces()));
        stream.on('error', (error) => zip.emit('error', error));
        ready(null, stream);
      });
    const html = (path: string, make: () => Promise<ReportModel>): void =>
      text(path, () => asStream(async () => renderReportHtml(await make())));

    text('README.txt', () => [readme({ made_at: now, zone: reader.zone })]);
    text('tasks.json', () => taskItems(app, owner));
    text('settings.json', () => asStream(async () => `${JSON.stringify(await readAllSettings(app, owner), null, 2)}\n`));
    html('reports/overall.html', async () => overallModel(await reports.overall(owner), name));
    html('reports/history.html', async () => historyModel(await reports.historyOnPaper(owner), name));
    for (const { offset, from } of await plannedWeeks(reports, owner))
      html(`reports/week-${from}.html`, async () => weeklyModel(await reports.weekly(owner, offset), name));
    text('events.ndjson', () => eventLines(app, owner));
    zip.end();
    yield* untilFailed(zip.outputStream as Readable, failed);
  };
}

async function* asStream(make: () => Promise<string>): AsyncGenerator<string> {
  yield await make();
}

/** The pieces as bytes, so that no character is cut in two and a file may be empty. */
async function* encoded(pieces: AsyncIterable<string> | Iterable<string>): AsyncGenerator<Uint8Array> {
  for await (const piece of pieces) yield Buffer.from(piece, 'utf8');
}

async function* untilFailed(output: Readable, failed: Promise<never>): AsyncGenerator<Uint8Array> {
  const pieces = output.iterator();
  try {
    for (;;) {
      const { done, value } = await Promise.race([pieces.next(), failed]);
      if (done) return;
      yield value as Uint8Array;
    }
  } finally {
    output.destroy();
  }
}

/** The weeks of the overall report in which anything was planned, newest first. `offset` is in weeks from the present one. */
async function plannedWeeks(reports: Reports, owner: string): Promise<readonly { readonly offset: number; readonly from: string }[]> {
  const { weeks } = await reports.overall(owner);
  const { from: present } = await reports.weekly(owner, 0);
  const offsetOf = (from: string): number =>
    Math.round(Temporal.PlainDate.from(present).until(Temporal.PlainDate.from(from), { largestUnit: 'days' }).days / 7);
  return weeks
    .filter(({ counts }) => counts.planned > 0)
    .slice(-MAX_WEEKS)
    .map(({ from }) => ({ from, offset: offsetOf(from) }))
    .toReversed();
}
