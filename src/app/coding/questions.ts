import { number } from '../../contracts/words/format.ts';
import { DAY, plus } from '../../domain/calendar/dates.ts';
import type { QuestionTexts } from '../../domain/coding/events.ts';
import { MOST_OF_OWNER, MOST_OF_TASK, PAGES_A_DAY } from '../../domain/coding/rules.ts';
import { RuleViolation } from '../../domain/kernel/decider.ts';
import type { Position } from '../../domain/kernel/event.ts';
import { required } from '../../domain/kernel/records.ts';
import { invalid, notArchived, notFound } from '../../domain/task/rules.ts';
import { exists } from '../../domain/task/state.ts';
import type { CodingQuestion, PageReading } from '../../ports/pages.ts';
import { codeTasksOfTask, countCodeTasks } from '../../projections/coding.ts';
import type { App } from '../app.ts';
import type { Caller } from '../caller.ts';
import { withOwnerLock } from '../owner-lock.ts';
import { latest, loadTask } from '../task/task-send.ts';
import { sendToCodeTask } from './code-tasks.ts';

const DAY_S = DAY / 1_000;

export interface AddedQuestions {
  readonly ids: readonly string[];
  readonly position: Position | null;
}

/**
 * Reads the pages of coding questions and adds the questions to a task. If a page cannot be read, its question has no statement. `newId`:
 * the ids of the code tasks; repeating the call with the same ids adds them once.
 * @throws RuleViolation not_found (also if the task asks for no proof), validation_failed on `urls`, conflict, archived, limit_reached,
 * rate_limited
 */
export async function addQuestions(
  app: App,
  caller: Caller,
  taskId: string,
  urls: readonly string[],
  newId: () => string,
): Promise<AddedQuestions> {
  await checkTask(app, caller.owner, taskId);
  const ids = urls.map(newId);
  // The pages of one owner's requests are read one request after the other.
  const work = async (): Promise<AddedQuestions> => {
    await checkRoom(app, caller.owner, taskId, urls.length);
    const readings = await Promise.all(urls.map((url) => app.pages.read(url)));
    refuseForbidden(urls, readings);
    const added = ids.map((id, place) => ({ id, url: urls[place], reading: readings[place] }));
    const written: (Position | null)[] = [];
    for (const [place, { id, url, reading }] of added.entries()) {
      const { data, texts } = questionOf(required(url, 'address'), required(reading, 'page'));
      const command = { type: 'Add', data: { task_id: taskId, place, ...data }, texts } as const;
      written.push((await sendToCodeTask(app, caller, id, command)).position);
    }
    return { ids, position: latest(written) };
  };
  return withOwnerLock(app, caller.owner, work, 'coding pages');
}

async function checkTask(app: App, owner: string, taskId: string): Promise<void> {
  const { fields, ...task } = await loadTask(app, taskId);
  if (!exists({ fields, ...task }) || task.owner !== owner || fields.verification_type === 'none') throw notFound();
  if (fields.verification_type !== 'coding') throw new RuleViolation('conflict', 'This task asks for another kind of proof than code.');
  notArchived(fields);
}

async function checkRoom(app: App, owner: string, taskId: string, more: number): Promise<void> {
  await app.waitForReadModels(await app.store.head());
  const [ofTask, ofOwner, today] = await Promise.all([
    codeTasksOfTask(app.views, taskId),
    countCodeTasks(app.views, owner, null, MOST_OF_OWNER + 1),
    countCodeTasks(app.views, owner, plus(app.clock.now(), -DAY), PAGES_A_DAY + 1),
  ]);
  if (ofTask.length + more > MOST_OF_TASK)
    throw new RuleViolation('limit_reached', `A task takes ${MOST_OF_TASK} coding questions at most.`);
  if (ofOwner + more > MOST_OF_OWNER)
    throw new RuleViolation('limit_reached', `An account holds ${number(MOST_OF_OWNER)} coding questions at most.`);
  if (today + more > PAGES_A_DAY)
    throw new RuleViolation('rate_limited', `${PAGES_A_DAY} pages are read in a day. Add more tomorrow.`, undefined, DAY_S);
}

function refuseForbidden(urls: readonly string[], readings: readonly PageReading[]): void {
  const sentences = readings.flatMap((reading, index) => (reading.outcome === 'forbidden' ? [`${urls[index]}: ${reading.reason}`] : []));
  if (sentences.length > 0) throw invalid({ urls: sentences });
}

function questionOf(url: string, reading: PageReading) {
  const question = reading.outcome === 'read' ? reading.question : null;
  const texts: QuestionTexts = {
    url,
    title: question?.title ?? null,
    statement: question?.statement ?? null,
    examples: foundExamples(question),
    constraints: question?.constraints ?? [],
    signature: question?.signature ?? null,
    error: reading.outcome === 'read' ? null : reading.reason,
  };
  const examples = texts.examples.length;
  const kind = question?.kind ?? 'stdio';
  return { data: { kind, stated: question !== null, pasted: false, examples, found: examples, edited: 0 }, texts };
}

export const foundExamples = (question: Pick<CodingQuestion, 'examples'> | null): QuestionTexts['examples'] =>
  (question?.examples ?? []).map((example) => ({ ...example, edited: false }));
