export const print = (line: string): void => void process.stdout.write(`${line}\n`);

/** What a run promises. Each is printed as it is known. */
export class Bounds {
  readonly missed: string[] = [];

  keep(what: string, isKept: boolean): void {
    print(`${isKept ? 'kept  ' : 'MISSED'}  ${what}`);
    if (!isKept) this.missed.push(what);
  }
}
