import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { type ReplyTexts, replyLanguage, replyTexts } from '../domain/mail/replies/reply-texts.ts'
import { findSubscription, subscribeAddress } from '../domain/mail/replies/subscribe-address.ts'
import { findReportReader, subscribeByLink } from '../domain/reports/weekly/subscribe-by-link.ts'
import { firstLanguage } from '../http/first-language.ts'
import { runVerb } from '../process/tracing/run-verb.ts'
import type { Services } from '../services.ts'
import { sendUnsubscribePage } from './unsubscribe-page.ts'

const OF_REPLIES = '/unsubscribe/:token'
const OF_WEEKLY_REPORT = '/unsubscribe/weekly-report/:token'
/** What the button of the page sends to undo it; everything else, such as a mail program's request, unsubscribes. */
const UNDO = 'subscribe=1'
const BODY_BYTES = 4_096
/** What mail programs send with one click (RFC 8058), and so does the button. */
const ONE_CLICK = { name: 'List-Unsubscribe', value: 'One-Click' }
const AGAIN = { name: 'subscribe', value: '1' }

type Visit = FastifyRequest<{ Params: { token: string } }>

/**
 * Where the link in a mail that ends such mails leads. Looking at it changes nothing, because mail programs look at
 * links before people do.
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

  app.get(OF_REPLIES, async (request: Visit, reply) => {
    const { company } = await runVerb(services, 'findSubscription', () =>
      findSubscription(services, request.params.token),
    )
    return sendReplyPage(request, reply, (texts) => ({
      text: texts.pageQuestion(company),
      button: { ...ONE_CLICK, text: texts.pageConfirm },
    }))
  })

  app.post(OF_REPLIES, async (request: Visit, reply) => {
    const { token } = request.params
    const subscribes = request.body === UNDO
    const { company } = await runVerb(services, 'subscribeAddress', () =>
      subscribeAddress(services, { token, subscribes }),
    )
    return sendReplyPage(request, reply, (texts) =>
      subscribes
        ? { text: texts.pageUndone(company) }
        : { text: texts.pageDone(company), button: { ...AGAIN, text: texts.pageUndo } },
    )
  })

  app.get(OF_WEEKLY_REPORT, async (request: Visit, reply) => {
    const { company } = await runVerb(services, 'findReportReader', () =>
      findReportReader(services, request.params.token),
    )
    return sendReportPage(reply, {
      text: `Do you want to stop getting the weekly report of ${company}?`,
      button: { ...ONE_CLICK, text: 'Unsubscribe' },
    })
  })

  app.post(OF_WEEKLY_REPORT, async (request: Visit, reply) => {
    const { token } = request.params
    const subscribes = request.body === UNDO
    const { company } = await runVerb(services, 'subscribeByLink', () =>
      subscribeByLink(services, { token, subscribes }),
    )
    return sendReportPage(
      reply,
      subscribes
        ? { text: `You will get the weekly report of ${company} again.` }
        : {
            text: `You will no longer get the weekly report of ${company}.`,
            button: { ...AGAIN, text: 'Subscribe again' },
          },
    )
  })
}

type Content = Pick<Parameters<typeof sendUnsubscribePage>[1], 'text' | 'button'>

function sendReplyPage(
  { headers }: Visit,
  reply: FastifyReply,
  contentOf: (texts: ReplyTexts) => Content,
): FastifyReply {
  const locale = replyLanguage(firstLanguage(headers['accept-language']))
  const texts = replyTexts(locale)
  return sendUnsubscribePage(reply, { locale, title: texts.pageTitle, ...contentOf(texts) })
}

function sendReportPage(reply: FastifyReply, content: Content): FastifyReply {
  return sendUnsubscribePage(reply, { locale: 'en', title: 'Weekly report', ...content })
}
