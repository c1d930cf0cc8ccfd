import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('people get the operator app at every address, programs at the first, and elsewhere an error', async () => {
  const ask = (path: string, accept: string) => fetch(app.url + path, { headers: { accept } })
  for (const [path, accept] of [
    ['/', 'text/html'],
    ['/', '*/*'],
    ['/inbox/mine', 'text/html,application/xhtml+xml'],
  ] as const) {
    const page = await ask(path, accept)
    expect(page.status, `${path} ${accept}`).toBe(200)
    expect(page.headers.get('content-type')).toContain('text/html')
    expect(page.headers.get('cache-control')).toBe('no-cache')
  }
  const missed = await ask('/inbox/mine', '*/*')
  expect(missed.status).toBe(404)
  expect(await missed.text()).toContain('There is nothing at this address.')
})
