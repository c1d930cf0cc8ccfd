/** Whether this person has told the browser to save data. Firefox and Safari do not say. */
export function savesData(): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean } }
  return connection?.saveData === true
}
