import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ReplyTexts, replyLanguage, replyTexts } from '../domain/mail/replies/reply-texts.ts'
import { findSubscription, subscribeAddress } from '../domain/mail/replies/subscribe-address.ts'
import { firstLanguage } from '../http/first-language.ts'
import type { Services } from '../services.ts'
import { escapeHtml } from '../text/escape-html.ts'

const URL = '/unsubscribe/:token'
/** What the button of the page sends to undo it; everything else, such as a mail program's request, unsubscribes. */
const UNDO = 'subscribe=1'
const BODY_BYTES = 4_096

type Visit = FastifyRequest<{ Params: { token: string } }>

/**
 * Where the link of a mail leads that ends replies by mail. Looking at it changes nothing, because mail programs look at
 * links before people do. The button sends what mail programs send with one click (RFC 8058).
 */
export async function unsubscribeRoutes(
  app: FastifyInstance,
  { services }: { services: Services },
): Promise<void> {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser(
    '*',
    { parseAs: 'string', bodyLimit: BODY_BYTES },
    async (_request: FastifyRequest, text: string) => text,
  )

  app.get(URL, async (request: Visit, reply) => {
    const { company } = await findSubscription(services, request.params.token)
    return sendPage(request, reply, (texts) => ({
      text: texts.pageQuestion(company),
      button: { name: 'List-Unsubscribe', value: 'One-Click', text: texts.pageConfirm },
    }))
  })

  app.post(URL, async (request: Visit, reply) => {
    const { token } = request.params
    const subscribes = request.body === UNDO
    const { company } = await subscribeAddress(services, { token, subscribes })
    return sendPage(request, reply, (texts) =>
      subscribes
        ? { text: texts.pageUndone(company) }
        : {
            text: texts.pageDone(company),
            button: { name: 'subscribe', value: '1', text: texts.pageUndo },
          },
    )
  })
}

interface Page {
  text: string
  /** A form with this field. */
  button?: { name: string; value: string; text: string }
}

function sendPage(
  { headers }: Visit,
  reply: FastifyReply,
  pageOf: (texts: ReplyTexts) => Page,
): FastifyReply {
  const locale = replyLanguage(firstLanguage(headers['accept-language']))
  const texts = replyTexts(locale)
  const { text, button } = pageOf(texts)
  const language = locale.slice(0, 2)
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-security-policy':
        "default-src 'none'; style-src 'unsafe-inline'; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
      'referrer-policy': 'no-referrer',
      'x-content-type-options': 'nosniff',
      'x-robots-tag': 'noindex',
    })
    .type('text/html; charset=utf-8')
    .send(`<!doctype html>
<html lang="${language}" dir="${language === 'ar' ? 'rtl' : 'ltr'}"><head><meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1"><title>${escapeHtml(texts.pageTitle)}</title>
<style>${STYLE}</style></head>
<body><main><h1>${escapeHtml(texts.pageTitle)}</h1><p role="status">${escapeHtml(text)}</p>
${button ? formOf(button) : ''}</main></body></html>
`)
}

function formOf({ name, value, text }: NonNullable<Page['button']>): string {
  return `<form method="post"><button name="${name}" value="${value}">${escapeHtml(text)}</button></form>`
}

const STYLE = `:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
body { margin: 0; display: grid; min-height: 100dvh; place-items: center; }
main { max-width: 28rem; padding: 1.5rem; overflow-wrap: anywhere; }
h1 { margin: 0 0 0.75rem; font-size: 1.25rem; }
p { margin: 0 0 1.25rem; }
button { padding: 0.6rem 1.1rem; border: 0; border-radius: 0.4rem; background: #3451b2; color: #fff; font: inherit; cursor: pointer; }
button:focus-visible { outline: 3px solid #8da4ef; outline-offset: 2px; }`
