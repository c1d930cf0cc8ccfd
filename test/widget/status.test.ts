import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { until } from '../support/until.ts'
import { makeWidget } from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

test('whoever stops following the status of a widget twice takes it from nobody who has begun since', async () => {
  const { account, admin } = await openDesk(app)
  const { id } = await makeWidget(app.services, { accountId: account.id })
  const { widgetStatus } = app.services
  const end = widgetStatus.follow(id, () => {})
  end()
  const told: boolean[] = []
  const endOther = widgetStatus.follow(id, ({ paused }) => told.push(paused))
  end()
  await mutate(admin.execute, 'pauseChannel', { id: globalId('Channel', id) })
  await until(() => expect(told.at(-1)).toBe(true))
  endOther()
})
