import type { Browser, BrowserContext, Page } from 'playwright-core'
import { expect, vi } from 'vitest'
import type { Chat, Message } from '../../../server/generated/prisma/client.ts'
import type { TestApp } from '../../support/app.ts'
import type { Desk, Person } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { runAxe, SOON } from '../support.ts'
import { launcherOf, openShop, openSite, openVisitor, type Shop, visitPage } from './support.ts'

/** A shop whose window a visitor has open. */
export interface Visit extends Shop {
  page: Page
  context: BrowserContext
  url: string
  /** What the page's policy refused, and what the page threw. */
  problems: string[]
  operator: Person
  /** The visitor's chat, as soon as there is one that fits. */
  chat(fits?: (chat: Chat) => boolean): Promise<Chat>
  /** What the visitor has written, in its order. */
  written(): Promise<Message[]>
}

interface VisitOptions {
  settings?: Parameters<typeof openShop>[1]
  /** A shop that is there already. */
  shop?: Shop
}

/** A visitor opens the chat on a website with a strict policy. */
export async function openVisit(
  app: TestApp,
  browser: Browser,
  { settings = {}, shop }: VisitOptions = {},
): Promise<Visit> {
  const { db } = app.services
  const { desk, widget } = shop ?? (await openShop(app, settings))
  const site = await openSite({ service: app.url, widgetId: widget.publicId })
  const { context, problems } = await openVisitor(browser)
  const page = await visitPage(context, site.url)
  await launcherOf(page).click()
  await page.getByRole('dialog').waitFor(SOON)
  return {
    desk,
    widget,
    page,
    context,
    url: site.url,
    problems,
    operator: desk.operators[0],
    chat: (fits = () => true) =>
      vi.waitFor(async () => {
        const chats = await db.chat.findMany({
          where: { channelId: widget.id },
          orderBy: { createdAt: 'desc' },
        })
        const found = chats.find(fits)
        if (!found) throw new Error(`No chat fits: ${JSON.stringify(chats.map(({ status }) => status))}`)
        return found
      }, SOON),
    written: () =>
      db.message.findMany({
        where: { chat: { channelId: widget.id }, author: 'VISITOR' },
        orderBy: [{ createdAt: 'asc' }, { seq: 'asc' }],
      }),
  }
}

/** The visitor writes and presses Enter. */
export async function say(page: Page, text: string): Promise<void> {
  await fieldOf(page).fill(text)
  await fieldOf(page).press('Enter')
}

export const fieldOf = (page: Page) => page.getByRole('textbox', { name: 'Write a message…' })

/** A message in the conversation, by its text. */
export const messageOf = (page: Page, text: string) => page.getByRole('listitem').filter({ hasText: text })

export const choose = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'More' }).click()
  await page.getByRole('listitem').getByRole('button', { name: item }).click()
}

export async function accept({ operators: [operator] }: Desk, { id }: Pick<Chat, 'id'>): Promise<void> {
  await mutate(operator.execute, 'acceptChat', { chatId: globalId('Chat', id) })
}

export async function close({ operators: [operator] }: Desk, { id }: Pick<Chat, 'id'>): Promise<void> {
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', id) })
}

/** WCAG 2.2 A and AA as far as axe can see, within the widget's root too, which the test's page has made open. */
export async function expectAccessible(page: Page): Promise<void> {
  expect(await runAxe(page)).toEqual({ seen: true, violations: [] })
}
