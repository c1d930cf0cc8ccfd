import { readFile } from 'node:fs/promises'
import { build } from 'esbuild'
import { expect, test } from 'vitest'
import { makeWidget } from '../../support/widget.ts'
import { SOON, withBrowser } from '../support.ts'
import { launcherOf, openShop, openSite, openVisitor } from './support.ts'

const { app, browser } = withBrowser()

/** The examples of the documentation as they are printed, for the address of this installation, and a page's own code. */
async function bundleExamples(main: string): Promise<string> {
  const docs = await readFile(new URL('../../../docs/widget.md', import.meta.url), 'utf8')
  const exampleOf = (heading: string) => {
    const [, code = ''] = new RegExp(`^${heading}:\n\n\`\`\`\\w+\n([^]*?)\n\`\`\``, 'm').exec(docs) ?? []
    return code.replaceAll('https://chat.example.com', app.url)
  }
  const files = new Map([
    ['./load-chat.js', exampleOf('Plain')],
    ['./Chat.jsx', exampleOf('React')],
  ])
  const { outputFiles } = await build({
    stdin: { contents: main, loader: 'jsx', resolveDir: process.cwd() },
    bundle: true,
    write: false,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    // It has React's functions.
    alias: { react: 'preact/compat' },
    plugins: [
      {
        name: 'examples',
        setup({ onResolve, onLoad }) {
          onResolve({ filter: /^\.\/(load-chat\.js|Chat\.jsx)$/ }, ({ path }) => ({
            path,
            namespace: 'docs',
          }))
          onLoad({ filter: /.*/, namespace: 'docs' }, ({ path }) => ({
            contents: files.get(path) ?? '',
            loader: 'jsx',
            resolveDir: process.cwd(),
          }))
        },
      },
    ],
  })
  return outputFiles[0]?.text ?? ''
}

interface Shown {
  id: string
  user: { name: string; email: string } | null
}

test('the React example introduces who is known from the start, to each widget that it shows', async () => {
  const { desk, widget } = await openShop(app)
  const other = await makeWidget(app.services, { accountId: desk.account.id })
  const script = await bundleExamples(`
    import { render } from 'preact'
    import { Chat } from './Chat.jsx'
    addEventListener('DOMContentLoaded', () => {
      const place = document.body.appendChild(document.createElement('div'))
      window.show = (props) => render(props && <Chat {...props} />, place)
      window.show(JSON.parse(new URLSearchParams(location.search).get("props")))
    })`)
  const site = await openSite({ service: app.url, widgetId: '', tag: '', script })
  const { context, problems } = await openVisitor(browser)
  const page = await context.newPage()
  const show = (props: Shown | null) =>
    page.evaluate((props) => (window as unknown as { show(props: Shown | null): void }).show(props), props)
  const visitorOf = (channelId: string) => () =>
    app.services.db.visitor.findFirst({ where: { channelId }, select: { name: true, email: true } })
  const ada = { name: 'Ada', email: 'ada@example.com' }
  const props = JSON.stringify({ id: widget.publicId, user: ada })
  await page.goto(`${site.url}/?${new URLSearchParams({ props })}`)
  await expect.poll(visitorOf(widget.id), SOON).toEqual(ada)

  const label = () => launcherOf(page).evaluateAll((all) => all.map((each) => each.ariaLabel))
  await expect.poll(label, SOON).toEqual([`Chat: ${widget.name}`])
  await show({ id: other.publicId, user: ada })
  await expect.poll(label, SOON).toEqual([`Chat: ${other.name}`])
  await expect.poll(visitorOf(other.id), SOON).toEqual(ada)
  const eve = { name: 'Eve', email: 'eve@example.com' }
  await show({ id: other.publicId, user: eve })
  await expect.poll(visitorOf(other.id), SOON).toEqual(eve)

  // A quick navigation there and back leaves one, and leaving leaves none.
  await show(null)
  await show({ id: widget.publicId, user: ada })
  await show({ id: other.publicId, user: eve })
  await expect.poll(label, SOON).toEqual([`Chat: ${other.name}`])
  await show(null)
  // The script of a widget that is no longer wanted may still come, and is sent away again.
  await expect.poll(label, SOON).toEqual([])
  expect(await visitorOf(widget.id)()).toEqual(ada)
  expect(problems).toEqual([])
})
