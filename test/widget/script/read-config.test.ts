import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../../../widget/loader/config.ts'

const global = globalThis as { window?: unknown }
const scriptAt = (src: string, id?: string, dataset = {}) =>
  ({ src, dataset: { ...(id && { id }), ...dataset } }) as unknown as HTMLScriptElement

afterEach(() => {
  delete global.window
})

test('finds the widget of every address that a tag may have', () => {
  global.window = {}
  const found = { origin: 'https://chat.example', widgetId: 'Ab_1-x' }
  expect(readConfig(scriptAt('https://chat.example/widget.js', 'Ab_1-x'))).toEqual(found)
  expect(readConfig(scriptAt('https://chat.example/widget.js?v=2', 'Ab_1-x'))).toEqual(found)
  expect(readConfig(scriptAt('https://chat.example/widget/Ab_1-x'))).toEqual(found)
  expect(readConfig(scriptAt('https://chat.example/script/widget/Ab_1-x'))).toEqual(found)
  expect(readConfig(scriptAt('https://chat.example/script/widget/Ab_1-x.js'))).toEqual(found)
})

test('takes the id from svc_config when neither tag nor address says it', () => {
  global.window = { svc_config: { widget_id: 'configured' } }
  expect(readConfig(scriptAt('https://chat.example/widget.js'))?.widgetId).toBe('configured')
  expect(readConfig(scriptAt('https://chat.example/widget.js', 'tag'))?.widgetId).toBe('tag')
})

test('takes the id from another attribute data-…-id when data-id is missing', () => {
  global.window = {}
  const found = (id?: string) => readConfig(scriptAt('https://chat.example/widget.js', id, { jvId: 'other' }))
  expect(found()?.widgetId).toBe('other')
  expect(found('tag')?.widgetId).toBe('tag')
  // Other programs mark tags, too.
  const marked = scriptAt('https://chat.example/widget/Ab_1-x', undefined, { consentId: 'marketing' })
  expect(readConfig(marked)?.widgetId).toBe('Ab_1-x')
})

test.each([',', '/', '"', "'", ' ', '.', ';', ')', '\u00a0', '%20'])(
  'forgives the stray character %j after the id',
  (stray) => {
    global.window = {}
    for (const end of ['', '.js'])
      expect(readConfig(scriptAt(`https://chat.example/widget/Ab_1-x${end}${stray}`))?.widgetId).toBe(
        'Ab_1-x',
      )
  },
)

test('finds nothing without an id', () => {
  global.window = {}
  expect(readConfig(scriptAt('https://chat.example/widget.js'))).toBeNull()
  expect(readConfig(null)).toBeNull()
})
