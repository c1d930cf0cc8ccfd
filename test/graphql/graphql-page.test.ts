import { execFile } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { requestErrorCodes, userErrorCodes } from '../../server/graphql/kit/error-codes.ts'
import { schema } from '../../server/graphql/schema.ts'
import { paths } from '../../server/paths.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

const run = promisify(execFile)
const page = readFileSync(`${paths.root}docs/graphql.md`, 'utf8')

let app: TestApp
let env: NodeJS.ProcessEnv
beforeAll(async () => {
  app = await startTestApp()
  const desk = await openDesk(app)
  const { execute } = desk.admin
  const { token } = await mutate(execute, 'createApiToken', { name: 'Example' }, 'token')
  const { data } = await execute('{ viewer { eventCursor } }')
  await desk.say('visitor', 'Hello')
  const CHAT_ID = globalId('Chat', (await desk.chatOf('visitor')).id)
  env = { ...process.env, SWITCHBOARD: app.url, TOKEN: token, CHAT_ID, CURSOR: data.viewer.eventCursor }
})
afterAll(() => app.close())

/** What a reader compares: everything but ids, cursors and addresses. */
function shape(value: unknown, key = ''): unknown {
  if (Array.isArray(value)) return value.map((part) => shape(part, key))
  if (typeof value === 'object' && value !== null) {
    return Object.fromEntries(Object.entries(value).map(([name, part]) => [name, shape(part, name)]))
  }
  return ['code', 'field', 'message'].includes(key) || typeof value !== 'string' ? value : 'a text'
}

describe('docs/graphql.md', () => {
  const commands = [...page.matchAll(/```sh\n(.*?)```\n\n```json\n(.*?)```/gs)]
  const others = [...page.matchAll(/```sh\n/g)]

  test('shows the answer of every command', () => {
    expect(commands.length).toBe(others.length)
    expect(commands.length).toBeGreaterThan(4)
  })

  test.each(commands.map(([, command = '', answer = '']) => [command, answer]))(
    'has a command that answers what it shows: %s',
    async (command, answer) => {
      const { stdout } = await run('bash', ['-c', command], { env })
      // The page says that its examples leave out what they cost.
      const { extensions, ...told } = JSON.parse(stdout)
      expect(extensions ?? { cost: {} }).toHaveProperty('cost')
      expect(shape(told)).toEqual(shape(JSON.parse(answer)))
    },
  )

  test('has a program that receives an event', async () => {
    const [, program = ''] = /```js\n(.*?)```/s.exec(page) ?? []
    const { stdout } = await run('node', ['--input-type=module', '-e', program], { env, cwd: paths.root })
    expect(JSON.parse(stdout)).toEqual({ __typename: expect.any(String), cursor: expect.any(String) })
  })

  test('names every mutation that has no arguments', () => {
    const [, named = ''] = /has one `input`, except (.*?), which have no arguments/s.exec(page) ?? []
    const fields = Object.values(schema.getMutationType()?.getFields() ?? {})
    const bare = fields.filter(({ args }) => args.length === 0).map(({ name }) => name)
    expect([...named.matchAll(/`(\w+)`/g)].map(([, name]) => name)).toEqual(bare)
  })

  test('lists every code with its meaning', () => {
    for (const codes of [userErrorCodes, requestErrorCodes]) {
      const rows = Object.entries(codes).map(([code, meaning]) => `| \`${code}\` | ${meaning} |`)
      expect(page).toContain(rows.join('\n'))
    }
  })
})
