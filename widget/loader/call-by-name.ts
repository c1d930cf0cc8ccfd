import { callSafely } from './call-page.ts'

type Owner = Record<string, unknown>

/** Calls a function of the page by its name, in which dots lead into objects. What goes wrong is shown. */
export function callByName(name: string): void {
  const path = name.split('.')
  const last = path.pop() as string
  callSafely(() => {
    let owner = window as unknown as Owner
    for (const part of path) owner = owner[part] as Owner
    ;(owner as Record<string, () => void>)[last]?.()
  })
}
