import { identifyVisitor } from '../../domain/visits/identity/identify-visitor.ts'
import { startVisit } from '../../domain/visits/start-visit.ts'
import { viewPage } from '../../domain/visits/view-page.ts'
import { builder } from '../kit/builder.ts'
import { actedBy, httpOf } from '../kit/context.ts'
import { verbMutation } from '../kit/verb-mutation.ts'
import { done } from './done.ts'
import { Visit, visitOf } from './visit.ts'
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
    description: 'When the token expires. `startVisit` exchanges it for a new one, even afterwards.',
    resolve: ({ value }: { value: { expiresAt: Date } | null }) => value?.expiresAt ?? null,
  },
} as const

verbMutation('startVisit', {
  description:
    'No sign-in needed. Starts a visit to a website, or continues the visit of an earlier token. HTTP only. Call it when a page is loaded.',
  errors: ['FORBIDDEN', 'INVALID', 'NOT_FOUND', 'RATE_LIMITED'],
  access: 'public',
  forVisitors: true,
  input: (t) => ({
    widgetId: t.string({ description: 'The `publicId` of the channel.' }),
    token: t.string({
      required: false,
      description: 'An earlier token of this browser, even one that has expired. Anything else is ignored.',
    }),
    page: t.field({ type: PageInput, description: 'The page that was loaded.' }),
  }),
  resolve: (context, input) => {
    const { address, userAgent, language, calledFrom } = httpOf(context)
    return startVisit(context.services, {
      ...input,
      token: input.token ?? null,
      calledFrom,
      address,
      userAgent,
      language,
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

visitorMutation('viewPage', {
  description: 'Reports that the visitor went to another page without a page load.',
  errors: ['INVALID'],
  input: (t) => ({ page: t.field({ type: PageInput, description: 'The page where they are now.' }) }),
  resolve: async ({ services, visitor }, { page }) => {
    await viewPage(services, { visitor, page })
    return true as const
  },
  payload: (t) => ({ done: t.boolean(done) }),
})

visitorMutation('identifyVisitor', {
  description:
    'Sets the company’s own identifier for the visitor, which webhooks contain from then on. If the account has an identity secret, it must be a JWT (HS256) with the claim `id`: with a valid one, the visitor is the same as on other devices with this `id`; an invalid one changes nothing.',
  errors: ['BLANK', 'INVALID', 'TOO_LONG'],
  input: (t) => ({ token: t.string({ description: 'The identifier or JWT; up to 4096 characters.' }) }),
  resolve: ({ services, visitor }, { token }) => identifyVisitor(services, { visitor, token }),
  payload: (t) => ({
    token: t.string({
      ...token.token,
      description: 'The token to use from now on, which may be a different one.',
    }),
    expiresAt: t.field(token.expiresAt),
    visit: t.field({
      type: Visit,
      nullable: true,
      description: 'What the widget shows from now on.',
      resolve: ({ value }, _args, context) => value && visitOf({ ...context, ...actedBy(value.visitor) }),
    }),
  }),
})
