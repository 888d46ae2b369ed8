import { CodeAttempted, CodeTaskAdded, CodeTaskEdited, CodeTaskRemoved, codeStream } from '../../../src/domain/coding/events.ts';
import type { World } from './world.ts';

/** Coding questions that an owner adds, changes and tries to solve. Some of the attempts are at what there is not. */
export function codingActs(world: World, owner: string, pick: (below: number) => number): readonly (() => unknown)[] {
  let added = 0;
  let attempts = 0;
  const any = () => codeStream(`${owner}-c${pick(added + 1)}`);
  const add = () => {
    const { data, private: texts } = CodeTaskAdded.example;
    const of = { ...data, task_id: `t${pick(5)}`, place: pick(2), examples: pick(2) };
    world.write(codeStream(`${owner}-c${added}`), owner, { type: CodeTaskAdded.type, data: of, private: texts } as never);
    added += 1;
  };
  const edit = () => {
    const { data, private: texts } = CodeTaskEdited.example;
    world.write(any(), owner, { type: CodeTaskEdited.type, data, private: texts } as never);
  };
  const remove = () => {
    if (pick(3) === 0) world.write(any(), owner, { type: CodeTaskRemoved.type, data: CodeTaskRemoved.example.data } as never);
  };
  const attempt = () => {
    const { data, private: texts } = CodeAttempted.example;
    const total = pick(4);
    const of = { ...data, attempt_id: `${owner}-a${attempts}`, passed: Math.min(total, pick(4)), total };
    attempts += 1;
    world.write(any(), owner, { type: CodeAttempted.type, data: of, private: texts } as never);
  };
  return [add, edit, remove, attempt, attempt];
}
