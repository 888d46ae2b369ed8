/** The key in the local storage of this browser that says whether the introduction was shown. The server does not know it. */
const FLAG = 'hasSeenOnboarding';

/** Whether the introduction was shown. True where the browser allows no storage, or it would be shown every time. */
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
    // The browser allows no storage; `hasSeenOnboarding` then gives true anyway.
  }
}
