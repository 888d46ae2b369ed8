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
const EXAMPLES: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ examples }) => examples));
const CONSTRAINTS: ReadonlySet<string> = new Set(LANGUAGES.flatMap(({ constraints }) => constraints));

function meaning(words: readonly string[], field: Meaning['field'], sample: boolean): readonly (readonly [string, Meaning])[] {
  return words.map((word) => [word, { field, sample }]);
}

/** Words at the beginning of a line, with a number and marks of Markdown behind them, up to a colon or the end. */
const WORDS = /^([^\d:：#＃*_`]{1,40}?)\s?[#＃]?\s?\p{Nd}{0,3}\s?[*_`]{0,3}\s?(?:[:：]|$)/u;

/** A line that begins with words of the vocabulary. `all`: what of the line they take, up to the colon. */
interface Found<Value> {
  readonly all: string;
  readonly value: Value;
}

function found<Value>(line: string, meaningOf: (words: string) => Value | undefined): Found<Value> | null {
  const [all, words = ''] = WORDS.exec(line) ?? [];
  const value = all === undefined ? undefined : meaningOf(words.normalize('NFC').trim().toLowerCase());
  return all === undefined || value === undefined ? null : { all, value };
}

export const foreignLabel = (line: string): Found<Meaning> | null => found(line, (words) => LABELS.get(words));
export const foreignExamples = (line: string): Found<true> | null => found(line, (words) => EXAMPLES.has(words) || undefined);
export const foreignConstraints = (line: string): Found<true> | null => found(line, (words) => CONSTRAINTS.has(words) || undefined);
