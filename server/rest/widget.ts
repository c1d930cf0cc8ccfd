import { existsSync, mkdirSync, readdirSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { paths } from '../paths.ts'

type NamedRequest = FastifyRequest<{ Params: { name: string } }>

const LOADER = 'widget.js'
const WINDOW = /^window-[\w-]+\.js$/
/** The file with the texts of the window in one language. */
const TEXTS = /^texts-[\w-]+\.js$/
/** How long a page may run an earlier loader. */
const LOADER_SECONDS = 300

interface WidgetRoutes {
  /** During development, the widget is built again and again. */
  isWorkedOn: boolean
}

/**
 * The widget's scripts. The loader answers under every address that a page may name it by: the id is read by the
 * script itself, from its own address or tag, so that what is sent is the same for all.
 */
export async function widgetRoutes(app: FastifyInstance, { isWorkedOn }: WidgetRoutes): Promise<void> {
  if (isWorkedOn) mkdirSync(paths.widget, { recursive: true })
  else if (!existsSync(paths.widget)) return
  await app.register(fastifyStatic, { root: paths.widget, serve: false, preCompressed: true })
  const built = readdirSync(paths.widget)
  const files = () => (isWorkedOn ? readdirSync(paths.widget) : built)

  app.addHook('onRequest', async (_request, reply) => {
    // Browsers load modules from another origin only with the first, and isolated pages load nothing without the second.
    reply.headers({
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'x-content-type-options': 'nosniff',
      vary: 'accept-encoding',
    })
  })
  const sendLoader = (_request: unknown, reply: FastifyReply) =>
    reply
      .header('cache-control', isWorkedOn ? 'no-cache' : `public, max-age=${LOADER_SECONDS}`)
      .sendFile(LOADER, { cacheControl: false })
  for (const url of ['/widget.js', '/script/widget/:name']) app.get(url, sendLoader)

  app.get('/widget/svc-api.d.ts', (_request, reply) =>
    // By its name it would be a video (MPEG transport stream).
    reply.type('text/plain; charset=utf-8').sendFile('svc-api.d.ts', { contentType: false }),
  )
  app.get('/widget/:name', ({ params: { name } }: NamedRequest, reply) => {
    if (!WINDOW.test(name) && !TEXTS.test(name)) return sendLoader(null, reply)
    const all = files()
    if (all.includes(name)) return reply.sendFile(name, { maxAge: '1y', immutable: true })
    // The window then uses English: texts of another version may lack some that it needs.
    if (TEXTS.test(name)) return reply.code(404).send()
    // A page that was opened before an update asks for the window of its version.
    return reply
      .header('cache-control', 'no-cache')
      .sendFile(all.find((each) => WINDOW.test(each)) ?? name, { cacheControl: false })
  })
}
