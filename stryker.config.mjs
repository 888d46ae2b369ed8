// Mutation tests of the rules of the product (`npm run mutate`). docs/adr/0064-mutation-testing.md has the reasons.
export default {
  mutate: ['src/domain/**/*.ts'],
  // The test of the catalogue loads every decider inside of a test. Stryker would take what is done at loading for what this test checks.
  testFiles: ['tests/domain/**/!(catalogue).test.ts'],
  plugins: ['@stryker-mutator/vitest-runner'],
  testRunner: 'vitest',
  vitest: { configFile: 'scripts/mutation-tests.ts' },
  // A mutant that is active while a module loads needs a new process and all tests. Most of these are labels, examples and schemas of events.
  ignoreStatic: true,
  // Stryker would read tsconfig.json with the programming interface of the compiler, which TypeScript 7 does not have. There is no such file.
  tsconfigFile: 'none',
  tempDirName: '.cache/mutation/work',
  ignorePatterns: ['/.cache', '/bench', '/data', '/dist', '/docs', '/web'],
  reporters: ['clear-text', 'progress', 'html', 'json'],
  clearTextReporter: { allowColor: false, logTests: false },
  htmlReporter: { fileName: '.cache/mutation/report.html' },
  jsonReporter: { fileName: '.cache/mutation/report.json' },
  thresholds: { high: 90, low: 85, break: 85 },
};
