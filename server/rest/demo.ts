import { existsSync, readFileSync } from 'node:fs'
import fastifyStatic from '@fastify/static'
import type { FastifyInstance, FastifyRequest } from 'fastify'
import { findDemoWidget } from '../domain/channels/find-demo-widget.ts'
import { socketSources } from '../http/content-security-policy.ts'
import { paths } from '../paths.ts'
import type { Services } from '../services.ts'

type DemoRequest = FastifyRequest<{ Querystring: { widget?: unknown } }>

const ID = /^[\w-]{1,64}$/
const NO_WIDGET =
  '<p class="notice">There is no widget to show. Create one in the operator app under Settings, Channels (kind: Website widget), and open this page as <code>/demo?widget=</code> followed by the id in its script tag.</p>'

/** A website with the widget and a button for each of its functions, to try it out. */
export async function demoRoutes(app: FastifyInstance, { services }: { services: Services }): Promise<void> {
  const folder = `${paths.widget}/demo`
  if (!existsSync(folder)) return
  const template = readFileSync(`${folder}/index.html`, 'utf8')

  app.addHook('onRequest', async ({ raw }, reply) => {
    reply.headers({
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "media-src 'self'",
        `connect-src 'self' ${socketSources(services.env.http.publicUrl, raw)}`,
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join('; '),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'same-origin',
    })
  })
  await app.register(fastifyStatic, {
    root: folder,
    prefix: '/demo/',
    index: false,
    globIgnore: ['*.html'],
    wildcard: false,
  })

  app.get('/demo', async ({ query }: DemoRequest, reply) => {
    const named = typeof query.widget === 'string' && ID.test(query.widget) ? query.widget : null
    const widgetId = named ?? (await findDemoWidget(services))
    const tag = widgetId ? `<script async src="/widget.js" data-id="${widgetId}"></script>` : ''
    return reply
      .type('text/html; charset=utf-8')
      .header('cache-control', 'no-cache')
      .send(template.replace('<!-- widget -->', tag).replace('<!-- notice -->', widgetId ? '' : NO_WIDGET))
  })
}
