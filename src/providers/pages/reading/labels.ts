/** Words for the parts of a statement in other languages than English, in lower case. */
interface Vocabulary {
  readonly input: readonly string[];
  readonly output: readonly string[];
  /** Input and output of a sample. */
  readonly sampleInput: readonly string[];
  readonly sampleOutput: readonly string[];
  readonly explanation: readonly string[];
  readonly examples: readonly string[];
  readonly constraints: readonly string[];
}

const LANGUAGES: readonly Vocabulary[] = [
  // Chinese, simplified and traditional
  {
    input: ['输入', '輸入', '输入格式', '輸入格式', '输入描述'],
    output: ['输出', '輸出', '输出格式', '輸出格式', '输出描述'],
    sampleInput: ['样例输入', '输入样例', '示例输入', '输入示例', '测试输入', '範例輸入', '輸入範例', '樣例輸入', '輸入樣例'],
    sampleOutput: ['样例输出', '输出样例', '示例输出', '输出示例', '预期输出', '範例輸出', '輸出範例', '樣例輸出', '輸出樣例'],
    explanation: ['解释', '說明', '说明', '解釋', '样例解释', '样例说明', '範例說明'],
    examples: ['示例', '样例', '例子', '範例', '樣例', '输入输出样例', '输入输出示例'],
    constraints: ['提示', '约束', '約束', '约束条件', '数据范围', '資料範圍', '限制'],
  },
  // Japanese
  {
    input: ['入力'],
    output: ['出力'],
    sampleInput: ['入力例', '入力サンプル', 'サンプル入力'],
    sampleOutput: ['出力例', '出力サンプル', 'サンプル出力', '期待される出力'],
    explanation: ['説明', '解説'],
    examples: ['例', '入出力例', '入出力サンプル', 'サンプル'],
    constraints: ['制約', '制約条件'],
  },
  // Korean
  {
    input: ['입력'],
    output: ['출력'],
    sampleInput: ['예제 입력', '예시 입력', '입력 예제', '입력 예시', '입력 예'],
    sampleOutput: ['예제 출력', '예시 출력', '출력 예제', '출력 예시', '출력 예'],
    explanation: ['설명', '예제 설명'],
    examples: ['예제', '예시', '입출력 예', '입출력 예제'],
    constraints: ['제한', '제한 사항', '제한사항', '제약 조건'],
  },
  // Russian and Ukrainian
  {
    input: ['входные данные', 'ввод', 'вхідні дані'],
    output: ['выходные данные', 'вывод', 'вихідні дані'],
    sampleInput: ['пример ввода', 'пример входных данных', 'приклад вхідних даних'],
    sampleOutput: ['пример вывода', 'пример выходных данных', 'приклад вихідних даних'],
    explanation: ['пояснение', 'объяснение', 'примечание', 'пояснення'],
    examples: ['пример', 'примеры', 'приклад', 'приклади'],
    constraints: ['ограничения', 'обмеження'],
  },
  // Spanish and Portuguese
  {
    input: ['entrada'],
    output: ['salida', 'saída', 'saida'],
    sampleInput: ['entrada de ejemplo', 'ejemplo de entrada', 'exemplo de entrada', 'entrada de exemplo'],
    sampleOutput: ['salida de ejemplo', 'ejemplo de salida', 'exemplo de saída', 'exemplo de saida', 'saída de exemplo'],
    explanation: ['explicación', 'explicacion', 'explicação'],
    examples: ['ejemplo', 'ejemplos', 'exemplo', 'exemplos'],
    constraints: ['restricciones', 'restrições', 'límites', 'limites'],
  },
  // French, German, Italian and Polish
  {
    input: ['entrée', 'eingabe', 'wejście'],
    output: ['sortie', 'ausgabe', 'wyjście'],
    sampleInput: ["exemple d'entrée", 'exemple d’entrée', 'beispieleingabe', 'esempio di input', 'przykładowe wejście'],
    sampleOutput: ['exemple de sortie', 'beispielausgabe', 'esempio di output', 'przykładowe wyjście'],
    explanation: ['explication', 'erklärung', 'erläuterung', 'spiegazione', 'wyjaśnienie'],
    examples: ['exemple', 'exemples', 'beispiel', 'beispiele', 'esempio', 'esempi', 'przykład', 'przykłady'],
    constraints: ['contraintes', 'einschränkungen', 'vincoli', 'ograniczenia'],
  },
];

/** A label in another language. */
interface Meaning {
  readonly field: 'input' | 'output' | 'explanation';
  readonly sample: boolean;
}

const LABELS: ReadonlyMap<string, Meaning> = new Map(
  LANGUAGES.flatMap(({ input, output, sampleInput, sampleOutput, explanation }) => [
    ...meaning(input, 'input', false),
    ...meaning(output, 'output', false),
    ...meaning(sampleInput, 'input', true),
    ...meaning(sampleOutput, 'output', true),
    ...meaning(explanation, 'explanation', false),
  ]),
);
const FOREIGN_EXAMPLES: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ examples }) => examples));
const FOREIGN_CONSTRAINTS: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ constraints }) => constraints));

function meaning(words: readonly string[], field: Meaning['field'], sample: boolean): readonly (readonly [string, Meaning])[] {
  return words.map((word) => [word, { field, sample }]);
}

/** Words at the beginning of a line, followed by a number and Markdown marks, up to a colon or the end. */
const WORDS = /^([^\d:：#＃*_`]{1,40}?)\s?[#＃]?\s?\p{Nd}{0,3}\s?[*_`]{0,3}\s?(?:[:：]|$)/u;

/** A line that begins with words of the vocabulary. `all`: the part of the line that they take, including the colon. */
interface Found<Value> {
  readonly all: string;
  readonly value: Value;
}

function found<Value>(line: string, meaningOf: (words: string) => Value | undefined): Found<Value> | null {
  const [all, words = ''] = WORDS.exec(line) ?? [];
  const value = all === undefined ? undefined : meaningOf(words.normalize('NFC').trim().toLowerCase());
  return all === undefined || value === undefined ? null : { all, value };
}

const foreignLabel = (line: string): Found<Meaning> | null => found(line, (words) => LABELS.get(words));
const foreignExamples = (line: string): Found<true> | null => found(line, (words) => FOREIGN_EXAMPLES.has(words) || undefined);
const foreignConstraints = (line: string): Found<true> | null => found(line, (words) => FOREIGN_CONSTRAINTS.has(words) || undefined);

/** What a line announces, and the rest of the line. */
export interface Label {
  readonly field: 'input' | 'output' | 'explanation';
  /** Whether it names a sample. If it does, the text after it is a sample, too, and not the description of a format. */
  readonly sample: boolean;
  readonly rest: string;
}

/** The longest label, in characters. The patterns below examine only this much of a line. */
const LONGEST = 60;
const MARKS = /^[\s>*_`#]{0,12}/;
const LABEL =
  /^(sample |example |test )?(input|output|expected output|expected result|expected|explanation|stdin|stdout)(?: (sample|example|data|file))?(?: ?#?\d{1,3})?(?: ?[*_`]{1,3})? ?(?:[:：]|$)/i;
const EXAMPLES =
  /^(?:worked |sample |test )?(?:examples?|samples?|cases?|tests?|for example|sample input and output)(?: ?#?\d{1,3})?[*_`]{0,3} ?[:：.]?[*_`]{0,3}$/i;
const CONSTRAINTS = /^(?:constraints?|limits|limitations)[*_`]{0,3} ?(?:[:：]|$)/i;
const FIELDS: Readonly<Record<string, Label['field']>> = { input: 'input', stdin: 'input', explanation: 'explanation' };

/** The label at the beginning of the line, in any Markdown marks; otherwise null. */
export function labelOf(line: string): Label | null {
  const { plain, marked } = unmarked(line);
  const found = meaningOf(plain.slice(0, LONGEST));
  if (found === null || !endsRight(found.all, plain)) return null;
  const rest = plain.slice(found.all.length).trim();
  return { field: found.field, sample: found.sample, rest: unquoted(marked ? rest.replace(/^[*_]{1,3} ?/, '') : rest) };
}

function meaningOf(beginning: string): (Pick<Label, 'field' | 'sample'> & { readonly all: string }) | null {
  const [all, sampleBefore, name = '', sampleAfter] = LABEL.exec(beginning) ?? [];
  if (all === undefined) {
    const foreign = foreignLabel(beginning);
    return foreign && { ...foreign.value, all: foreign.all };
  }
  const sample = [sampleBefore, sampleAfter].some((word) => /sample|example|test/i.test(word ?? ''));
  return { all, field: FIELDS[name.toLowerCase()] ?? 'output', sample: sample || /^expected/i.test(name) };
}

/** Whether examples begin with this line: 'Example 2:', 'Samples', '**Examples**', '示例 1：'. */
export function announcesExamples(line: string): boolean {
  const { plain } = unmarked(line);
  return plain.length <= LONGEST && (EXAMPLES.test(plain) || foreignExamples(plain)?.all === plain);
}

/** What follows 'Constraints:' on its line, or null if it is another line. */
export function constraintsOf(line: string): string | null {
  const { plain } = unmarked(line);
  const beginning = plain.slice(0, LONGEST);
  const all = CONSTRAINTS.exec(beginning)?.[0] ?? foreignConstraints(beginning)?.all;
  if (all === undefined || !endsRight(all, plain)) return null;
  return plain
    .slice(all.length)
    .replace(/^[*_\s]{0,4}/, '')
    .trim();
}

/** If a pattern matched up to the end of the examined part, it has not seen the end of the line. */
const endsRight = (all: string, plain: string): boolean => all.length < LONGEST || plain.length <= LONGEST;

function unmarked(line: string): { readonly plain: string; readonly marked: boolean } {
  const marks = MARKS.exec(line)?.[0] ?? '';
  return { plain: line.slice(marks.length).trimEnd(), marked: /[*_]/.test(marks) };
}

/** A value in backticks, without them. */
const unquoted = (value: string): string =>
  value.length > 2 && value.startsWith('`') && value.indexOf('`', 1) === value.length - 1 ? value.slice(1, -1) : value;
