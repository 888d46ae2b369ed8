/** The AI service gave no answer that can be used, and nothing can answer in its place. The message is a sentence for the owner. */
export class AiUnavailable extends Error {
  override readonly name = 'AiUnavailable';
}
