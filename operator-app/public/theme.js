// Runs before the first paint, so that a chosen theme never flashes in the other one's colours.
try {
  const theme = localStorage.getItem('switchboard.theme')
  if (theme === '"dark"' || theme === '"light"') document.documentElement.dataset.theme = JSON.parse(theme)
} catch {
  // Storage may be blocked: the system's theme applies.
}
