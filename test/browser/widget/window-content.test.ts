import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, expect, onTestFinished, test, vi } from 'vitest'
import { createVisitorToken } from '../../../server/domain/visitors/visitor-token.ts'
import { findFreePort } from '../../../server/stores/find-free-port.ts'
import { drawPicture, makeWav } from '../../files/samples.ts'
import { makeBot } from '../../support/bots.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { type Receiver, startReceiver } from '../../support/receiver.ts'
import { startSwitchboard } from '../../support/switchboard.ts'
import { SOON, startWithBrowser } from '../support.ts'
import { openShop } from './support.ts'
import { accept, fieldOf, messageOf, openVisit, say } from './window-support.ts'

const MAX_BYTES = 300_000

const { app, browser } = startWithBrowser(async () => {
  // The addresses of files name the origin that the page's policy allows.
  const port = await findFreePort()
  return startSwitchboard({
    variables: {
      PORT: String(port),
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      FILE_MAX_BYTES: String(MAX_BYTES),
    },
  })
})
let bot: Receiver

beforeAll(async () => {
  bot = await startReceiver()
})

afterAll(() => bot?.stop())

const picture = async (name = 'sofa.png') => ({
  name,
  mimeType: 'image/png',
  buffer: await drawPicture(640, 400).png().toBuffer(),
})
const invoice = { name: 'invoice.txt', mimeType: 'text/plain', buffer: Buffer.from('Ten sofas') }

test('files that are chosen arrive as what they are, and can be opened', async () => {
  const { page, written, problems } = await openVisit(app, browser)
  await page.locator('input[type=file]').setInputFiles([await picture(), invoice])
  const shown = page.getByRole('link', { name: 'sofa.png' }).getByRole('img')
  await shown.waitFor(SOON)
  await vi.waitFor(
    async () => expect(await shown.evaluate((one: HTMLImageElement) => one.naturalWidth)).toBe(320),
    SOON,
  )
  const link = page.getByRole('link', { name: /invoice\.txt/ })
  await link.waitFor(SOON)
  expect(await (await fetch((await link.getAttribute('href')) ?? '')).text()).toBe('Ten sofas')
  expect((await written()).map(({ type }) => type)).toEqual(['PHOTO', 'DOCUMENT'])
  expect(problems).toEqual([])
})

test('files that are dropped on the window or pasted into it are sent', async () => {
  const { page, written } = await openVisit(app, browser)
  const { buffer } = await picture()
  for (const type of ['drop', 'paste'] as const) {
    await fieldOf(page).evaluate(
      (field, [type, bytes]) => {
        const transfer = new DataTransfer()
        transfer.items.add(new File([new Uint8Array(bytes)], `${type}.png`, { type: 'image/png' }))
        const options = { bubbles: true, composed: true, cancelable: true }
        field.dispatchEvent(
          type === 'drop'
            ? new DragEvent(type, { ...options, dataTransfer: transfer })
            : new ClipboardEvent(type, { ...options, clipboardData: transfer }),
        )
      },
      [type, [...buffer]] as const,
    )
    await page.getByRole('link', { name: `${type}.png` }).waitFor(SOON)
  }
  expect((await written()).map(({ type }) => type)).toEqual(['PHOTO', 'PHOTO'])
})

test('a folder that is dropped on the window says that it cannot be sent, and the files beside it are sent', async () => {
  const { page, context, written } = await openVisit(app, browser)
  const folder = await mkdtemp(join(tmpdir(), 'folder-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const file = join(folder, 'invoice.txt')
  await writeFile(file, 'Ten sofas')
  const { x = 0, y = 0 } = (await page.getByRole('dialog').boundingBox()) ?? {}
  const session = await context.newCDPSession(page)
  for (const type of ['dragEnter', 'dragOver', 'drop'] as const) {
    const data = { items: [], files: [folder, file], dragOperationsMask: 1 }
    await session.send('Input.dispatchDragEvent', { type, x: x + 100, y: y + 200, data })
  }
  await messageOf(page, basename(folder)).getByText('Files of this kind cannot be sent.').waitFor(SOON)
  await page.getByRole('link', { name: /invoice\.txt/ }).waitFor(SOON)
  expect(await written()).toMatchObject([{ type: 'DOCUMENT' }])
})

test('what is pasted from an office program stays a text, without the picture of it; a text that is dragged is no file', async () => {
  const { page } = await openVisit(app, browser)
  const { buffer } = await picture()
  const isTaken = await fieldOf(page).evaluate(
    (field, bytes) => {
      const transfer = new DataTransfer()
      transfer.setData('text/plain', 'Two cells')
      transfer.setData('text/html', '<td>Two cells</td>')
      const options = { bubbles: true, composed: true, cancelable: true }
      const drag = new DragEvent('dragenter', { ...options, dataTransfer: transfer })
      field.dispatchEvent(drag)
      transfer.items.add(new File([new Uint8Array(bytes)], 'cells.png', { type: 'image/png' }))
      const paste = new ClipboardEvent('paste', { ...options, clipboardData: transfer })
      field.dispatchEvent(paste)
      return [drag.defaultPrevented, paste.defaultPrevented]
    },
    [...buffer],
  )
  expect(isTaken).toEqual([false, false])
  await say(page, 'Hello')
  await messageOf(page, 'Hello').waitFor(SOON)
  expect(await page.getByText('Drop files here').count()).toBe(0)
  expect(await page.getByText('cells.png').count()).toBe(0)
})

test('a file that is too large says so, and can be removed; its progress is shown meanwhile', async () => {
  const { page, written } = await openVisit(app, browser)
  await page.route('**/files', async (route) => {
    await page.getByRole('progressbar', { name: 'Uploading big.bin' }).waitFor(SOON)
    return route.fallback()
  })
  await page.locator('input[type=file]').setInputFiles({
    name: 'big.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(MAX_BYTES + 1),
  })
  const alert = page.getByRole('alert')
  await alert.getByText('Not sent').waitFor(SOON)
  await alert.getByRole('button', { name: 'Remove' }).click()
  await alert.waitFor({ state: 'detached' })
  await say(page, 'Then not')
  await messageOf(page, 'Then not').getByText('Sent').waitFor(SOON)
  expect(await written()).toHaveLength(1)
})

test('a file that was refused after its upload still has its name on the next page', async () => {
  const { page, desk, widget, written } = await openVisit(app, browser)
  await say(page, 'Hello')
  await messageOf(page, 'Hello').getByText('Sent').waitFor(SOON)
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('sendVisitorMessage') ? route.abort() : route.fallback(),
  )
  const stored = page.waitForResponse('**/files')
  await page.locator('input[type=file]').setInputFiles(invoice)
  await stored
  await page.getByText('Sending…').waitFor(SOON)
  await mutate(desk.admin.execute, 'pauseChannel', { id: globalId('Channel', widget.id) })
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.reload()
  const refused = messageOf(page, 'invoice.txt')
  await refused.getByText('Not sent').waitFor(SOON)
  await mutate(desk.admin.execute, 'resumeChannel', { id: globalId('Channel', widget.id) })
  await refused.getByRole('button', { name: 'Try again' }).click(SOON)
  await page.getByRole('link', { name: /invoice\.txt/ }).waitFor(SOON)
  expect((await written()).map(({ type }) => type)).toEqual(['TEXT', 'DOCUMENT'])
})

test('an upload that was interrupted can be tried again', async () => {
  const { page, written } = await openVisit(app, browser)
  await page.route('**/files', (route) => route.abort(), { times: 1 })
  await page.locator('input[type=file]').setInputFiles(invoice)
  await page.getByRole('button', { name: 'Try again' }).click(SOON)
  await page.getByRole('link', { name: /invoice\.txt/ }).waitFor(SOON)
  expect(await written()).toHaveLength(1)
})

test('a file is sent from a page that has been open for longer than its token holds', async () => {
  const { page, widget, chat, written } = await openVisit(app, browser)
  await say(page, 'Hello')
  await messageOf(page, 'Hello').getByText('Sent').waitFor(SOON)
  const { visitorId } = await chat()
  const expired = createVisitorToken(app.services.env.secretKey, {
    channelId: widget.id,
    visitorId,
    expiresAt: new Date(Date.now() - 60_000),
  })
  await page.evaluate(([key, value]) => localStorage.setItem(key, value), [
    `svc:${widget.publicId}:token`,
    expired,
  ] as const)
  await page.locator('input[type=file]').setInputFiles({
    name: 'plan.bin',
    mimeType: 'application/octet-stream',
    buffer: Buffer.alloc(MAX_BYTES - 1_000),
  })
  await page.getByRole('link', { name: /plan\.bin/ }).waitFor(SOON)
  expect((await written()).map(({ type }) => type)).toEqual(['TEXT', 'DOCUMENT'])
})

test('an operator’s recording and picture are shown', async () => {
  const { page, chat, desk, operator, problems } = await openVisit(app, browser)
  await say(page, 'Show me')
  const opened = await chat()
  await accept(desk, opened)
  const files = [
    [makeWav(1), 'note.wav'],
    [await drawPicture(100, 80).png().toBuffer(), 'plan.png'],
  ] as const
  for (const [content, name] of files) {
    const form = new FormData()
    form.append('file', new Blob([new Uint8Array(content)]), name)
    const headers = { cookie: operator.cookie, 'x-graphql-yoga-csrf': '1' }
    const stored = await fetch(`${app.url}/files`, { method: 'POST', headers, body: form })
    const { id } = (await stored.json()) as { id: string }
    const input = { chatId: globalId('Chat', opened.id), fileId: id, idempotencyKey: crypto.randomUUID() }
    expect((await mutate(operator.execute, 'sendMessage', input)).userErrors).toEqual([])
  }
  await page.locator('audio[aria-label="note.wav"]').waitFor(SOON)
  await page.getByRole('link', { name: 'plan.png' }).waitFor(SOON)
  expect(problems).toEqual([])
})

test('a bot’s marks are shown as what they mean and never as markup, and of its buttons one can be pressed, once', async () => {
  const shop = await openShop(app)
  const endpointUrl = `${bot.url}/${shop.widget.publicId}`
  const {
    provider,
    bot: robot,
    token,
  } = await makeBot(app.services, { accountId: shop.desk.account.id, endpointUrl })
  await app.services.db.channel.update({ where: { id: shop.widget.id }, data: { botId: robot.id } })
  const { page, chat, problems } = await openVisit(app, browser, { shop })
  await say(page, 'Hi')
  const opened = await chat()
  const post = async (message: object) => {
    const response = await fetch(`${app.url}/bot/webhooks/${provider.publicId}/${token}`, {
      method: 'POST',
      body: JSON.stringify({ event: 'BOT_MESSAGE', chat_id: opened.number, message }),
    })
    expect(response.status).toBe(200)
  }
  const content =
    'See **our** *new* [catalogue](https://shop.example/c) <img src=x onerror=alert(1)> [no](javascript:alert(1))'
  await post({ type: 'MARKDOWN', content, text: 'See our catalogue' })
  const marked = messageOf(page, 'catalogue')
  await marked.waitFor(SOON)
  await expect
    .poll(
      () => marked.getByText('our', { exact: true }).evaluate((one) => getComputedStyle(one).fontWeight),
      SOON,
    )
    .toBe('650')
  await expect
    .poll(
      () => marked.getByText('new', { exact: true }).evaluate((one) => getComputedStyle(one).fontStyle),
      SOON,
    )
    .toBe('italic')
  await expect.poll(() => marked.getByRole('link').count(), SOON).toBe(1)
  await expect.poll(() => marked.getByRole('link').getAttribute('href'), SOON).toBe('https://shop.example/c')
  await marked.getByText('<img src=x onerror=alert(1)>').waitFor()
  await expect.poll(() => marked.locator('img').count(), SOON).toBe(0)
  // The plain text is for channels that show no marks: a bot need not send one.
  await post({ type: 'MARKDOWN', content: 'Only *today*' })
  const bare = messageOf(page, 'Only')
  await expect
    .poll(
      () => bare.getByText('today', { exact: true }).evaluate((one) => getComputedStyle(one).fontStyle),
      SOON,
    )
    .toBe('italic')
  // A screen reader hears it without the marks.
  await page.getByText(': Only today').waitFor({ state: 'attached', ...SOON })

  const buttons = [
    { id: 'd', text: 'Delivery' },
    { id: 'r', text: 'Return' },
  ]
  await post({ type: 'BUTTONS', title: 'What is it about?', buttons, text: 'Delivery or return?' })
  const group = page.getByRole('group', { name: 'What is it about?' })
  // What is refused and removed was not pressed.
  const refused = { code: 'INVALID', message: 'Not now.', field: null }
  await page.route('**/graphql', (route) =>
    route.request().postData()?.includes('sendVisitorMessage')
      ? route.fulfill({ json: { data: { sendVisitorMessage: { message: null, userErrors: [refused] } } } })
      : route.fallback(),
  )
  await group.getByRole('button', { name: 'Delivery' }).press('Enter', SOON)
  const remove = page.getByRole('alert').getByRole('button', { name: 'Remove' })
  await remove.waitFor(SOON)
  // Keys still reach the window, although the button that had the focus was disabled.
  await expect
    .poll(() => page.evaluate(() => document.activeElement?.localName), SOON)
    .toBe('switchboard-widget')
  await remove.click()
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await group.getByRole('button', { name: 'Delivery' }).dblclick(SOON)
  await messageOf(page, 'Delivery').filter({ hasText: 'Sent' }).waitFor(SOON)
  await expect.poll(() => group.getByRole('button', { disabled: true }).count(), SOON).toBe(2)
  const pressed = () =>
    bot.requests.filter(({ text }) => text.includes('"button_id":"d"') || text.includes('Delivery'))
  await vi.waitFor(() => expect(pressed()).toHaveLength(1), SOON)
  // What is written after it comes after it.
  await say(page, 'Thank you')
  await bot.waitFor(({ text }) => text.includes('Thank you'))
  expect(pressed()).toHaveLength(1)
  await page.reload()
  await group.getByRole('button', { name: 'Return', disabled: true }).waitFor(SOON)
  expect(problems).toEqual([])
})
