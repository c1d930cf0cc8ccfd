import { readdirSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { startTestApp, type TestApp } from '../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const windowName = readdirSync(paths.widget).find((name) => /^window-[\w-]+\.js$/.test(name)) ?? ''

describe('the widget’s scripts', () => {
  test('are the same under every address that a tag may have, and soon asked for anew', async () => {
    const bodies = new Set<string>()
    for (const path of ['/widget.js', '/widget/Ab1', '/script/widget/Ab1', '/script/widget/Ab1.js']) {
      const response = await fetch(app.url + path)
      expect(response.status).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/^(text|application)\/javascript/)
      expect(response.headers.get('cache-control')).toBe('public, max-age=300')
      expect(response.headers.get('access-control-allow-origin')).toBe('*')
      expect(response.headers.get('cross-origin-resource-policy')).toBe('cross-origin')
      bodies.add(await response.text())
    }
    expect(bodies.size).toBe(1)
  })

  test('are served with one stray character after the id, and the types as text', async () => {
    for (const path of ['/widget/Ab1/', '/widget/Ab1,', '/script/widget/Ab1.js/', '/script/widget/Ab1%22']) {
      const response = await fetch(app.url + path)
      expect(response.status, path).toBe(200)
      expect(response.headers.get('content-type')).toMatch(/javascript/)
    }
    const types = await fetch(`${app.url}/widget/svc-api.d.ts`)
    expect(types.headers.get('content-type')).toBe('text/plain; charset=utf-8')
    expect(await types.text()).toContain('interface SvcApi')
  })

  test('are sent compressed, the window for a year, and to a page from before an update the present one', async () => {
    const headers = { 'accept-encoding': 'gzip' }
    const response = await fetch(`${app.url}/widget/${windowName}`, { headers })
    expect(response.headers.get('content-encoding')).toBe('gzip')
    expect(response.headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
    const earlier = await fetch(`${app.url}/widget/window-before.js`)
    expect(earlier.status).toBe(200)
    expect(earlier.headers.get('cache-control')).toBe('no-cache')
    expect(await earlier.text()).toBe(await response.text())
  })
})
