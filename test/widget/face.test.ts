import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { pruneFiles } from '../../server/domain/files/prune-files.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { type Desk, openDesk, reply } from '../support/desk.ts'
import { globalId, mutate } from '../support/graphql-client.ts'
import { makeWidget, openBrowser, write } from '../support/widget.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const SHOWN = 'offsetX offsetY zIndex launcherLabel logoUrl quickQuestions showsAnswers'

/** A widget, what its visitors are shown of it, and how an admin changes it. */
async function open() {
  const desk = await openDesk(app)
  const operatorIds = desk.operators.map(({ user }) => user.id)
  const widget = await makeWidget(app.services, { accountId: desk.account.id, operatorIds })
  const { execute } = await openBrowser(app.url, widget.publicId)
  const id = globalId('Channel', widget.id)
  return {
    desk,
    widget,
    id,
    async shown(fields = `${SHOWN} launcherShape`) {
      const { data } = await execute(`{ visit { widget { ${fields} } } }`)
      return data.visit.widget
    },
    change: (settings: object) =>
      mutate(desk.admin.execute, 'updateChannel', { id, settings: { widget: settings } }),
    setLogo: (input: object, by = desk.admin) =>
      mutate(
        by.execute,
        'setWidgetLogo',
        { id, ...input },
        `channel { settings { ... on WidgetSettings { logoUrl } } }`,
      ),
  }
}

test('visitors see the launcher, the questions and the place that an admin has chosen', async () => {
  const { shown, change, desk, id } = await open()
  const before = await shown()
  expect(before).toMatchObject({
    offsetX: 20,
    offsetY: 20,
    launcherLabel: null,
    logoUrl: null,
    quickQuestions: [],
    showsAnswers: true,
  })
  const face = { offsetX: 8, offsetY: 96, zIndex: 10, launcherLabel: 'Questions?', showsAnswers: false }
  const quickQuestions = ['Where is my order?', 'How can I return something?']
  const { userErrors } = await change({
    ...face,
    launcherIcon: 'SMILE',
    launcherLabel: '  Questions? ',
    quickQuestions: [` ${quickQuestions[0]} `, quickQuestions[0], quickQuestions[1]],
  })
  expect(userErrors).toEqual([])
  const after = await shown()
  expect(after).toMatchObject({ ...face, quickQuestions })
  expect(after.launcherShape).toMatch(/^path\(/)
  expect(after.launcherShape).not.toBe(before.launcherShape)
  const { data } = await desk.admin.execute(
    `{ channel(id: "${id}") { settings { ... on WidgetSettings { ${SHOWN} launcherIcon launcherShapes { icon shape } } } } }`,
  )
  const { settings } = data.channel
  expect(settings).toMatchObject({ ...face, launcherIcon: 'SMILE', quickQuestions })
  expect(settings.launcherShapes).toContainEqual({ icon: 'SMILE', shape: after.launcherShape })
})

test.each([
  ['offsetX', -1, 'INVALID'],
  ['offsetY', 401, 'INVALID'],
  ['zIndex', 0, 'INVALID'],
  ['launcherLabel', 'x'.repeat(25), 'TOO_LONG'],
  ['quickQuestions', ['1', '2', '3', '4', '5'], 'TOO_LONG'],
  ['quickQuestions', ['x'.repeat(81)], 'TOO_LONG'],
  ['quickQuestions', ['  '], 'BLANK'],
])('%s of %j is refused as %s, at its field', async (name, value, code) => {
  const { change } = await open()
  const { userErrors } = await change({ [name]: value })
  expect(userErrors).toHaveLength(1)
  expect(userErrors[0].code).toBe(code)
  expect(userErrors[0].field).toEqual(expect.arrayContaining(['settings', 'widget', name]))
})

/** A picture that somebody has uploaded a while ago. */
async function upload({ account, admin }: Desk, more: object = {}) {
  const key = randomUUID()
  const data = Buffer.from('picture')
  await app.services.storage.put(key, data)
  return app.services.db.file.create({
    data: {
      accountId: account.id,
      ownerId: admin.user.id,
      key,
      name: 'logo.png',
      contentType: 'image/png',
      mediaType: 'PHOTO',
      size: data.length,
      createdAt: new Date(0),
      ...more,
    },
  })
}

test('a logo is shown to visitors and kept as long as the widget has it', async () => {
  const { desk, shown, setLogo } = await open()
  const file = await upload(desk)
  const { channel } = await setLogo({ fileId: globalId('File', file.id) })
  const { logoUrl } = channel.settings
  expect(logoUrl).toBe(`${app.services.env.http.publicUrl}/files/${file.key}`)
  expect((await shown()).logoUrl).toBe(logoUrl)
  await pruneFiles(app.services, { now: new Date(), timeIsUp: new AbortController().signal })
  expect(await app.services.db.file.count({ where: { id: file.id } })).toBe(1)

  const removed = await setLogo({})
  expect(removed.channel.settings.logoUrl).toBeNull()
  expect((await shown()).logoUrl).toBeNull()
  await pruneFiles(app.services, { now: new Date(), timeIsUp: new AbortController().signal })
  expect(await app.services.db.file.count({ where: { id: file.id } })).toBe(0)
})

test('only an admin gives a widget a logo, and only a picture of their own', async () => {
  const { desk, setLogo } = await open()
  const [operator] = desk.operators
  const codeOf = async (changes: object, by = desk.admin) => {
    const { id } = await upload(desk, changes)
    return (await setLogo({ fileId: globalId('File', id) }, by)).userErrors[0]?.code
  }
  expect(await codeOf({})).toBeUndefined()
  expect(await codeOf({}, operator)).toBe('FORBIDDEN')
  expect(await codeOf({ ownerId: operator.user.id })).toBe('NOT_FOUND')
  expect(await codeOf({ mediaType: 'DOCUMENT' })).toBe('INVALID')
  const others = await makeWidget(app.services, { accountId: desk.account.id })
  const input = { fileId: globalId('File', (await upload(desk)).id) }
  // A file of one widget can be that of another, too.
  for (const id of [globalId('Channel', others.id), undefined])
    expect((await setLogo({ ...input, ...(id && { id }) })).userErrors).toEqual([])
  const chatChannel = globalId('Channel', desk.channel.id)
  expect((await setLogo({ ...input, id: chatChannel })).userErrors).toMatchObject([
    { code: 'NOT_FOUND', field: ['input', 'id'] },
  ])
})

/** Chats of visitors, each answered after so many minutes, or by nobody. */
async function answer(
  { desk, widget }: Awaited<ReturnType<typeof open>>,
  waits: (number | null)[],
): Promise<void> {
  const { db } = app.services
  const [operator] = desk.operators
  for (const minutes of waits) {
    const { chatId } = await write(await openBrowser(app.url, widget.publicId), 'Hello')
    const chat = { chatId: globalId('Chat', chatId) }
    if (minutes !== null) {
      await mutate(operator.execute, 'acceptChat', chat)
      const id = await reply(operator, chatId, 'Good morning')
      const asked = await db.message.findFirstOrThrow({ where: { chatId, author: 'VISITOR' } })
      const createdAt = new Date(asked.createdAt.getTime() + minutes * 60_000)
      await db.message.update({ where: { id }, data: { createdAt } })
    }
    await mutate(desk.admin.execute, 'closeChat', chat)
  }
}

test('visitors are told within what time half of the latest chats had an answer of a person', async () => {
  const opened = await open()
  await answer(opened, [1, 2, 5, 9, 10, 24 * 60, null])
  // The fourth of seven took nine minutes; people say ten.
  expect((await opened.shown('usualAnswerMinutes')).usualAnswerMinutes).toBe(10)
})

test('nothing is said of when a widget answers where most chats are never answered', async () => {
  const opened = await open()
  await answer(opened, [1, 1, 1, 1, 1, null, null, null, null, null, null])
  expect((await opened.shown('usualAnswerMinutes')).usualAnswerMinutes).toBeNull()
})

test('nothing is said of when a widget answers that has answered few chats', async () => {
  const { shown } = await open()
  expect((await shown('usualAnswerMinutes')).usualAnswerMinutes).toBeNull()
})
