import { afterEach, expect, test } from 'vitest'
import { readConfig } from '../../../widget/loader/config.ts'

const global = globalThis as { window?: unknown }
const scriptAt = (src: string, id?: string) => ({ src, dataset: { id } }) as unknown as HTMLScriptElement

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

test('finds nothing without an id', () => {
  global.window = {}
  expect(readConfig(scriptAt('https://chat.example/widget.js'))).toBeNull()
  expect(readConfig(null)).toBeNull()
})
