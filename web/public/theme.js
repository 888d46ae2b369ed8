// Sets the chosen theme before the first paint, so that the page does not flash in the other one.
try {
  const chosen = localStorage.getItem('vouch-theme');
  if (chosen === 'light' || chosen === 'dark') document.documentElement.dataset.theme = chosen;
} catch {
  // The browser allows no storage, so the theme of the system is used.
}
