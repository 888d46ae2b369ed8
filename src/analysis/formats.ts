import type { FileHandle } from 'node:fs/promises';
import { ByteWriter, type ColumnSource, ParquetWriter, type SchemaElement } from 'hyparquet-writer';
import type { ExportedEvent } from './disclosure.ts';

export const FORMATS = ['ndjson', 'csv', 'parquet'] as const;
export type Format = (typeof FORMATS)[number];

/** The columns of an export, in their order. */
export const COLUMNS = ['id', 'type', 'at', 'recorded_at', 'person', 'stream', 'data'] as const satisfies readonly (keyof ExportedEvent)[];

/** Writes events to a file one batch after the other. */
export interface EventsFile {
  write(events: readonly ExportedEvent[]): Promise<void>;
  /** Writes what is left. The caller closes the file. */
  finish(): Promise<void>;
}

export function eventsFile(format: Format, file: FileHandle): EventsFile {
  if (format === 'parquet') return parquet(file);
  return format === 'csv' ? lines(file, asCsv, `${COLUMNS.join(',')}\r\n`) : lines(file, asJsonLine, '');
}

const asJsonLine = (event: ExportedEvent): string => `${JSON.stringify(event)}\n`;

/** RFC 4180. An empty field means null. */
const asCsv = (event: ExportedEvent): string => `${COLUMNS.map((column) => asField(event[column])).join(',')}\r\n`;

function asField(value: ExportedEvent[keyof ExportedEvent]): string {
  if (value === null) return '';
  const text = typeof value === 'string' ? value : JSON.stringify(value);
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

function lines(file: FileHandle, lineOf: (event: ExportedEvent) => string, head: string): EventsFile {
  let unwritten = head;
  const write = async (text: string): Promise<void> => {
    unwritten = '';
    await file.writeFile(text);
  };
  return {
    write: (events) => write(unwritten + events.map(lineOf).join('')),
    finish: () => write(unwritten),
  };
}

/** Rows that are gathered before they are written. Fewer make a larger file, more need more memory. */
const ROWS = 4_096;

const TEXT = { type: 'BYTE_ARRAY', converted_type: 'UTF8', repetition_type: 'REQUIRED' } as const;
const INSTANT = { type: 'INT64', converted_type: 'TIMESTAMP_MILLIS', repetition_type: 'REQUIRED' } as const;

const SCHEMA: SchemaElement[] = [
  { name: 'events', num_children: COLUMNS.length },
  { ...TEXT, name: 'id' },
  { ...TEXT, name: 'type' },
  { ...INSTANT, name: 'at' },
  { ...INSTANT, name: 'recorded_at' },
  { ...TEXT, name: 'person', repetition_type: 'OPTIONAL' },
  { ...TEXT, name: 'stream' },
  { ...TEXT, name: 'data', converted_type: 'JSON' },
];

/** Writes what it holds to a file after each group of rows. */
class FileBytes extends ByteWriter {
  readonly #file: FileHandle;

  constructor(file: FileHandle) {
    super();
    this.#file = file;
  }

  async flush(): Promise<void> {
    await this.#file.writeFile(this.getBytes());
    this.index = 0;
  }

  override async finish(): Promise<void> {
    await this.flush();
  }
}

function parquet(file: FileHandle): EventsFile {
  const writer = new ParquetWriter({ writer: new FileBytes(file), schema: SCHEMA, createdBy: 'vouch' });
  let waiting: ExportedEvent[] = [];
  async function writeRows(): Promise<void> {
    if (waiting.length > 0) await writer.write({ columnData: columnsOf(waiting), rowGroupSize: waiting.length });
    waiting = [];
  }
  return {
    async write(events) {
      waiting.push(...events);
      if (waiting.length >= ROWS) await writeRows();
    },
    async finish() {
      await writeRows();
      await writer.finish();
    },
  };
}

const columnsOf = (events: readonly ExportedEvent[]): ColumnSource[] =>
  COLUMNS.map((name) => ({ name, data: events.map((event) => cellOf(event, name)), offsetIndex: false }));

function cellOf(event: ExportedEvent, name: keyof ExportedEvent): unknown {
  return name === 'at' || name === 'recorded_at' ? new Date(event[name]) : event[name];
}
