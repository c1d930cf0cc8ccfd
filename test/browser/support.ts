import axe from 'axe-core'
import type { Page } from 'playwright-core'
import { expect } from 'vitest'

/** Signs in through the page that people see. */
export async function signIn(
  page: Page,
  url: string,
  { email, password }: { email: string; password: string },
) {
  await page.goto(`${url}/sign-in`)
  await page.getByLabel('E-mail').fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.getByRole('navigation').first().waitFor()
}

/** WCAG 2.2 A and AA as far as axe can see. The page must have been opened with `bypassCSP`. */
export async function expectAccessible(page: Page): Promise<void> {
  await page.addScriptTag({ content: axe.source })
  const violations = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: typeof import('axe-core') }
    const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa']
    const { violations } = await axe.run({ runOnly: tags })
    return violations.map(({ id, nodes }) => `${id}: ${nodes.map((node) => node.html).join(' | ')}`)
  })
  expect(violations).toEqual([])
}
