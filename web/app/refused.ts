/** The error from `/auth?error=`. The redirect of a signed-in person puts it into the history entry. */
export interface Refused {
  readonly refusal?: string;
}

export const refusedState = (refusal: string | null): Refused | null => (refusal ? { refusal } : null);
