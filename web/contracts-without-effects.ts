import type { Plugin } from 'vite';

const CONTRACT = /\/src\/contracts\/.*\.ts$/;

interface Node {
  readonly type: string;
  readonly start: number;
  readonly end: number;
}
interface Declaration extends Node {
  readonly kind: string;
  readonly declarations: readonly { readonly init: Node | null }[];
}

/** Literals and functions have no effects, and the bundler sees that itself. */
const HARMLESS = new Set(['Literal', 'TemplateLiteral', 'ArrowFunctionExpression', 'FunctionExpression', 'UnaryExpression', 'Identifier']);

/**
 * Marks each value that a contract computes as something without effects, so that the bundler leaves out those that no script
 * uses. It cannot know this of a call such as `z.object()`, and keeps all schemas of a module of which a script uses one number.
 */
export const contractsWithoutEffects: Plugin = {
  name: 'contracts-without-effects',
  apply: 'build',
  enforce: 'post',
  transform(code, id) {
    if (!CONTRACT.test(id)) return null;
    const { body } = this.parse(code) as unknown as { readonly body: readonly (Node & { readonly declaration?: Node | null })[] };
    const values = body
      .map((statement) => statement.declaration ?? statement)
      .filter((statement): statement is Declaration => statement.type === 'VariableDeclaration')
      .flatMap(({ declarations }) => declarations.flatMap(({ init }) => (init === null || HARMLESS.has(init.type) ? [] : [init])));
    const marked = values.toReversed().reduce((text, { start, end }) => {
      const value = text.slice(start, end);
      return `${text.slice(0, start)}/* @__PURE__ */ (() => (${value}))()${text.slice(end)}`;
    }, code);
    return { code: marked, map: null, moduleSideEffects: false };
  },
};
