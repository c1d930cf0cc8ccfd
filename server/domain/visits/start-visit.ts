import { AppError } from '../../errors.ts'
import { transact } from '../../events/transact.ts'
import type { CallingPage } from '../../http/calling-page.ts'
import type { Services } from '../../services.ts'
import { storableText } from '../../text/storable-text.ts'
import { uuidv7 } from '../../text/uuid.ts'
import { nextNumber } from '../accounts/next-number.ts'
import type { WidgetEntry } from '../channels/channel-directory.ts'
import type { VisitorPrincipal } from '../principal.ts'
import { networkOf } from '../sessions/network-of.ts'
import { findVisitorOfToken } from '../visitors/find-token-visitor.ts'
import { moveVisit } from './move-visit.ts'
import type { Page } from './page.ts'
import { requireOrigin } from './require-origin.ts'
import { createVisitToken, readEarlierToken } from './visit-token.ts'

const USER_AGENT_LENGTH = 300

interface StartVisit {
  /** The public id of the widget. */
  widgetId: string
  /** An earlier token of this browser, even one that has expired. */
  token?: string | null
  page: Page
  calledFrom: CallingPage
  address: string
  userAgent: string | null
  /** The first language of the browser (BCP 47). */
  language: string | null
}

/** A visitor of a website, and the token that their browser uses from now on. */
export interface StartedVisit {
  visitor: VisitorPrincipal
  token: string
  expiresAt: Date
}

/**
 * Starts or continues a visit to a website: of the visitor that the earlier token names, else of a new one, who gets
 * the account's next number immediately. Throws `not_found` for an unknown widget, `forbidden` on a website that is
 * not the widget's, `too_many_requests` for too many new visitors from one network.
 */
export async function startVisit(services: Services, input: StartVisit): Promise<StartedVisit> {
  const { env, channels } = services
  const widget = await channels.findWidget(input.widgetId)
  if (!widget)
    throw new AppError('not_found', 'There is no widget with this id.', { field: 'input.widgetId' })
  requireOrigin(widget, input.calledFrom)
  await services.limits.consume(
    { name: 'visits', points: env.limits.visitsPerHour, seconds: 3_600 },
    networkOf(input.address),
  )
  const earlier = input.token ? readEarlierToken(env, input.token, widget.id) : null
  const known = earlier && (await findVisitorOfToken(services, earlier))
  const person = known ?? (await createVisitor(services, widget, input.address))
  await moveVisit(services, {
    visitor: person,
    page: input.page,
    arrival: {
      address: input.address,
      userAgent: storableText(input.userAgent ?? '').slice(0, USER_AGENT_LENGTH) || null,
      language: input.language,
    },
  })
  const { token, expiresAt } = createVisitToken(env, person)
  return { visitor: { ...person, token: { id: person.token.id, expiresAt } }, token, expiresAt }
}

/** A new visitor. Their key is not a secret: only a token lets somebody act as them. */
async function createVisitor(
  services: Services,
  { id: channelId, accountId }: WidgetEntry,
  address: string,
): Promise<VisitorPrincipal> {
  const { env, limits } = services
  await limits.consume(
    { name: 'new-visitors', points: env.limits.newVisitorsPerHour, seconds: 3_600 },
    networkOf(address),
  )
  const id = uuidv7()
  const number = await transact(services, async ({ tx }) => {
    const number = await nextNumber(tx, accountId, 'lastVisitorNumber')
    await tx.visitor.create({ data: { id, accountId, channelId, key: id, externalId: id, number } })
    return number
  })
  return {
    kind: 'visitor',
    accountId,
    channelId,
    visitorId: id,
    number,
    key: id,
    token: { id: uuidv7(), expiresAt: new Date() },
  }
}
