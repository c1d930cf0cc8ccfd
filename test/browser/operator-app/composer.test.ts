import { randomUUID } from 'node:crypto'
import type { BrowserContext, Page } from 'playwright-core'
import { expect, test } from 'vitest'
import { drawPicture } from '../../files/samples.ts'
import { type ClientServer, openClientServer } from '../../support/client-server.ts'
import { globalId } from '../../support/graphql-client.ts'
import { expectAccessible, SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

interface Desk extends ClientServer {
  context: BrowserContext
  page: Page
  chatId: string
}

/** An operator in front of a chat that is theirs. */
async function openOwnChat(): Promise<Desk> {
  const client = await openClientServer(app)
  const chatId = await client.chat()
  await client.send(chatId, 'Good morning')
  const path = `/inbox/mine/${encodeURIComponent(globalId('Chat', chatId))}`
  const page = await open(client.desk.operators[0], path)
  await composerOf(page).waitFor(SOON)
  return { ...client, context: page.context(), page, chatId }
}

function composerOf(page: Page) {
  return page.getByRole('textbox', { name: 'Message' })
}

async function messageOf({ receiver }: ClientServer, type: string): Promise<Record<string, unknown>> {
  const read = (json: unknown) => (json as { message: Record<string, unknown> }).message
  return read((await receiver.waitFor(({ json }) => read(json).type === type)).json)
}

/** Drops a file in the middle of the window, as a file manager would. Whether the browser was kept from opening it. */
function dropFile(page: Page, name: string): Promise<boolean> {
  return page.evaluate((fileName) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['some notes'], fileName, { type: 'text/plain' }))
    const at = document.elementFromPoint(innerWidth / 2, innerHeight / 2) ?? document.body
    const give = (kind: string) =>
      at.dispatchEvent(new DragEvent(kind, { dataTransfer, bubbles: true, cancelable: true }))
    give('dragenter')
    return !give('dragover') && !give('drop')
  }, name)
}

test('a voice message is recorded, heard and sent with the keyboard, in a format that clients can play', async () => {
  const desk = await openOwnChat()
  const { context, page } = desk
  await context.grantPermissions(['microphone'])
  await page.getByRole('button', { name: 'Record a voice message' }).focus()
  await page.keyboard.press('Enter')
  const stop = page.getByRole('button', { name: 'Stop recording' })
  await stop.waitFor(SOON)
  await expect.poll(() => page.getByRole('timer').textContent(), SOON).toMatch(/0:(0[2-9]|[1-5])/)
  // A key of the app would leave the chat and lose what was said.
  await page.keyboard.press('j')
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  const send = page.getByRole('button', { name: 'Send the voice message' })
  await send.waitFor(SOON)
  await expectAccessible(page)
  const recorded = () => page.locator('audio').evaluate((audio: HTMLAudioElement) => audio.duration)
  await expect.poll(recorded, SOON).toBeGreaterThan(1.5)
  await page.keyboard.press('Enter')

  const message = await messageOf(desk, 'voice')
  expect(message).toMatchObject({ file_name: expect.stringMatching(/^voice-\d{14}\.(wav|m4a)$/) })
  // In seconds, not milliseconds.
  expect(message.duration).toBeGreaterThanOrEqual(2)
  expect(message.duration).toBeLessThan(1_000)
  const file = await fetch(app.url + new URL(String(message.file)).pathname)
  expect(file.headers.get('content-type')).toMatch(/^audio\/(wav|mp4)$/)
  const sound = Buffer.from(await file.arrayBuffer())
  expect(sound.length).toBe(message.file_size)
  await page.getByRole('article').filter({ hasText: 'Voice message' }).waitFor(SOON)
  await composerOf(page).waitFor(SOON)
})

test('the microphone is let go when the recording is discarded, and when the chat is left', async () => {
  const { context, page, receiver } = await openOwnChat()
  await context.grantPermissions(['microphone'])
  await page.evaluate(() => {
    const { mediaDevices } = navigator
    const ask = mediaDevices.getUserMedia.bind(mediaDevices)
    const tracks: MediaStreamTrack[] = []
    Object.assign(globalThis, { tracks })
    mediaDevices.getUserMedia = async (constraints) => {
      const stream = await ask(constraints)
      tracks.push(...stream.getTracks())
      return stream
    }
  })
  const states = () =>
    page.evaluate(() =>
      (globalThis as unknown as { tracks: MediaStreamTrack[] }).tracks.map((track) => track.readyState),
    )
  const record = page.getByRole('button', { name: 'Record a voice message' })
  await record.click()
  await page.getByRole('button', { name: 'Stop recording' }).waitFor(SOON)
  await expect.poll(states, SOON).toEqual(['live'])
  await page.getByRole('button', { name: 'Discard the recording' }).click()
  await expect.poll(states, SOON).toEqual(['ended'])

  await record.click()
  await page.getByRole('button', { name: 'Stop recording' }).waitFor(SOON)
  await page.getByRole('link', { name: /^Waiting/ }).click()
  await expect.poll(states, SOON).toEqual(['ended', 'ended'])
  expect(receiver.requests).toHaveLength(1)
})

test('who does not allow the microphone is told so, and can go on writing', async () => {
  const { page } = await openOwnChat()
  // A browser without a window allows whatever it would ask for, but not what the page itself forbids.
  await page.route(page.url(), async (route) => {
    const response = await route.fetch()
    await route.fulfill({
      response,
      headers: { ...response.headers(), 'permissions-policy': 'microphone=()' },
    })
  })
  await page.reload()
  await composerOf(page).fill('A draft')
  await page.getByRole('button', { name: 'Record a voice message' }).click()
  await page.getByRole('alert').filter({ hasText: 'has blocked the microphone' }).waitFor(SOON)
  await page.keyboard.press('Escape')
  await expect.poll(() => composerOf(page).inputValue(), SOON).toBe('A draft')
})

test('a pasted map link is sent as a location, and what is no place is refused with its reason', async () => {
  const desk = await openOwnChat()
  const { page } = desk
  await page.getByRole('button', { name: 'Send a location' }).click()
  const field = page.getByLabel('Coordinates or a map link')
  await field.fill('91, 10')
  await page.getByRole('alert').filter({ hasText: 'between −90 and 90' }).waitFor(SOON)
  await field.fill('https://www.openstreetmap.org/?mlat=52.51628&mlon=13.37771#map=16/52.5/13.3')
  await page.getByText('52.51628, 13.37771').waitFor(SOON)
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  expect(await messageOf(desk, 'location')).toEqual({
    type: 'location',
    id: expect.any(String),
    latitude: 52.51628,
    longitude: 13.37771,
  })
  await page
    .getByRole('article')
    .getByRole('link', { name: /52\.51628, 13\.37771/ })
    .waitFor(SOON)
})

test('a visitor’s sticker is shown as the picture that it is, and as its character when there is none', async () => {
  const { desk, page, chatId } = await openOwnChat()
  const { visitor } = await app.services.db.chat.findUniqueOrThrow({
    where: { id: chatId },
    include: { visitor: true },
  })
  const picture = await drawPicture(64, 64).png().toBuffer()
  await page.route('https://stickers.example/*', (route) =>
    route.request().url().endsWith('there.png')
      ? route.fulfill({ contentType: 'image/png', body: picture })
      : route.fulfill({ status: 404 }),
  )
  const post = (name: string, emoji: string) =>
    desk.post({
      sender: { id: visitor.externalId },
      message: { type: 'sticker', file: `https://stickers.example/${name}`, emoji },
    })
  await post('there.png', '👍')
  await post('gone.webp', '👋')
  // Nothing of a foreign server is loaded before the operator asks for it.
  await page
    .getByRole('button', { name: /^Show:/ })
    .first()
    .click(SOON)
  const shown = page.getByRole('img', { name: 'Sticker 👍' })
  await shown.waitFor(SOON)
  await expect.poll(() => shown.evaluate((img: HTMLImageElement) => img.naturalWidth), SOON).toBe(64)
  await expect.poll(() => page.getByRole('img', { name: 'Sticker 👋' }).textContent(), SOON).toBe('👋')
})

test('a file is pasted wherever the focus is; a text that carries its picture along stays a text', async () => {
  const { page } = await openOwnChat()
  const paste = (target: string, types: Record<string, string>) =>
    page.evaluate(
      ([selector, texts]) => {
        const clipboardData = new DataTransfer()
        clipboardData.items.add(new File(['some notes'], 'pasted.txt', { type: 'text/plain' }))
        for (const [type, text] of Object.entries(texts)) clipboardData.setData(type, text)
        const event = new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true })
        return !document.querySelector(selector)?.dispatchEvent(event)
      },
      [target, types] as const,
    )
  expect(await paste('textarea', { 'text/plain': 'Words', 'text/html': '<b>Words</b>' })).toBe(false)
  await expect.poll(() => page.getByText('pasted.txt').count(), SOON).toBe(0)
  expect(await paste('body', {})).toBe(true)
  await page.getByRole('list', { name: 'Attached files' }).getByText('pasted.txt').waitFor(SOON)
})

test('what is sent while its files are still being uploaded leaves when they are, also from a chat that has been left', async () => {
  const desk = await openOwnChat()
  const { page } = desk
  let upload = () => {}
  const released = new Promise<void>((resolve) => {
    upload = resolve
  })
  await page.route('**/files', async (route) => {
    await released
    await route.fallback()
  })
  const file = { name: 'bill.txt', mimeType: 'text/plain', buffer: Buffer.from('12 €') }
  await page.locator('input[type=file]').first().setInputFiles(file)
  const tray = page.getByRole('list', { name: 'Attached files' })
  await tray.getByText('bill.txt').waitFor(SOON)
  await composerOf(page).fill('Here is the bill')
  await composerOf(page).press('Enter')
  await tray.getByText('Will be sent').waitFor(SOON)
  await page.getByRole('article').getByText('Here is the bill').waitFor(SOON)
  await page.getByRole('link', { name: /^Waiting/ }).click()
  await composerOf(page).waitFor({ state: 'detached', ...SOON })
  upload()
  expect(await messageOf(desk, 'document')).toMatchObject({ file_name: 'bill.txt' })
})

test('a picture is sent as a sticker, made small enough to be one', async () => {
  const desk = await openOwnChat()
  const { page } = desk
  const buffer = await drawPicture(1200, 600, { r: 200, g: 80, b: 0, alpha: 0.5 }).png().toBuffer()
  const choosing = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Send a sticker' }).click()
  await (await choosing).setFiles({ name: 'wave.png', mimeType: 'image/png', buffer })
  await page.getByText('Sticker ·').waitFor(SOON)
  await page.getByRole('button', { name: 'Send', exact: true }).click(SOON)
  expect(await messageOf(desk, 'sticker')).toMatchObject({ file_name: 'wave.png', width: 512, height: 256 })
})

test('a file that is dropped anywhere goes to the own chat that is open, else is refused with a reason', async () => {
  const desk = await openOwnChat()
  const { page } = desk
  const name = `notes-${randomUUID().slice(0, 8)}.txt`
  expect(await dropFile(page, name)).toBe(true)
  await page.getByRole('list', { name: 'Attached files' }).getByText(name).waitFor(SOON)
  await page.getByRole('button', { name: 'Send', exact: true }).click(SOON)
  expect(await messageOf(desk, 'document')).toMatchObject({ file_name: name })

  await desk.desk.say('somebody else', 'Nobody answers me yet')
  const waiting = globalId('Chat', (await desk.desk.chatOf('somebody else')).id)
  await page.goto(`${app.url}/inbox/waiting/${encodeURIComponent(waiting)}`)
  await page.getByRole('button', { name: 'Accept' }).waitFor(SOON)
  expect(await dropFile(page, name)).toBe(true)
  await page.getByRole('list', { name: 'Attached files' }).getByText(name).waitFor(SOON)

  await page.goto(`${app.url}/settings/profile`)
  await page.getByRole('heading', { name: 'Profile' }).waitFor(SOON)
  expect(await dropFile(page, name)).toBe(true)
  await page.getByText('Open one of your chats to send files.').first().waitFor(SOON)

  await page.context().clearCookies()
  await page.goto(`${app.url}/sign-in`)
  await page.getByLabel('E-mail').waitFor(SOON)
  expect(await dropFile(page, name)).toBe(true)
  expect(page.url()).toBe(`${app.url}/sign-in`)
})

test('a video and a recording that cannot be loaded say so calmly and link their files', async () => {
  const { page, desk } = await openOwnChat()
  const failures: Error[] = []
  page.on('pageerror', (error) => failures.push(error))
  const { visitor } = await app.services.db.chat.findFirstOrThrow({
    where: { visitor: { channelId: desk.channel.id } },
    include: { visitor: true },
  })
  const send = (message: object) => desk.post({ sender: { id: visitor.key }, message })
  expect((await send({ type: 'video', file: 'https://client.invalid/clip.mp4' })).status).toBe(200)
  expect((await send({ type: 'voice', file: 'https://client.invalid/note.ogg' })).status).toBe(200)
  await page.getByRole('button', { name: 'Show: clip.mp4' }).click(SOON)
  const clip = page.getByRole('link', { name: 'Open file: clip.mp4' })
  await clip.waitFor(SOON)
  await expect.poll(() => clip.getAttribute('href'), SOON).toBe('https://client.invalid/clip.mp4')
  await expect.poll(() => clip.evaluate((link) => link === document.activeElement), SOON).toBe(true)
  await page.getByRole('button', { name: 'Play', exact: true }).click(SOON)
  const note = page.getByRole('link', { name: 'Open file: Voice message' })
  await note.waitFor(SOON)
  await expect.poll(() => note.evaluate((link) => link === document.activeElement), SOON).toBe(true)
  await expectAccessible(page)
  expect(failures).toEqual([])
})

test('at a width where the visitor is a sheet, the key D opens it as its button does, and closes it again', async () => {
  const { page } = await openOwnChat()
  await page.setViewportSize({ width: 1000, height: 800 })
  await page.getByRole('heading', { level: 2 }).first().click(SOON)
  await page.keyboard.press('d')
  const sheet = page.getByRole('dialog', { name: 'Visitor' })
  await sheet.waitFor(SOON)
  await page.keyboard.press('d')
  await sheet.waitFor({ state: 'detached', ...SOON })
})
