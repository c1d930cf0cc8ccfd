import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, type Person, reply } from '../support/desk.ts'
import { type Data, globalId, mutate } from '../support/graphql-client.ts'
import { makeWidget, openBrowser } from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const STEPS = '{ firstSteps { widgetSeenOn hasChat hasColleague hasPhoto isNamed } }'

async function stepsOf(person: Person): Promise<Data> {
  return ((await person.execute(STEPS)).data as Data).firstSteps
}

/** A desk whose only person is its admin. */
async function newDesk(): Promise<Desk> {
  const desk = await openDesk(app)
  await app.services.db.user.delete({ where: { id: desk.operators[0].user.id } })
  return desk
}

test('the first steps tick themselves off by what really happened, until an operator answers', async () => {
  const desk = await newDesk()
  const { admin, account } = desk
  const nothing = { widgetSeenOn: null, hasChat: false, hasColleague: false, hasPhoto: false, isNamed: false }
  expect(await stepsOf(admin)).toEqual(nothing)

  const widget = await makeWidget(app.services, { accountId: account.id })
  // The demo page of the installation is no website of theirs.
  await openBrowser(app.url, widget.publicId, { url: `${app.services.env.http.publicUrl}/demo` })
  expect(await stepsOf(admin)).toEqual(nothing)
  await openBrowser(app.url, widget.publicId, { url: 'https://shop.example/prices?a=b' })
  await mutate(admin.execute, 'updateAccount', { awayReasons: ['Lunch'] })
  expect(await stepsOf(admin)).toEqual({ ...nothing, widgetSeenOn: 'shop.example' })
  await mutate(admin.execute, 'updateAccount', { name: 'Shop' })
  const email = `${randomUUID()}@example.com`
  await mutate(admin.execute, 'inviteOperator', { email, role: 'OPERATOR' })
  await desk.say('v', 'Hello')
  const { id } = await desk.chatOf('v')
  await mutate(admin.execute, 'acceptChat', { chatId: globalId('Chat', id) })
  expect(await stepsOf(admin)).toEqual({
    widgetSeenOn: 'shop.example',
    hasChat: true,
    hasColleague: true,
    hasPhoto: false,
    isNamed: true,
  })
  await reply(admin, id, 'Hi')
  expect(await stepsOf(admin)).toBeNull()
})

test('an account has steps of its own', async () => {
  const [ours, theirs] = [await newDesk(), await openDesk(app)]
  await theirs.say('v', 'Hello')
  await reply(theirs.operators[0], (await theirs.chatOf('v')).id, 'Hi')
  expect(await stepsOf(ours.admin)).toMatchObject({ hasChat: false, hasColleague: false })
  expect(await stepsOf(theirs.admin)).toBeNull()
})

test('an admin renames the account, and nobody else does', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const rename = (person: Person, name: string) =>
    mutate(person.execute, 'updateAccount', { name }, 'account { name }')
  expect((await rename(operator, 'Mine')).userErrors).toMatchObject([{ code: 'FORBIDDEN' }])
  expect((await rename(desk.admin, ' ')).userErrors).toMatchObject([{ code: 'BLANK' }])
  expect(await rename(desk.admin, 'Shop & Sons')).toMatchObject({ account: { name: 'Shop & Sons' } })
  const entries = await app.services.db.auditEntry.findMany({ where: { accountId: desk.account.id } })
  expect(entries).toMatchObject([
    {
      action: 'ACCOUNT_UPDATED',
      changes: [{ field: 'name', before: desk.account.name, after: 'Shop & Sons' }],
    },
  ])
})
