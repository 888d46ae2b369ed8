import { createReadStream, existsSync } from 'node:fs';
import { extname } from 'node:path';
import { createInterface } from 'node:readline';
import { parse } from 'csv-parse';
import { asyncBufferFromFile, parquetMetadataAsync, parquetReadObjects } from 'hyparquet';
import { z } from 'zod';
import type { ExportedEvent } from './disclosure.ts';
import { type Filters, isChosen } from './filters.ts';
import { AnalysisRefused } from './refused.ts';

const instant = z.union([z.date().transform((date) => date.toISOString()), z.iso.datetime({ precision: 3 })]);
const exported = z.object({
  id: z.string(),
  type: z.string(),
  at: instant,
  recorded_at: instant,
  person: z
    .string()
    .nullish()
    .transform((person) => person || null),
  stream: z.string(),
  data: z.record(z.string(), z.json()),
});

const BATCH = 500;

type Rows = AsyncIterable<unknown>;
const READERS: Readonly<Record<string, (file: string) => Rows>> = { '.ndjson': ndjsonRows, '.csv': csvRows, '.parquet': parquetRows };

/** The chosen events of an export, in its order, one batch in memory. @throws AnalysisRefused if it is no export, or lacks the event `after` */
export async function* exportedEvents(file: string, filters: Filters): AsyncGenerator<readonly ExportedEvent[]> {
  const reader = READERS[extname(file)];
  if (reader === undefined) throw new AnalysisRefused(`${file} is no export: its name has to end in .ndjson, .csv or .parquet.`);
  if (!existsSync(file)) throw new AnalysisRefused(`There is no file ${file}.`);
  let begun = filters.after === null;
  let batch: ExportedEvent[] = [];
  for await (const event of eventsIn(file, reader(file))) {
    if (begun && isChosen(filters, event, null)) batch.push(event);
    begun ||= event.id === filters.after;
    if (batch.length < BATCH) continue;
    yield batch;
    batch = [];
  }
  if (!begun) throw new AnalysisRefused(`${file} has no event with the id ${filters.after}.`);
  yield batch;
}

async function* eventsIn(file: string, rows: Rows): AsyncGenerator<ExportedEvent> {
  let number = 0;
  try {
    for await (const row of rows) {
      number += 1;
      yield exported.parse(row);
    }
  } catch (error) {
    if (error instanceof AnalysisRefused) throw error;
    throw new AnalysisRefused(`${file} is no export of events: event ${number || 1} cannot be read.`);
  }
}

async function* ndjsonRows(file: string): AsyncGenerator<unknown> {
  for await (const line of createInterface({ input: createReadStream(file) })) if (line !== '') yield JSON.parse(line);
}

async function* csvRows(file: string): AsyncGenerator<unknown> {
  const rows: AsyncIterable<Record<string, string>> = createReadStream(file).pipe(parse({ columns: true }));
  for await (const { data = '', ...row } of rows) yield { ...row, data: JSON.parse(data) };
}

async function* parquetRows(path: string): AsyncGenerator<unknown> {
  const file = await asyncBufferFromFile(path);
  const metadata = await parquetMetadataAsync(file);
  let rowStart = 0;
  for (const { num_rows: rows } of metadata.row_groups) {
    yield* await parquetReadObjects({ file, metadata, rowStart, rowEnd: rowStart + Number(rows) });
    rowStart += Number(rows);
  }
}
