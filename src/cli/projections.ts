import type { CliPorts } from './ports.ts';

/** A line for each read model: its version, its state, how many documents it holds and where it stands. */
export async function status(ports: CliPorts): Promise<number> {
  const opened = await ports.open();
  try {
    const head = await opened.app.store.head();
    const all = await opened.runner.status();
    for (const { name, version, state, documents, position } of all) {
      const place = position === head ? 'up to date' : `at ${Number(position)} of ${Number(head)}`;
      ports.print(`${name.padEnd(12)} v${version}  ${state.padEnd(9)} ${String(documents).padStart(9)} documents  ${place}`);
    }
    return all.some(({ state }) => state === 'failing') ? 1 : 0;
  } finally {
    await opened.close();
  }
}

export async function rebuild(ports: CliPorts, name: string | undefined): Promise<number> {
  const opened = await ports.open();
  try {
    const known = (await opened.runner.status()).map((each) => each.name);
    if (name !== undefined && !known.includes(name)) {
      ports.print(`There is no read model called ${name}. There are: ${known.join(', ')}.`);
      return 1;
    }
    await opened.runner.rebuild(name);
    for (const each of await opened.runner.status()) {
      if (name === undefined || each.name === name) ports.print(`${each.name} v${each.version}: ${each.documents} documents`);
    }
    return 0;
  } finally {
    await opened.close();
  }
}
