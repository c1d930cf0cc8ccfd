import { saidOf } from '../../domain/visitors/told.ts'
import { clearHistory } from '../../domain/visits/clear-history.ts'
import { countTrigger } from '../../domain/visits/count-trigger.ts'
import { dismissVisitInvitation } from '../../domain/visits/dismiss-visit-invitation.ts'
import { identifyVisitor } from '../../domain/visits/identify-visitor.ts'
import { markMessagesSeen } from '../../domain/visits/mark-messages-seen.ts'
import { rateVisit } from '../../domain/visits/rate-visit.ts'
import { requestCallback } from '../../domain/visits/request-callback.ts'
import { requestChatLog } from '../../domain/visits/request-chat-log.ts'
import { sendOfflineMessage } from '../../domain/visits/send-offline-message.ts'
import { sendVisitorMessage } from '../../domain/visits/send-visitor-message.ts'
import { setContactInfo } from '../../domain/visits/set-contact-info.ts'
import { setCustomData } from '../../domain/visits/set-custom-data.ts'
import { setVisitorAttributes } from '../../domain/visits/set-visitor-attributes.ts'
import { setVisitorTyping } from '../../domain/visits/set-visitor-typing.ts'
import { startVisit } from '../../domain/visits/start-visit.ts'
import { viewPage } from '../../domain/visits/view-page.ts'
import { ChatRatingEnum } from '../archive.ts'
import { builder } from '../builder.ts'
import { actedBy, httpOf } from '../context.ts'
import { verbMutation } from '../verb-mutation.ts'
import { Visit, VisitContactInfo, visitOf } from './visit.ts'
import { VisitChat } from './visit-chat.ts'
import { VisitMessage } from './visit-message.ts'
import { visitorMutation } from './visitor-mutation.ts'

const PageInput = builder.inputType('PageInput', {
  description: 'The page that a visitor is on.',
  fields: (t) => ({
    url: t.string({ required: true, description: 'Its address; up to 2048 characters are kept.' }),
    title: t.string({ required: false, description: 'Its title; up to 300 characters are kept.' }),
    referrer: t.string({
      required: false,
      description: 'Where the visitor came from; up to 2048 characters are kept.',
    }),
  }),
})

/** The token that a browser uses from now on. */
const token = {
  token: {
    nullable: true,
    description: 'The visitor token: keep it, and send it as `Authorization: Bearer` or on the socket.',
    resolve: ({ value }: { value: { token: string } | null }) => value?.token ?? null,
  },
  expiresAt: {
    type: 'DateTime',
    nullable: true,
    description: 'Until when the token lets in. `startVisit` gives another one for it, also afterwards.',
    resolve: ({ value }: { value: { expiresAt: Date } | null }) => value?.expiresAt ?? null,
  },
} as const

verbMutation('startVisit', {
  description:
    'No sign-in needed. Begins the visit of somebody on a website, or goes on with that of an earlier token. HTTP only. Call it when a page is loaded.',
  errors: ['FORBIDDEN', 'INVALID', 'NOT_FOUND', 'RATE_LIMITED'],
  access: 'public',
  forVisitors: true,
  input: (t) => ({
    widgetId: t.string({ description: 'The `publicId` of the channel.' }),
    token: t.string({
      required: false,
      description: 'An earlier token of this browser, also one that has expired. Others are ignored.',
    }),
    page: t.field({ type: PageInput, description: 'The page that was loaded.' }),
  }),
  resolve: (context, input) => {
    const { address, userAgent, calledFrom } = httpOf(context)
    return startVisit(context.services, {
      ...input,
      token: input.token ?? null,
      calledFrom,
      address,
      userAgent,
    })
  },
  payload: (t) => ({
    token: t.string(token.token),
    expiresAt: t.field(token.expiresAt),
    visit: t.field({
      type: Visit,
      nullable: true,
      description: 'What the widget shows.',
      resolve: ({ value }, _args, context) => value && visitOf({ ...context, ...actedBy(value.visitor) }),
    }),
  }),
})

const done = {
  nullable: true,
  description: 'True when it is done.',
  resolve: ({ value }: { value: true | null }) => value,
} as const

visitorMutation('viewPage', {
  description: 'Tells that the visitor went to another page without loading it.',
  errors: [],
  input: (t) => ({ page: t.field({ type: PageInput, description: 'The page where they are now.' }) }),
  resolve: async ({ services, visitor }, { page }) => {
    await viewPage(services, { visitor, page })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('identifyVisitor', {
  description:
    'Tells the company’s own identifier of the visitor, which webhooks carry from then on. When the account has an identity secret it must be a JWT (HS256) with the claim `id`; a good one makes the visitor the one whom other devices know by this `id`, and a bad one changes nothing.',
  errors: ['BLANK', 'INVALID', 'TOO_LONG'],
  input: (t) => ({ token: t.string({ description: 'The identifier or JWT; up to 4096 characters.' }) }),
  resolve: ({ services, visitor }, { token }) => identifyVisitor(services, { visitor, token }),
  payload: (t) => ({
    token: t.string({ ...token.token, description: 'The token to use from now on: it may be another one.' }),
    expiresAt: t.field(token.expiresAt),
    visit: t.field({
      type: Visit,
      nullable: true,
      description: 'What the widget shows from now on.',
      resolve: ({ value }, _args, context) => value && visitOf({ ...context, ...actedBy(value.visitor) }),
    }),
  }),
})

visitorMutation('setContactInfo', {
  description: 'Tells who the visitor is. Blank and omitted fields are unchanged.',
  errors: ['INVALID'],
  input: (t) => ({
    name: t.string({ required: false, description: 'Up to 255 characters are kept.' }),
    email: t.string({ required: false, description: 'Up to 254 characters.' }),
    phone: t.string({ required: false, description: 'Up to 50 characters.' }),
    description: t.string({ required: false, description: 'Up to 2000 characters are kept.' }),
  }),
  resolve: ({ services, visitor }, input) => setContactInfo(services, { visitor, ...input }),
  payload: (t) => ({
    contactInfo: t.field({
      type: VisitContactInfo,
      nullable: true,
      description: 'What they have said now.',
      resolve: ({ value }) => value && saidOf(value),
    }),
  }),
})

const CustomDataInput = builder.inputType('CustomDataInput', {
  description: 'An item that operators see beside the chat.',
  fields: (t) => ({
    content: t.string({ required: false, description: 'The text, without tags; up to 2000 characters.' }),
    title: t.string({ required: false, description: 'Shown above it; up to 200 characters.' }),
    key: t.string({ required: false, description: 'Bold before a colon; up to 200 characters.' }),
    link: t.string({
      required: false,
      description: 'Where it leads; removed unless its host is one of `DeveloperSettings.safeUrls`.',
    }),
  }),
})

visitorMutation('setCustomData', {
  description: 'Shows operators what the page knows of the visitor, in the place of what it told before.',
  errors: [],
  input: (t) => ({
    fields: t.field({
      type: [CustomDataInput],
      description: 'The items in their order; the first 10 are used.',
    }),
  }),
  resolve: async ({ services, visitor }, { fields }) => {
    await setCustomData(services, { visitor, fields })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('setVisitorAttributes', {
  description: 'Stores plain values with the visitor. At most 10 calls an hour.',
  errors: ['INVALID', 'LIMIT_REACHED'],
  input: (t) => ({
    attributes: t.field({
      type: 'JSON',
      description:
        'An object of texts (up to 1000 characters), numbers, true and false; null removes one. At most 50 are kept.',
    }),
  }),
  resolve: async ({ services, visitor }, { attributes }) => {
    await setVisitorAttributes(services, { visitor, attributes })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('sendVisitorMessage', {
  description: 'Writes to the operators. Without an open chat it opens one.',
  errors: ['BLANK', 'IDEMPOTENCY_KEY_REUSED', 'INVALID', 'NOT_FOUND'],
  input: (t) => ({
    idempotencyKey: t.field({
      type: 'UUID',
      description:
        'A random UUID made for this message, which becomes its `id`. The same key with the same message gives the one that exists.',
    }),
    text: t.string({
      required: false,
      description: 'The text, or the comment on a file; cut to 1000 characters.',
    }),
    fileId: t.field({
      type: 'UUID',
      required: false,
      description: 'The `id` that POST /files answered with.',
    }),
    buttonId: t.string({ required: false, description: 'The `buttonId` of the button that was pressed.' }),
    invite: t.string({ required: false, description: 'The text of the trigger that invited the visitor.' }),
    department: t.int({ required: false, description: 'The number of the department of a new chat.' }),
  }),
  resolve: ({ services, visitor }, { fileId, buttonId, ...input }) =>
    sendVisitorMessage(services, {
      visitor,
      ...input,
      text: input.text ?? null,
      invite: input.invite ?? null,
      department: input.department ?? null,
      fileId: fileId ?? null,
      buttonId: buttonId ?? null,
    }),
  payload: (t) => ({
    message: t.field({
      type: VisitMessage,
      nullable: true,
      description: 'The message.',
      resolve: ({ value }) => value,
    }),
  }),
})

visitorMutation('setVisitorTyping', {
  description: 'Shows operators that the visitor starts or stops typing.',
  errors: [],
  input: (t) => ({ typing: t.boolean({ description: 'Whether they type now.' }) }),
  resolve: async ({ services, visitor }, { typing }) => {
    await setVisitorTyping(services, { visitor, typing })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('markMessagesSeen', {
  description: 'Tells how far the visitor has read. It never goes back.',
  errors: ['NOT_FOUND'],
  input: (t) => ({
    chatId: t.field({ type: 'UUID', description: 'The `id` of the chat.' }),
    seq: t.int({ description: 'The `seq` of the last message that they have seen.' }),
  }),
  resolve: async ({ services, visitor }, { chatId, seq }) => {
    await markMessagesSeen(services, { visitor, chatId, seq })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('rateVisit', {
  description: 'Says what the visitor thinks of the open or the last chat. The last rating counts.',
  errors: ['NOT_FOUND'],
  input: (t) => ({
    rating: t.field({ type: ChatRatingEnum, description: 'The rating.' }),
    comment: t.string({ required: false, description: 'Up to 1000 characters are kept.' }),
  }),
  resolve: ({ services, visitor }, { rating, comment }) =>
    rateVisit(services, { visitor, rating, comment: comment ?? null }),
  payload: (t) => ({
    chat: t.field({
      type: VisitChat,
      nullable: true,
      description: 'The chat, as it is now.',
      resolve: ({ value }) => value,
    }),
  }),
})

visitorMutation('sendOfflineMessage', {
  description:
    'Leaves a message for later, also while operators are online. It needs an e-mail address or a phone number, unless one is known.',
  errors: ['BLANK', 'INVALID', 'NOT_FOUND'],
  input: (t) => ({
    name: t.string({ required: false, description: 'Up to 255 characters are kept.' }),
    email: t.string({ required: false, description: 'Up to 254 characters.' }),
    phone: t.string({ required: false, description: 'Up to 50 characters.' }),
    description: t.string({
      required: false,
      description: 'More about the visitor, as in `setContactInfo`; up to 2000 characters are kept.',
    }),
    message: t.string({ description: 'What the visitor wrote; up to 4000 characters are kept.' }),
    department: t.int({ required: false, description: 'The number of the department that it is for.' }),
  }),
  resolve: async ({ services, visitor }, input) => {
    await sendOfflineMessage(services, { visitor, ...input })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('requestCallback', {
  description: 'Has the visitor called. `message` of the first two errors is what `startCall` answers.',
  errors: ['CALLBACK_DISABLED', 'CALLBACK_UNAVAILABLE', 'INVALID'],
  input: (t) => ({ phone: t.string({ description: 'The number, as they typed it.' }) }),
  resolve: async ({ services, visitor }, { phone }) => {
    await requestCallback(services, { visitor, phone })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('requestChatLog', {
  description:
    'Mails what was said in the open or the last chat. At most 5 mails an hour, and 5 a day to one address.',
  errors: ['BLANK', 'INVALID', 'NOT_FOUND', 'TOO_LONG'],
  input: (t) => ({ email: t.string({ description: 'Where to send it.' }) }),
  resolve: async ({ services, visitor }, { email }) => {
    await requestChatLog(services, { visitor, email })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('dismissVisitInvitation', {
  description:
    'Tells that the visitor closed an operator’s invitation. They accept it with `sendVisitorMessage`.',
  errors: [],
  input: (t) => ({ invitationId: t.field({ type: 'UUID', description: 'The `id` of the invitation.' }) }),
  resolve: async ({ services, visitor }, { invitationId }) => {
    await dismissVisitInvitation(services, { visitor, invitationId })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

const TriggerEvent = builder.enumType('TriggerEvent', {
  description: 'What happened to a trigger.',
  values: {
    SHOWN: { description: 'It went off.' },
    ANSWERED: { description: 'The visitor wrote because of it.' },
  } as const,
})

visitorMutation('countTrigger', {
  description: 'Counts what became of a trigger of the settings. Those that a page has set are not counted.',
  errors: [],
  input: (t) => ({
    ruleId: t.string({ description: 'The `id` of the rule.' }),
    event: t.field({ type: TriggerEvent, description: 'What happened.' }),
  }),
  resolve: async ({ services, visitor }, { ruleId, event }) => {
    await countTrigger(services, { visitor, ruleId, happened: event })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('clearHistory', {
  description: 'Hides from the visitor what was said until now. Operators keep it.',
  errors: [],
  resolve: async ({ services, visitor }) => {
    await clearHistory(services, { visitor })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})
