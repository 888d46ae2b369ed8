import { adasActs } from './ada.ts';
import { type OldProgram, Somebody } from './old-program.ts';
import { cleosActs, emilsActs } from './others.ts';
import { robinsActs } from './robin.ts';

/** The accounts that are asked at the end. */
export interface People {
  readonly robin: Somebody;
  readonly ada: Somebody;
  readonly cleo: Somebody;
  readonly emil: Somebody;
}

/** Two months after the demo's year, with actions that the demo does not contain. Days are of 2026, times in UTC. */
export async function tellStory(program: OldProgram, demo: { readonly email: string; readonly password: string }): Promise<People> {
  const robin = new Somebody(program, demo.email, demo.password);
  const ada = new Somebody(program, 'ada@example.org');
  const cleo = new Somebody(program, 'cleo@example.org');
  const emil = new Somebody(program, 'emil@example.org');
  const acts = [...robinsActs(program, robin), ...adasActs(program, ada), ...cleosActs(program, cleo), ...emilsActs(program, emil)];
  for (const [at, run] of acts.toSorted(([a], [b]) => (a < b ? -1 : 1))) {
    const instant = `2026-${at}:00Z`;
    if (instant > (await program.now())) await program.move(instant);
    await run().catch((error: unknown) => {
      throw new Error(`At ${at}`, { cause: error });
    });
  }
  return { robin, ada, cleo, emil };
}
