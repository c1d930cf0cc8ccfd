/** The styles of every component: the build adds a call to each of them. */
const rules: string[] = []

/** Called at the end of each compiled component with its styles. */
export function addStyles(css: string): void {
  rules.push(css)
}

/** One style sheet of all, to adopt: a `<style>` element would need `'unsafe-inline'` in the page's policy. */
export function createStyleSheet(): CSSStyleSheet {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(rules.join(''))
  return sheet
}
