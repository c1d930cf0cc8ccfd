import { changePassword } from '../domain/sessions/change-password.ts'
import { endSession } from '../domain/sessions/end-session.ts'
import { createDevice } from '../domain/sessions/known-device.ts'
import { requestPasswordReset } from '../domain/sessions/request-password-reset.ts'
import { resetPassword } from '../domain/sessions/reset-password.ts'
import { type SignInResult, signIn } from '../domain/sessions/sign-in.ts'
import { signOut } from '../domain/sessions/sign-out.ts'
import type { Viewer as ViewerShape } from '../domain/viewer.ts'
import { type GraphQLContext, httpOf, viewerOf } from './kit/context.ts'
import { deletedId, returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Session, Viewer } from './viewer.ts'

/**
 * Starts the session in the browser, and ends the one that it had, so that the screens which show it learn of it. The
 * rest of the request is the new viewer's.
 */
export async function enter(
  context: GraphQLContext,
  { viewer, email, session }: SignInResult,
): Promise<ViewerShape> {
  const http = httpOf(context)
  await signOut(context.services, { viewer: context.viewer })
  http.setSession(session)
  http.setDevice(createDevice(context.services.env.secretKey, email))
  context.viewer = viewer
  return viewer
}

verbMutation('signIn', {
  description:
    'Signs in and sets the session cookie; the session of an earlier cookie ends. No sign-in needed. After too many wrong attempts from the same network, it is RATE_LIMITED for `retryAfter` seconds.',
  errors: ['INVALID', 'RATE_LIMITED', 'SIGN_IN_FAILED'],
  access: 'public',
  input: (t) => ({
    email: t.string({ description: 'The e-mail address of the account.' }),
    password: t.string({ description: 'The password.' }),
  }),
  resolve: async (context, input) => {
    const http = httpOf(context)
    return enter(context, await signIn(context.services, { ...input, browser: http, device: http.device }))
  },
  payload: (t) => ({
    viewer: t.field(returned(Viewer, 'The signed-in operator.')),
  }),
})

verbMutation('signOut', {
  description: 'Ends the session and removes its cookie. Succeeds even when nobody is signed in.',
  errors: [],
  access: 'public',
  resolve: async (context) => {
    const http = httpOf(context)
    await signOut(context.services, { viewer: context.viewer })
    http.setSession(null)
  },
  payload: () => ({}),
})

verbMutation('requestPasswordReset', {
  description:
    'Mails a link for setting a new password to this e-mail address if somebody signs in with it; the answer does not reveal whether anybody does. No sign-in needed. The link works once, for one hour.',
  errors: ['BLANK', 'INVALID', 'RATE_LIMITED', 'TOO_LONG'],
  access: 'public',
  input: (t) => ({ email: t.string({ description: 'The e-mail address of the account.' }) }),
  resolve: (context, input) =>
    requestPasswordReset(context.services, { ...input, address: httpOf(context).address }),
  payload: (t) => ({
    sendsMail: t.boolean({
      nullable: true,
      description:
        'Whether a mail server is configured; without one, the mail is kept and reaches nobody. The same for every e-mail address.',
      resolve: (_result, _args, { services }) => services.mailer !== null,
    }),
  }),
})

verbMutation('resetPassword', {
  description:
    'Sets a new password with the link from the mail and ends all sessions of the operator, who then signs in. No sign-in needed.',
  errors: ['BLANK', 'INVALID', 'NOT_FOUND', 'TOO_LONG'],
  access: 'public',
  input: (t) => ({
    token: t.string({ description: 'The last part of the link.' }),
    password: t.string({ description: 'The new password, 10 to 200 characters.' }),
    revokeApiTokens: t.boolean({
      defaultValue: false,
      description: 'Whether to revoke all API tokens of the operator too.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, input, problems) => resetPassword(context.services, { problems, ...input }),
  payload: () => ({}),
})

verbMutation('changePassword', {
  description:
    'Changes the password of the viewer and ends all their other sessions. Needs a session; an API token may not do this.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'RATE_LIMITED', 'TOO_LONG'],
  input: (t) => ({
    currentPassword: t.string({ description: 'The password that is valid now.' }),
    newPassword: t.string({ description: 'The new password, 10 to 200 characters.' }),
    revokeApiTokens: t.boolean({
      defaultValue: false,
      description: 'Whether to revoke all API tokens of the viewer too.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, input, problems) =>
    changePassword(context.services, { viewer: viewerOf(context), problems, ...input }),
  payload: (t) => ({
    viewer: t.field(returned(Viewer, 'The signed-in operator.')),
  }),
})

verbMutation('endSession', {
  description: 'Ends a session of the viewer, which signs them out in another browser.',
  errors: ['NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Session], description: 'The session to end.' }) }),
  resolve: (context, { id }) => endSession(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id(deletedId('Session', 'The id of the ended session.')),
  }),
})
