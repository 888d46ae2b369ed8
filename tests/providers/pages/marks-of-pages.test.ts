import { describe, expect, it, test } from 'vitest';
import { questionOfPage } from '../../../src/providers/pages/reading/page.ts';
import { questionOfText } from '../../../src/providers/pages/reading/question.ts';

const URL_OF_PAGE = new URL('https://blog.example/posts/1');
const TEXT = 'Count the apples in every basket, and tell the largest number that two baskets that stand side by side hold together.';
const read = (html: string) => questionOfPage(`<main><p>${TEXT}</p>${html}</main>`, URL_OF_PAGE);
/** What the page says after the first paragraph. */
const said = (html: string): string => read(html).statement.slice(TEXT.length).trim();
const both = (input: string, output: string, explanation: string | null = null) => [{ input, output, explanation }];

describe('formulas', () => {
  const math = (inner: string) => `<p><math>${inner}</math></p>`;
  test.each([
    ['<msup><mn>10</mn><mn>5</mn></msup>', '10^5'],
    ['<msub><mi>a</mi><mi>i</mi></msub>', 'a_i'],
    ['<msubsup><mi>a</mi><mi>i</mi><mn>2</mn></msubsup>', 'a_i^2'],
    ['<msup><mi>2</mi><mrow><mi>n</mi><mo>−</mo><mn>1</mn></mrow></msup>', '2^(n−1)'],
    ['<mn>1</mn><mo>≤</mo><mi>n</mi><mo>≤</mo><mn>2</mn><mo>⋅</mo><msup><mn>10</mn><mn>5</mn></msup>', '1 ≤ n ≤ 2⋅10^5'],
    ['<mfrac><mn>1</mn><mn>2</mn></mfrac>', '1/2'],
    ['<mfrac><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></mfrac>', '(a+b)/2'],
    [
      '<munderover><mo>∑</mo><mrow><mi>i</mi><mo>=</mo><mn>1</mn></mrow><mi>n</mi></munderover><msub><mi>a</mi><mi>i</mi></msub>',
      '∑\\_(i = 1)^n a_i',
    ],
    ['<munder><mi>max</mi><mi>x</mi></munder>', 'max_x'],
    ['<msqrt><mi>x</mi><mo>+</mo><mn>1</mn></msqrt>', 'sqrt(x+1)'],
    ['<mroot><mi>x</mi><mn>3</mn></mroot>', 'root(x, 3)'],
    ['<semantics><mrow><mi>x</mi></mrow><annotation encoding="text/plain">x and more</annotation></semantics>', 'x'],
    ['<semantics><mi>x</mi><annotation encoding="application/x-tex">x_1</annotation></semantics>', '$x_1$'],
    ['\n  <mi>f</mi>\n  <mo>&#8289;</mo>\n  <mo>(</mo><mi>a</mi><mo>,</mo><mi>b</mi><mo>)</mo>\n', 'f(a, b)'],
  ])('in MathML %s', (inner, expected) => {
    expect(said(math(inner))).toBe(expected);
  });

  const SUP = '<math><msup><mn>10</mn><mn>5</mn></msup></math>';
  test.each([
    [
      'version 2, with its source',
      `<span class="MathJax_Preview"></span><span class="MathJax" data-mathml="x"><nobr>105</nobr></span><script type="math/tex">10^5</script>`,
      '$10^5$',
    ],
    [
      'version 2, without its source',
      `<span class="MathJax"><nobr aria-hidden="true">105</nobr><span class="MJX_Assistive_MathML">${SUP}</span></span>`,
      '10^5',
    ],
    [
      'version 3',
      `<mjx-container class="MathJax" jax="CHTML"><mjx-math aria-hidden="true"><mjx-mn>x</mjx-mn></mjx-math><mjx-assistive-mml>${SUP}</mjx-assistive-mml></mjx-container>`,
      '10^5',
    ],
    [
      'version 3, as a drawing',
      `<mjx-container class="MathJax" jax="SVG"><svg><g data-mml-node="math"></g></svg><mjx-assistive-mml>${SUP}</mjx-assistive-mml></mjx-container>`,
      '10^5',
    ],
    ['version 4', '<mjx-container class="MathJax"><mjx-math data-latex="10^5"><mjx-mn>1</mjx-mn></mjx-math></mjx-container>', '$10^5$'],
    [
      'nothing but the drawing',
      '<mjx-container class="MathJax"><mjx-math aria-hidden="true"><mjx-msup><mjx-mn><mjx-c class="mjx-c31"></mjx-c><mjx-c class="mjx-c30"></mjx-c></mjx-mn><mjx-script><mjx-mn><mjx-c class="mjx-c35"></mjx-c></mjx-mn></mjx-script></mjx-msup></mjx-math></mjx-container>',
      '10^5',
    ],
  ])('drawn by MathJax, %s', (_, html, expected) => {
    expect(said(`<p>At most ${html} apples.</p>`)).toBe(`At most ${expected} apples.`);
  });

  it('are kept in blocks of code', () => {
    expect(said(`<pre>n ≤ ${SUP}</pre>`)).toBe('```\nn ≤ 10^5\n```');
  });
});

describe('text that is left out of a sample', () => {
  test.each([
    [
      '<figure class="highlight"><table><tr><td class="gutter"><pre><span class="line">1</span><br><span class="line">2</span></pre></td><td class="code"><pre>3\n1 2 3</pre></td></tr></table></figure>',
    ],
    [
      '<table class="rouge-table"><tr><td class="rouge-gutter gl"><pre class="lineno">1\n2</pre></td><td class="rouge-code"><pre>3\n1 2 3</pre></td></tr></table>',
    ],
    [
      '<table class="highlighttable"><tr><td class="linenos"><div class="linenodiv"><pre>1\n2</pre></div></td><td class="code"><pre>3\n1 2 3</pre></td></tr></table>',
    ],
    [
      '<div class="chroma"><table class="lntable"><tr><td class="lntd"><pre class="chroma"><code><span class="lnt">1\n</span><span class="lnt">2\n</span></code></pre></td><td class="lntd"><pre>3\n1 2 3</pre></td></tr></table></div>',
    ],
    ['<pre><span class="lineno">1</span>3\n<span class="lineno">2</span>1 2 3</pre>'],
    [
      '<pre class="line-numbers language-none"><code>3\n1 2 3<span class="line-numbers-rows"><span>1</span><span>2</span></span></code></pre>',
    ],
    [
      '<pre><table class="hljs-ln"><tr><td class="hljs-ln-numbers">1</td><td>3</td></tr><tr><td class="hljs-ln-numbers">2</td><td>1 2 3</td></tr></table></pre>',
    ],
  ])('includes line numbers beside it: %s', (code) => {
    expect(read(`<h3>Sample Input</h3>${code}<h3>Sample Output</h3><pre>6</pre>`).examples).toEqual(both('3\n1 2 3', '6'));
  });

  test.each(['del', 's', 'strike'])('includes text that was struck out by %s', (name) => {
    expect(said(`<p>At most <${name}>100</${name}><ins>200</ins> apples.</p>`)).toBe('At most 200 apples.');
    expect(said(`<pre>n = <${name}>100</${name}>200</pre>`)).toBe('```\nn = 200\n```');
  });
});

describe('numbered lists', () => {
  test.each([
    ['<ol start="0"><li>none<li>one</ol>', '0. none\n1. one'],
    ['<ol start="7"><li>seven<li>eight</ol>', '7. seven\n8. eight'],
    ['<ol><li>one<li>two</ol>', '1. one\n2. two'],
    ['<ol start="-3"><li>one</ol>', '1. one'],
    ['<ol start="99999999999"><li>one</ol>', '1. one'],
    ['<ol start="x"><li>one</ol>', '1. one'],
  ])('begin with their own number: %s', (html, expected) => {
    expect(said(html)).toBe(expected);
  });
});

describe('samples in tables', () => {
  test.each([
    ['with titles', '<table><tr><th>Input</th><th>Output</th></tr><tr><td>3<br>1 2 3</td><td>6</td></tr></table>'],
    [
      'with titles in ordinary cells',
      '<table><tr><td><b>Sample Input</b></td><td><b>Sample Output</b></td></tr><tr><td><p>3</p><p>1 2 3</p></td><td>6</td></tr></table>',
    ],
    ['with a label in each row', '<table><tr><th>Input</th><td>3<br>1 2 3</td></tr><tr><th>Output</th><td>6</td></tr></table>'],
    [
      'with blocks of code',
      '<table><tr><th>Input</th><th>Output</th></tr><tr><td><pre>3\n1 2 3</pre></td><td><pre>6</pre></td></tr></table>',
    ],
    [
      'in another language',
      '<table><tr><th>Входные данные</th><th>Выходные данные</th></tr><tr><td>3<br>1 2 3</td><td>6</td></tr></table>',
    ],
  ])('are found %s', (_, table) => {
    expect(read(table).examples).toEqual(both('3\n1 2 3', '6'));
  });

  it('are read as several, with their explanations', () => {
    const table = `<table><tr><th>#</th><th>Input</th><th>Output</th><th>Explanation</th></tr>
      <tr><td>1</td><td>2</td><td>4</td><td>Two and two.</td></tr><tr><td>2</td><td>3</td><td>9</td><td>Three threes.</td></tr></table>`;
    expect(read(table).examples).toEqual([...both('2', '4', 'Two and two.'), ...both('3', '9', 'Three threes.')]);
  });

  it('are not read from other tables', () => {
    const table = '<table><tr><th>Points</th><th>Limits</th></tr><tr><td>20</td><td>n ≤ 100</td></tr></table>';
    expect(read(table).examples).toEqual([]);
    expect(said(table)).toBe('| Points | Limits  |\n| - | - |\n| 20 | n ≤ 100 |'.replace('| Points | Limits  |', '| Points | Limits |'));
  });
});

describe('labels', () => {
  test.each([
    ['Japanese', '<h3>入力例 1</h3><pre>3\n1 2 3</pre><h3>出力例 1</h3><pre>6</pre>'],
    ['Japanese, with wide digits', '<h3>入力例１</h3><pre>3\n1 2 3</pre><h3>出力例１</h3><pre>6</pre>'],
    ['simplified Chinese', '<h3>样例输入</h3><pre>3\n1 2 3</pre><h3>样例输出</h3><pre>6</pre>'],
    ['simplified Chinese, the other way round', '<h2>输入样例 1：</h2><pre>3\n1 2 3</pre><h2>输出样例 1：</h2><pre>6</pre>'],
    ['traditional Chinese', '<h3>範例輸入 #1</h3><pre>3\n1 2 3</pre><h3>範例輸出 #1</h3><pre>6</pre>'],
    ['Korean', '<h2>예제 입력 1</h2><pre>3\n1 2 3</pre><h2>예제 출력 1</h2><pre>6</pre>'],
    ['Russian', '<h2>Пример ввода</h2><pre>3\n1 2 3</pre><h2>Пример вывода</h2><pre>6</pre>'],
    ['Spanish', '<h2>Entrada de ejemplo</h2><pre>3\n1 2 3</pre><h2>Salida de ejemplo</h2><pre>6</pre>'],
    ['Portuguese', '<h3>Exemplo</h3><p>Entrada:</p><pre>3\n1 2 3</pre><p>Saída:</p><pre>6</pre>'],
    ['German', '<h3>Beispieleingabe 1</h3><pre>3\n1 2 3</pre><h3>Beispielausgabe 1</h3><pre>6</pre>'],
  ])('in %s are recognized', (_, html) => {
    expect(read(html).examples).toEqual(both('3\n1 2 3', '6'));
  });

  it('in a block of code are read in Chinese as in English', () => {
    const html = `<p><strong>示例 1：</strong></p><pre><strong>输入：</strong>nums = [2,7], target = 9
<strong>输出：</strong>[0,1]
<strong>解释：</strong>因为 2 + 7 等于 9。</pre><p><strong>提示：</strong></p><ul><li><code>2 &lt;= n</code></li></ul>`;
    expect(read(html)).toMatchObject({
      examples: both('nums = [2,7], target = 9', '[0,1]', '因为 2 + 7 等于 9。'),
      constraints: ['2 <= n'],
    });
  });

  it('of the input format are not read as samples', () => {
    expect(read('<h3>入力</h3><p>入力は以下の形式で与えられる。</p><h3>出力</h3><p>答えを出力せよ。</p>').examples).toEqual([]);
  });
});

describe('samples that are indented', () => {
  test.each([
    ['in pasted text', `${TEXT}\n\nSample Input\n\n    3\n    1 2 3\n\nSample Output\n\n    6\n`],
    ['by tabs', `${TEXT}\n\nSample Input:\n\t3\n\t1 2 3\nSample Output:\n\t6`],
  ])('lose what all their lines share: %s', (_, text) => {
    expect(questionOfText(text).examples).toEqual(both('3\n1 2 3', '6'));
  });

  it('keep the indentation that makes their shape', () => {
    expect(read('<h3>Sample Input</h3><pre>    2</pre><h3>Sample Output</h3><pre>   *\n  ***\n *****</pre>').examples).toEqual(
      both('2', '   *\n  ***\n *****'),
    );
  });
});
