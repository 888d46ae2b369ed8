// Before the first paint: the chosen theme, if one was chosen. Else the system's.
try {
  const chosen = localStorage.getItem('vouch-theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // Storage is shut: the system's theme it is.
}
