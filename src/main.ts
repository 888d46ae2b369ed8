import { runProgram } from './wiring/program.ts';

process.exit(await runProgram(process.argv.slice(2)));
