import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { startWorker } from '../../server/worker.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { PASSWORD } from '../support/factories.ts'
import { globalId, mutate } from '../support/graphql-client.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('the example of a telephone system enters itself, accepts orders and reports what becomes of them', async () => {
  const { db } = app.services
  const worker = await startWorker(app.services)
  const desk = await openDesk(app)
  const { email } = desk.admin.user
  const example = spawn(
    process.execPath,
    [join(paths.root, 'docs/examples/telephone-gateway.mjs'), email, PASSWORD, app.url],
    { env: { PATH: process.env.PATH, SECONDS_BETWEEN_STATES: '0.1' } },
  )
  let output = ''
  for (const stream of [example.stdout, example.stderr]) stream.on('data', (chunk) => (output += chunk))
  try {
    await expect.poll(() => output).toContain('waits on')
    for (const [phone, state] of [
      ['+4930123456', 'END'],
      ['+4930123450', 'ERROR'],
    ] as const) {
      await desk.say(phone, 'Please call me')
      const { visitorId } = await desk.chatOf(phone)
      const { userErrors } = await mutate(desk.admin.execute, 'startCall', {
        visitorId: globalId('Visitor', visitorId),
        phone,
      })
      expect(userErrors).toEqual([])
      const call = () => db.call.findFirstOrThrow({ where: { visitorId } })
      await expect.poll(async () => (await call()).state).toBe(state)
      expect(await call()).toMatchObject(
        state === 'END'
          ? { operatorId: desk.admin.user.id, recordUrl: expect.any(String) }
          : { reason: 'Nobody answered.' },
      )
    }
  } finally {
    example.kill('SIGKILL')
    await worker.stop()
  }
})
