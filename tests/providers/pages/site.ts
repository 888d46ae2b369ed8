import { createServer, type IncomingMessage, type RequestListener, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import { close, listen } from '../../servers/listening.ts';

/** A web site on loopback that records its requests. */
export interface TestSite {
  readonly port: number;
  /** The address with port under which connections to it can be allowed. */
  readonly place: string;
  /** Method and path of each request, in their order. */
  readonly asked: string[];
  readonly requests: IncomingMessage[];
  close(): Promise<void>;
}

/** What a site answers: a listener, or the page for each path. Its robots.txt is missing unless it is given. */
export type Answers =
  | RequestListener
  | Readonly<Record<string, string | ((request: IncomingMessage, response: ServerResponse) => unknown)>>;

/** A site until the end of the test. */
export async function openSite(answers: Answers): Promise<TestSite> {
  const asked: string[] = [];
  const requests: IncomingMessage[] = [];
  const server = createServer((request, response) => {
    asked.push(`${request.method} ${request.url}`);
    requests.push(request);
    response.on('error', () => {});
    if (typeof answers === 'function') return answers(request, response);
    const answer = answers[request.url ?? ''];
    if (typeof answer === 'function') answer(request, response);
    else if (answer === undefined) response.writeHead(404).end();
    else response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(answer);
  });
  const port = await listen(server);
  const end = () => close(server);
  onTestFinished(end);
  return { port, place: `127.0.0.1:${port}`, asked, requests, close: end };
}

/**
 * Pages as the practice sites build theirs, with content of our own: each has the elements, classes and order of the real ones, and
 * the usual content around the question.
 */
export const SITE_PAGES = {
  codeforces: {
    url: 'https://codeforces.com/problemset/problem/9/Z',
    html: `<html><head><title>Problem - 9Z - Codeforces</title></head><body><div id="header">Enter | Register</div>
<div class="problemindexholder"><div class="ttypography"><div class="problem-statement"><div class="header"><div class="title">Z. Two Shelves</div>
<div class="time-limit"><div class="property-title">time limit per test</div>1 second</div></div>
<div><p>There are $$$n$$$ books of at most $$$10^5$$$ pages. Put them on two shelves so that the <span class="tex-font-style-bf">thinner</span> shelf is as thick as possible.</p></div>
<div class="input-specification"><div class="section-title">Input</div><p>The first line contains $$$n$$$. The second line contains the pages.</p></div>
<div class="output-specification"><div class="section-title">Output</div><p>Print one number.</p></div>
<div class="sample-tests"><div class="section-title">Examples</div><div class="sample-test">
<div class="input"><div class="title">Input<div title="Copy" class="input-output-copier">Copy</div></div><pre id="id01"><div class="test-example-line test-example-line-even">3</div><div class="test-example-line test-example-line-odd">2 5 9</div></pre></div>
<div class="output"><div class="title">Output</div><pre id="id02">7
</pre></div>
<div class="input"><div class="title">Input</div><pre>1<br />4</pre></div><div class="output"><div class="title">Output</div><pre>0</pre></div>
</div></div><div class="note"><div class="section-title">Note</div><p>In the first example one shelf holds the last book.</p></div></div></div></div></body></html>`,
  },
  atcoder: {
    url: 'https://atcoder.jp/contests/zzz001/tasks/zzz001_a',
    html: `<html><head><title>A - Lanterns</title></head><body><nav>Contests</nav><div class="row"><div class="col-sm-12">
<span class="h2">A - Lanterns <a class="btn btn-default btn-sm" href="/contests/zzz001/tasks/zzz001_a/editorial">Editorial</a></span><hr/>
<p>Time Limit: 2 sec / Memory Limit: 1024 MB</p>
<div id="task-statement"><span class="lang"><span class="lang-ja"><div class="part"><section><h3>問題文</h3><p>灯籠が並んでいます。</p></section></div></span>
<span class="lang-en"><p>Score : <var>100</var> points</p>
<div class="part"><section><h3>Problem Statement</h3><p>There are <var>N</var> lanterns in a row, and lantern <var>i</var> is lit if <var>A_i</var> is <code>1</code>. Count the pairs of neighbours that are both lit.</p></section></div>
<div class="part"><section><h3>Constraints</h3><ul><li><var>2 \\leq N \\leq 2\\times 10^5</var></li><li>All values in input are integers.</li></ul></section></div>
<hr /><div class="io-style"><div class="part"><section><h3>Input</h3><p>The input is given from Standard Input in the following format:</p><pre><var>N</var>
<var>A_1</var> <var>A_2</var> <var>\\dots</var> <var>A_N</var>
</pre></section></div><div class="part"><section><h3>Output</h3><p>Print the answer.</p></section></div></div>
<hr /><div class="part"><section><h3>Sample Input 1</h3><pre>4
1 1 0 1
</pre></section></div><div class="part"><section><h3>Sample Output 1</h3><pre>1
</pre><p>Only the first two lanterns are lit side by side.</p></section></div>
<div class="part"><section><h3>Sample Input 2</h3><pre>2
0 0
</pre></section></div><div class="part"><section><h3>Sample Output 2</h3><pre>0
</pre></section></div></span></span></div></div></div></body></html>`,
  },
  kattis: {
    url: 'https://open.kattis.com/problems/teapots',
    html: `<html><head><title>Teapots – Kattis, Kattis</title></head><body><header>Problems</header><div class="book-page"><h1 class="book-page-heading">Teapots</h1>
<div class="problembody"><p>A shop sells teapots. Tell how many cups they fill together, when a cup holds two decilitres and what is left over is drunk by the cat.</p>
<h2>Input</h2><p>The input is one line with two integers.</p><h2>Output</h2><p>Output the number of cups.</p>
<table class="sample" summary="sample data"><tr><th>Sample Input 1</th><th>Sample Output 1</th></tr><tr><td><pre>10 4
</pre></td><td><pre>7
</pre></td></tr></table>
<table class="sample" summary="sample data"><tr><th>Sample Input 2</th><th>Sample Output 2</th></tr><tr><td><pre>1 0
</pre></td><td><pre>0
</pre></td></tr></table></div></div></body></html>`,
  },
  cses: {
    url: 'https://cses.fi/problemset/task/9999',
    html: `<html><head><title>CSES - Even Steps</title></head><body><div class="navigation"><div class="title-block"><h3><a href="/problemset/list/">CSES Problem Set</a></h3><h1>Even Steps</h1></div></div>
<div class="content-wrapper"><div class="content"><ul class="task-constraints"><li><b>Time limit:</b> 1.00 s</li></ul><div class="md"><p>You climb a ladder of <span class="math math-inline">n</span> rungs and take one or two at once. Count the ways in which every step ends on an even rung.</p>
<h1 id="input">Input</h1><p>The only input line has an integer n.</p><h1 id="output">Output</h1><p>Print one integer.</p>
<h1 id="constraints">Constraints</h1><ul><li><span class="math math-inline">1 \\le n \\le 10^6</span></li></ul>
<h1 id="example">Example</h1><p>Input:</p><pre>4
</pre><p>Output:</p><pre>1
</pre></div></div></div></body></html>`,
  },
  hackerrank: {
    url: 'https://www.hackerrank.com/challenges/jar-count/problem',
    html: `<html><head><title>Jar Count | HackerRank</title></head><body><h1 class="ui-icon-label page-label">Jar Count</h1><div class="problem-statement"><div class="challenge-body-html">
<div class="challenge_problem_statement"><div class="msB challenge_problem_statement_body"><div class="hackdown-content"><p>Each query names a colour. Print how many jars have had this colour so far, the present one included, for all queries in their order.</p></div></div></div>
<div class='challenge_input_format'><div class='msB challenge_input_format_title'><p><strong>Input Format</strong></p></div><div class='msB challenge_input_format_body'><div class='hackdown-content'><p>The first line contains the number of queries.</p></div></div></div>
<div class='challenge_constraints'><div class='msB challenge_constraints_title'><p><strong>Constraints</strong></p></div><div class='msB challenge_constraints_body'><div class='hackdown-content'><p>1 &lt;= q &lt;= 100 <br>Colours have no spaces.</p></div></div></div>
<div class='challenge_sample_input'><div class='msB challenge_sample_input_title'><p><strong>Sample Input</strong></p></div><div class='msB challenge_sample_input_body'><div class='hackdown-content'><pre>STDIN   Function
-----   --------
3       q = 3
red     first jar
blue
red
</pre></div></div></div><div class='challenge_sample_output'><div class='msB challenge_sample_output_title'><p><strong>Sample Output</strong></p></div><div class='msB challenge_sample_output_body'><div class='hackdown-content'><pre><code>1
1
2
</code></pre></div></div></div><div class='challenge_explanation'><div class='msB challenge_explanation_title'><p><strong>Explanation</strong></p></div><div class='msB challenge_explanation_body'><div class='hackdown-content'><p>The third jar is the second red one.</p></div></div></div></div></div></body></html>`,
  },
  exercism: {
    url: 'https://exercism.org/tracks/python/exercises/paper-boats',
    html: `<html><head><title>Paper Boats in Python on Exercism</title><meta property="og:title" content="Paper Boats in Python on Exercism"></head><body><nav>Learn</nav><div id="page-exercise-show"><header><h1>Paper Boats</h1></header>
<div class="lg-container"><section class="instructions c-textual-content --large"><h2>Instructions</h2><p>Write a function <code>fold(sheets, size)</code> that tells how many paper boats can be folded. See the <a href="/docs/folding">way of folding</a> and this <a href="javascript:alert(1)">trick</a>.</p>
<pre><code class="language-python">def fold(sheets, size):
    pass
</code></pre></section></div></div></body></html>`,
  },
  projectEuler: {
    url: 'https://projecteuler.net/problem=99999',
    html: `<html><head><title>#99999 Odd Mirrors - Project Euler</title></head><body><div id="content"><h2>Odd Mirrors</h2><div id="problem_info"><h3>Problem 99999</h3></div>
<div class="problem_content" role="problem"><p>A number is a mirror if it reads the same from both sides. Find the sum of all odd mirrors below 10<sup>6</sup> whose digits <i>d</i><sub>1</sub> and <i>d</i><sub>2</sub> differ.</p></div></div></body></html>`,
  },
  adventOfCode: {
    url: 'https://adventofcode.com/2099/day/1',
    html: `<html><head><title>Day 1 - Advent of Code 2099</title></head><body><header><h1 class="title-global"><a href="/">Advent of Code</a></h1></header><main>
<article class="day-desc"><h2>--- Day 1: Sleigh Ropes ---</h2><p>The elves count ropes. In their list (your puzzle input) each line is the length of one.</p><p>For example:</p><pre><code>3
4
</code></pre><p>Here, the ropes are <code><em>7</em></code> long together.</p></article><p>To play, please identify yourself.</p></main></body></html>`,
  },
  leetcode: {
    url: 'https://leetcode.com/problems/closest-lamp/',
    html: `<html><head><title>Closest Lamp - LeetCode</title></head><body><div id="__next"></div><script id="__NEXT_DATA__" type="application/json">${JSON.stringify(
      {
        props: {
          pageProps: {
            dehydratedState: {
              queries: [
                { state: { data: { question: { title: 'Closest Lamp', titleSlug: 'closest-lamp' } } } },
                { state: { data: { userStatus: null } } },
                {
                  state: {
                    data: {
                      question: {
                        content:
                          '<p>Given an array of integers <code>lamps</code>&nbsp;and an integer <code>at</code>, return <em>the distance to the closest lamp</em>.</p>\n<p>&nbsp;</p>\n<p><strong class="example">Example 1:</strong></p>\n<pre>\n<strong>Input:</strong> lamps = [2,9], at = 4\n<strong>Output:</strong> 2\n<strong>Explanation:</strong> The lamp at 2 is closest.\n</pre>\n<p><strong class="example">Example 2:</strong></p>\n<div class="example-block"><p><strong>Input:</strong> <span class="example-io">lamps = [5], at = 5</span></p><p><strong>Output:</strong> <span class="example-io">0</span></p></div>\n<p><strong>Constraints:</strong></p>\n<ul>\n<li><code>1 &lt;= lamps.length &lt;= 10<sup>5</sup></code></li>\n<li><code>0 &lt;= at</code></li>\n</ul>\n<p><strong>Follow-up:</strong> Is there a way in <code>O(log n)</code>?</p>',
                        metaData:
                          '{"name":"closestLamp","params":[{"name":"lamps","type":"integer[]"},{"name":"at","type":"integer"}],"return":{"type":"integer"}}',
                      },
                    },
                  },
                },
              ],
            },
          },
        },
      },
    )}</script></body></html>`,
  },
  leetcodeDescription: {
    url: 'https://leetcode.com/problems/closest-lamp/',
    html: `<html><head><title>Closest Lamp - LeetCode</title><meta name="description" content="Can you solve this real interview question? Closest Lamp - Given an array of integers lamps and an integer at, return the distance to the closest lamp.&#10;&#10;Example 1:&#10;&#10;&#10;Input: lamps = [2,9], at = 4&#10;Output: 2&#10;Explanation: The lamp at 2 is closest.&#10;&#10;&#10;Example 2:&#10;&#10;&#10;Input: lamps = [5], at = 5&#10;Output: 0&#10;&#10;&#10;Constraints:&#10;&#10; * 1 &lt;= lamps.length &lt;= 105&#10; * 0 &lt;= at"></head><body><div id="__next"></div></body></html>`,
  },
} as const;
