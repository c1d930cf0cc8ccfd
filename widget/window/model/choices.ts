/** What the visitor has chosen in this browser. */
export function readChoice(name: string): string | null {
  try {
    return localStorage.getItem(`switchboard-${name}`)
  } catch {
    return null
  }
}

export function storeChoice(name: string, value: string): void {
  try {
    localStorage.setItem(`switchboard-${name}`, value)
  } catch {
    // A page may be denied its storage: then it holds until the page is left.
  }
}
