import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { errorStatus } from '../../server/errors.ts'
import { paths } from '../../server/paths.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk } from '../support/desk.ts'
import { component, conforms, document, mistakesOf } from '../support/openapi.ts'

const page = readFileSync(`${paths.root}docs/channel.md`, 'utf8')
const blocks = (language: string) =>
  [...page.matchAll(new RegExp(`\`\`\`${language}\\n(.*?)\`\`\``, 'gs'))].map(([, text = '']) => text)
const CHANNEL = '/channel/{secret}/{publicId}'

let app: TestApp
let desk: Desk
beforeAll(async () => {
  app = await startTestApp()
  desk = await openDesk(app)
})
afterAll(() => app.close())

describe('docs/channel.md', () => {
  const bodies = blocks('sh').flatMap((text) => [...text.matchAll(/ -d '(.*?)'$/gms)].map(([, body]) => body))

  test('shows a message of every kind', () => {
    const kinds = bodies.map((body) => JSON.parse(body ?? '').message.type)
    const all = 'text photo video audio voice sticker document location typein'
    expect(new Set(kinds)).toEqual(new Set(all.split(' ')))
  })

  test.each(bodies)('has a command that works: %s', async (body = '') => {
    expect(mistakesOf(JSON.parse(body), component('VisitorMessage'))).toEqual([])
    const response = await desk.post(body)
    expect(response.status).toBe(200)
    expect(await conforms(response, CHANNEL, 'post')).toMatchObject({ result: 'ok' })
  })

  test.each(blocks('json'))('has JSON that is what it shows: %s', (text) => {
    const json = JSON.parse(text)
    expect(mistakesOf(json, component(schemaFor(json)))).toEqual([])
  })

  function schemaFor(json: object): string {
    if ('recipient' in json) return 'ClientMessage'
    if ('state' in json) return 'MessageReceipt'
    if ('result' in json) return 'VisitorMessageAnswer'
    const { code } = (json as { error: { code: string } }).error
    return code in errorStatus ? 'Error' : 'ClientAnswer'
  }

  test('names every error of the document with its status', () => {
    const rows = [...page.matchAll(/^\| (\d{3}) \| `(\w+)` \|/gm)].map(
      ([, status, code]) => `${status} ${code}`,
    )
    const documented = ['post', 'get'].flatMap((method) =>
      Object.entries(document.paths)
        .filter(([path]) => path.startsWith('/channel/'))
        .flatMap(([, item]) => Object.entries(item[method as 'get']?.responses ?? {}))
        .filter(([status]) => Number(status) >= 400)
        .flatMap(([status, { description }]) =>
          [...description.matchAll(/`(\w+)`/g)].map(([, code]) => `${status} ${code}`),
        ),
    )
    const elsewhere = ['405 method_not_allowed', '408 request_timeout', '500 internal_error']
    expect(new Set(rows)).toEqual(new Set([...documented, ...elsewhere]))
    for (const row of rows) expect(row).toBe(`${errorStatus[row.slice(4) as 'not_found']} ${row.slice(4)}`)
  })
})
