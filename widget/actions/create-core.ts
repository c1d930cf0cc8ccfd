import type { Base, BaseState, CallState, Core, CoreState, VisitMessage, Widget } from '../core.ts'
import type { RefusedError } from '../errors.ts'
import { createQueue } from '../loader/queue.ts'
import { expectAccepted } from '../loader/session.ts'
import { newUuid } from '../new-uuid.ts'
import { shownLocale } from '../window/texts/shown-locale.ts'
import { claim } from './claim.ts'
import { createDiscarded, isDiscarded } from './discarded-messages.ts'
import { introduceDocument, sendMessageDocument, widgetDocument } from './documents.ts'
import { isOwn, keepMessage, type QueuedMessage, queuedMessagesOf } from './outbox.ts'
import { upload } from './upload.ts'

/** The number of a department as a page may have written it; the API takes whole numbers only. */
const readDepartment = (given: unknown) => Number(given) | 0 || undefined

/** The visitor's actions, which the loader does not have. They are loaded with the window, to keep the loader small. */
export async function createCore(base: Base): Promise<Core> {
  let pause: { paused: boolean } | null = null
  // Before the widget is read, so that no event is missed: the later of the two counts.
  base.onEvent((event) => {
    if (event.__typename === 'WidgetStatusChanged') setPaused(event.paused)
    if (event.__typename === 'VisitCallChanged') hearOfCall(event.state)
  })
  base.subscribe((state, before) => {
    const isOther = state.visitorNumber !== before.visitorNumber
    if (isOther) base.set({ call: null })
    // Others may be there now, or nobody.
    if (isOther || state.online !== before.online) quietly(refresh())
  })
  const inOrder = createQueue()
  let details = {} as Widget
  await refresh()
  let shown: CoreState | null = null
  let known: BaseState | null = null
  const discarded = createDiscarded(base)
  /** The message that was written last: they leave in their order. */
  let last: Promise<unknown> = Promise.resolve()

  /** One after the other, so that no answer is older than one before it. */
  function refresh(): Promise<void> {
    return inOrder(async () => {
      // If an event changes the call or the pause in the meantime, it is newer than the answer. Nor is it somebody else's.
      const { call, visitorNumber } = base.state
      const known = pause
      const { visit } = await base.request(widgetDocument, {})
      if (!visit) return
      details = visit.widget as Widget
      if (pause === known) pause = null
      const isSame = base.state.call === call && base.state.visitorNumber === visitorNumber
      base.set({ countryCode: visit.countryCode, ...(visit.call && isSame && { call: visit.call }) })
    })
  }

  /** A call that was requested before this page was loaded, or on another device, is read. */
  function hearOfCall(state: CallState): void {
    const { call } = base.state
    if (call && state !== 'START') base.set({ call: { ...call, state } })
    else if (call?.state !== state) quietly(refresh())
  }

  function setPaused(paused: boolean): void {
    pause = { paused }
    base.set({})
  }

  /** For what nobody waits for. */
  function quietly(request: Promise<unknown>): void {
    request.catch(() => {})
  }

  async function deliver({ by, fileName, ...input }: QueuedMessage): Promise<VisitMessage> {
    // Before the request: the event of the message may come before its answer.
    const { newest, ruleId, chat } = base.state
    const shownChat = discarded.chatOf(chat)
    const { sendVisitorMessage } = await base.request(sendMessageDocument, {
      input: { ...input, visitorNumber: by },
    })
    const userErrors = sendVisitorMessage?.userErrors ?? []
    // The page named one that is gone or never was: the message comes in without it.
    if (input.department && userErrors.some(({ field }) => field?.[1] === 'department'))
      return deliver({ ...input, by, department: undefined })
    if (userErrors.some(({ code }) => code === 'CHANNEL_PAUSED')) setPaused(true)
    expectAccepted(sendVisitorMessage)
    const message = sendVisitorMessage?.message as VisitMessage
    // The rest is about whoever is signed in now.
    if (!isOwn(base, { by })) return message
    discarded.take(message)
    const chatId = isDiscarded(message) ? (discarded.chatOf(base.state.chat)?.id ?? '') : message.chatId
    if (ruleId) quietly(base.mutate('countTrigger', { ruleId, event: 'ANSWERED' }))
    // One that came in the meantime is not answered.
    if (base.state.invitation?.text === input.invite) base.share({ invitation: null })
    base.set({
      ruleId: base.state.ruleId === ruleId ? null : base.state.ruleId,
      // Not its number: what others wrote before it may come after its answer.
      ...(base.state.newest?.chatId !== chatId && { newest: { chatId, seq: 0 } }),
    })
    // For the first message only: after the history was cleared, there is no `newest`, but there is still a chat.
    if (!newest && !shownChat) base.callPage('svc_onMessageSent')
    if (newest?.chatId !== chatId && shownChat?.id !== chatId) base.callPage('svc_onClientStartChat')
    return message
  }

  return {
    ...base,
    get state() {
      if (known !== base.state || !shown) {
        known = base.state
        shown = {
          ...known,
          chat: discarded.chatOf(known.chat),
          locale: shownLocale(known.locale),
          widget: { ...details, ...pause, ...known.widget },
        }
      }
      return shown
    },
    discarded: discarded.read,
    async upload(...given) {
      const send = () => upload(`${base.origin}/files`, base.token() ?? '', ...given)
      return send().catch(async (error: Partial<RefusedError>) => {
        if (error.userErrors?.[0]?.code !== 'UNAUTHENTICATED') throw error
        // A request renews the token.
        await refresh()
        return send()
      })
    },
    send(message) {
      const { idempotencyKey = newUuid(), by = base.state.visitorNumber } = message
      const { text: invite, department } = base.state.invitation ?? {}
      const queued = {
        ...message,
        idempotencyKey,
        by,
        invite,
        department: readDepartment(department) ?? readDepartment(window.svc_config?.department_id),
        // A message that is sent again is unchanged.
        ...queuedMessagesOf(base).filter((each) => each.idempotencyKey === idempotencyKey)[0],
      }
      keepMessage(base, idempotencyKey, queued)
      const sent = last.then(() => deliver(queued))
      // A message with a key comes from the window, which shows a refusal until the visitor reacts. A message of
      // somebody who is no longer signed in is kept for them.
      const isLeft = () => message.idempotencyKey || !isOwn(base, queued)
      last = sent.catch(() => {}).then(() => isLeft() || keepMessage(base, idempotencyKey))
      return sent
    },
    async introduce(contacts) {
      const { setContactInfo } = await base.request(introduceDocument, { input: contacts })
      expectAccepted(setContactInfo)
      // The event may come after this answer; the page asks now.
      const contactInfo = setContactInfo?.contactInfo
      if (contactInfo) base.share({ contactInfo })
      base.callPage('svc_onIntroduction')
    },
    async startCall(phone) {
      const { call, visitorNumber } = base.state
      base.set({ isCalling: true })
      try {
        await base.mutate('requestCallback', { idempotencyKey: newUuid(), phone })
        const { widget, call: now } = base.state
        // Until the server says so.
        const callback = { ...widget.callback, state: 'UNAVAILABLE' as const }
        // How far an event says that it has got is newer than the answer. Nor is it somebody else's.
        const state = now && now !== call ? now.state : 'START'
        if (base.state.visitorNumber === visitorNumber)
          base.share({ call: { phone, state }, widget: { ...widget, callback } })
      } finally {
        base.set({ isCalling: false })
      }
      base.callPage('svc_onCallStart')
    },
    markSeen(chatId, seq) {
      base.share({ unreadCount: 0 })
      quietly(base.mutate('markMessagesSeen', { chatId, seq }))
    },
    dismissInvitation() {
      const invitationId = base.state.invitation?.id
      base.share({ invitation: null })
      base.set({ ruleId: null })
      if (invitationId) quietly(base.mutate('dismissVisitInvitation', { invitationId }))
    },
    once: (key) => claim(`svc:${base.widgetId}:${key}`),
    resized: () => base.callPage('svc_onResize'),
  }
}
