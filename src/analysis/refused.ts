/** What was asked for cannot be done. The message says in a sentence why, and what to do. */
export class AnalysisRefused extends Error {
  override readonly name = 'AnalysisRefused';
}
