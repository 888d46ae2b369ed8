// `npm run bench [name…]`: measures every ratio that the README quotes, prints them, and writes those into results.json that were measured
// on an idle machine. `npm run bench -- web` measures what a browser does with the screens.
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { othersUnderLongStream, underAbuse } from './abuse.ts';
import { exportMemory, replayOneOverParse } from './analysis.ts';
import { appendOverCommit, writers64Over1 } from './append.ts';
import { othersUnderArchives } from './archives.ts';
import { asOfOverRebuild } from './as-of.ts';
import { bulk200OverOne } from './bulk.ts';
import { burst20k } from './burst.ts';
import { othersUnderCode, submitOverBare } from './code.ts';
import { emmettAppend, emmettCommand } from './emmett.ts';
import { previewOverSharp, uploadMemory, uploadOverPlain } from './files.ts';
import { firstPageKb } from './first-page.ts';
import { halfYear24 } from './half-year.ts';
import { createOverHello, history100kOver1k } from './http.ts';
import { large } from './large.ts';
import { live1000RssMb, liveMs } from './live.ts';
import { pdf5000Over500 } from './pdf.ts';
import { premiumCheckOverPlain } from './premium.ts';
import { proofMs } from './proof.ts';
import { read50OverHello, reportsFirstOverHello, reportsOverHello } from './reads.ts';
import { search20kOverList } from './search.ts';
import { serverRebuildEvents } from './servers-building.ts';
import { serverPagesOverBare, serverWritesOverBare } from './servers-documents.ts';
import { killWorkerWriteSeconds } from './servers-kill.ts';
import { serverAppendsOverBare, serverCatchUpOverBare } from './servers-log.ts';
import { workers2Over1 } from './servers-workers.ts';
import { rebuildOverParse, start200kOverEmpty } from './start.ts';
import { IDLE_MEANS, idleness } from './support/idle.ts';
import { type Bench, type Result, reached } from './support/measure.ts';
import { tick100kOver1k } from './tick.ts';
import { verifyOverHash, verifyWholeOverRebuild } from './verify.ts';
import { webPages } from './web-pages.ts';
import { webTasks } from './web-tasks.ts';

const BENCHES: readonly (readonly [name: string, bench: Bench])[] = [
  ['append_over_commit', appendOverCommit],
  ['writers_64_over_1', writers64Over1],
  ['emmett_append', emmettAppend],
  ['emmett_command', emmettCommand],
  ['rebuild_over_parse', rebuildOverParse],
  ['read_50_over_hello', read50OverHello],
  ['reports_over_hello', reportsOverHello],
  ['reports_first_over_hello', reportsFirstOverHello],
  ['create_over_hello', createOverHello],
  ['bulk_200_over_one', bulk200OverOne],
  ['history_100k_over_1k', history100kOver1k],
  ['pdf_5000_over_500', pdf5000Over500],
  ['tick_100k_over_1k', tick100kOver1k],
  ['burst_20k_seconds', burst20k],
  ['half_year_24_seconds', halfYear24],
  ['start_200k_over_empty', start200kOverEmpty],
  ['verify_over_hash', verifyOverHash],
  ['verify_whole_over_rebuild', verifyWholeOverRebuild],
  ['replay_one_over_parse', replayOneOverParse],
  ['export_1m_rss_mb', exportMemory],
  ['as_of_over_rebuild', asOfOverRebuild],
  ['first_page_kb', firstPageKb],
  ['upload_over_plain', uploadOverPlain],
  ['upload_10x25mb_rss_mb', uploadMemory],
  ['preview_jpeg_ms_over_sharp', previewOverSharp],
  ['live_ms', liveMs],
  ['live_1000_rss_mb', live1000RssMb],
  ['proof_ms', proofMs],
  ['premium_check_over_plain', premiumCheckOverPlain],
  ['search_20k_over_list', search20kOverList],
  ['submit_js_over_bare', submitOverBare],
  ['others_median_under_code', othersUnderCode],
  ['others_median_under_long_stream', othersUnderLongStream],
  ['others_median_under_abuse', underAbuse],
  ['others_median_under_archives', othersUnderArchives],
  ['server_append_over_bare', serverAppendsOverBare],
  ['server_catch_up_over_bare', serverCatchUpOverBare],
  ['server_write_over_bare', serverWritesOverBare],
  ['server_page_over_bare', serverPagesOverBare],
  ['server_rebuild_events_s', serverRebuildEvents],
  ['kill_worker_write_seconds', killWorkerWriteSeconds],
  ['workers_2_over_1', workers2Over1],
];
/** These are measured only if they are named, because they take long. */
const LARGE: typeof BENCHES = [['large', large]];
const WEB: readonly (readonly [name: string, bench: Bench])[] = [
  ['web_pages', webPages],
  ['web_5000_tasks', webTasks],
];
const ALL = [...BENCHES, ...LARGE, ...WEB];
const FILE = join(import.meta.dirname, 'results.json');

const short = (value: number): string => (Math.abs(value) >= 100 ? value.toFixed(0) : value.toPrecision(3));

function line(result: Result): string {
  const { name, ratio, goal, better, ours, baseline, unit, server, cpu } = result;
  const sides = baseline === 0 ? '' : `  (${short(ours)} against ${short(baseline)} ${unit})`;
  const cost = cpu ? `, ${short(cpu.ours)} against ${short(cpu.baseline)} µs of this process each` : '';
  const on = server === undefined ? '' : `, on ${server}`;
  return `${reached(result) ? 'reached' : 'MISSED '}  ${name.padEnd(25)} ${short(ratio).padStart(8)}  goal ${better === 'lower' ? '≤' : '≥'} ${goal}${sides}${cost}${on}`;
}

/** The results of an earlier run, so that one name can be measured again alone. */
function earlier(): readonly Result[] {
  try {
    return JSON.parse(readFileSync(FILE, 'utf8')) as Result[];
  } catch {
    return [];
  }
}

/** Adds results to the file, in the place of earlier ones of the same names. */
function write(results: readonly Result[]): void {
  const kept = earlier().filter((one) => !results.some(({ name }) => name === one.name));
  writeFileSync(FILE, `${JSON.stringify([...results, ...kept], null, 2)}\n`);
}

/** Runs the benches, and writes the results of each before which the machine was idle. */
async function measured(benches: typeof BENCHES): Promise<readonly Result[]> {
  const all: Result[] = [];
  for (const [name, bench] of benches) {
    const { isIdle, share, words } = await idleness();
    process.stdout.write(`${name}: ${words}${isIdle ? '' : ' Its results are not written.'}\n`);
    const results = await bench();
    for (const result of results) process.stdout.write(`${line(result)}\n`);
    if (isIdle) write(results.map((result) => ({ ...result, idle: share })));
    all.push(...results);
  }
  return all;
}

const wanted = process.argv.slice(2).flatMap((name) => (name === 'web' ? WEB.map(([one]) => one) : [name]));
const unknown = wanted.filter((name) => !ALL.some(([one]) => one === name));
if (unknown.length > 0) {
  const names = ALL.map(([name]) => name).join(', ');
  process.stderr.write(`There is no ratio ${unknown.join(', ')}. There are: ${names}, and web for the last two.\n`);
  process.exit(1);
}
process.stdout.write(`What was measured is written into results.json only if ${IDLE_MEANS} directly before.\n`);
const benches = wanted.length === 0 ? BENCHES : ALL.filter(([name]) => wanted.includes(name));
process.exit((await measured(benches)).every(reached) ? 0 : 2);
