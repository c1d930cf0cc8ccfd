import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Browser, BrowserContext, Page } from 'playwright-core'
import { onTestFinished } from 'vitest'
import type { Channel } from '../../../server/generated/prisma/client.ts'
import type {} from '../../../widget/svc-api.d.ts'
import type { TestApp } from '../../support/app.ts'
import { type Desk, openDesk } from '../../support/desk.ts'
import { openSocket } from '../../support/graphql-socket.ts'
import { makeWidget } from '../../support/widget.ts'
import { makePatient, SOON } from '../support.ts'

/** Every page function that the widget may call. */
const CALLBACKS = [
  'svc_onLoad',
  'svc_onLoadCallback',
  'svc_onOpen',
  'svc_onClose',
  'svc_onMessageSent',
  'svc_onMessageReceived',
  'svc_onClientStartChat',
  'svc_onAccept',
  'svc_onIntroduction',
  'svc_onResize',
  'svc_onResizeCallback',
  'svc_onCallStart',
  'svc_onCallEnd',
  'svc_onChangeState',
  'svc_onWidgetDestroy',
]

/** What the page's own script does: it notes what the widget calls, with its arguments. */
const RECORDER = `
  var called = [];
  ${JSON.stringify(CALLBACKS)}.forEach(function (name) {
    window[name] = function () { called.push([name].concat(Array.prototype.slice.call(arguments))) }
  });`

type Called = [name: string, ...values: unknown[]][]

/** A website of somebody's own. */
export interface Site {
  url: string
  /** Where the service is, as the page's tag names it. */
  service: string
}

export interface SiteOptions {
  /** Where the widget comes from. */
  service: string
  widgetId: string
  /** The tag; by default as the docs say. */
  tag?: string
  /** Runs before the widget's script, after the recorder. */
  script?: string
  style?: string
  body?: string
  /** What its policy says besides. */
  policy?: string
}

/**
 * Serves a page on every address, with the Content-Security-Policy that the docs give and nothing else, and scripts and
 * styles in files of their own.
 */
export async function openSite(options: SiteOptions): Promise<Site> {
  const { service, widgetId, script = '', style = '', body = '<h1>Shop</h1>', policy = '' } = options
  const tag = options.tag ?? `<script async src="${service}/widget.js" data-id="${widgetId}"></script>`
  const directives = [
    "default-src 'none'",
    `script-src 'self' ${service}`,
    "style-src 'self'",
    `connect-src ${service} ${service.replace('http', 'ws')}`,
    `img-src ${service}`,
    `media-src ${service}`,
    policy,
  ].join('; ')
  const server = createServer(({ url = '/' }, response) => {
    const { pathname } = new URL(url, 'http://site')
    if (pathname === '/page.js') {
      response.setHeader('content-type', 'text/javascript')
      return response.end(`${RECORDER}\n${script}`)
    }
    if (pathname === '/page.css') return response.setHeader('content-type', 'text/css').end(style)
    response.setHeaders(
      new Map([
        ['content-type', 'text/html; charset=utf-8'],
        ['content-security-policy', directives],
      ]),
    )
    return response.end(
      `<!doctype html><html lang="en"><head><meta charset="utf-8"><title>Page ${pathname}</title>
      <meta name="viewport" content="width=device-width"><link rel="stylesheet" href="/page.css">
      <script src="/page.js"></script>${tag}</head><body>${body}</body></html>`,
    )
  })
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, service }
}

/** An account with a widget, whose operator is online. */
export interface Shop {
  desk: Desk
  widget: Channel
}

export async function openShop(
  app: TestApp,
  settings: Parameters<typeof makeWidget>[1]['settings'] = {},
): Promise<Shop> {
  const desk = await openDesk(app)
  const widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: desk.operators.map(({ user }) => user.id),
    settings,
  })
  await bringOnline(app, desk)
  return { desk, widget }
}

/** The operator has the app open. */
async function bringOnline(app: TestApp, { operators: [operator] }: Desk): Promise<void> {
  const socket = openSocket(app.url, { cookie: operator.cookie })
  await socket.execute('{ viewer { email } }')
  onTestFinished(() => socket.close())
}

/** A visitor's browser with nothing stored. What the page's policy refuses and what it throws is collected. */
export async function openVisitor(
  browser: Browser,
): Promise<{ context: BrowserContext; problems: string[] }> {
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  await makePatient(context)
  onTestFinished(() => context.close())
  const problems: string[] = []
  // Playwright looks into open shadow roots only.
  await context.addInitScript(() => {
    const attach = Element.prototype.attachShadow
    Element.prototype.attachShadow = function (init) {
      return attach.call(this, { ...init, mode: 'open' })
    }
    document.addEventListener('securitypolicyviolation', ({ violatedDirective, blockedURI }) =>
      console.error(`policy: ${violatedDirective} ${blockedURI}`),
    )
  })
  context.on('weberror', (error) => problems.push(error.error().message))
  context.on('console', (message) => {
    if (message.text().startsWith('policy:')) problems.push(message.text())
  })
  return { context, problems }
}

/** What the page was told so far. */
export const calledOn = (page: Page): Promise<Called> =>
  page.evaluate(() => (window as unknown as { called: Called }).called)

/** The names of what the page was told so far, in its order. */
export async function namesOn(page: Page): Promise<string[]> {
  return (await calledOn(page)).map(([name]) => name)
}

/** Calls a function of the script API with plain values. */
export function callApi(page: Page, name: string, ...values: unknown[]): Promise<unknown> {
  return page.evaluate(
    ([name, values]) => {
      const api = window.svc_api as unknown as Record<string, (...values: unknown[]) => unknown>
      return api[name]?.(...values)
    },
    [name, values] as const,
  )
}

/** Opens a page and waits until its widget is there. */
export async function visitPage(context: BrowserContext, url: string): Promise<Page> {
  const page = await context.newPage()
  await page.goto(url)
  await untilCalled(page, 'svc_onLoad')
  return page
}

export async function untilCalled(page: Page, name: string): Promise<void> {
  await page.waitForFunction(
    (name) => (window as unknown as { called: Called }).called.some(([each]) => each === name),
    name,
    SOON,
  )
}

export const launcherOf = (page: Page) => page.locator('.launcher')
