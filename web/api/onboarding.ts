/** Whether the introduction was seen is known to this browser alone. */
const FLAG = 'hasSeenOnboarding';

/** A browser that keeps nothing is not asked again and again. */
export function hasSeenOnboarding(): boolean {
  try {
    return localStorage.getItem(FLAG) !== null;
  } catch {
    return true;
  }
}

export function setSeenOnboarding(): void {
  try {
    localStorage.setItem(FLAG, 'true');
  } catch {
    // Nothing is kept here; it is taken as seen.
  }
}
