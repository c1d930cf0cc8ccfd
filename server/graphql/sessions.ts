import { changePassword } from '../domain/sessions/change-password.ts'
import { endSession } from '../domain/sessions/end-session.ts'
import { createDevice } from '../domain/sessions/known-device.ts'
import { type SignedIn, signIn } from '../domain/sessions/sign-in.ts'
import { signOut } from '../domain/sessions/sign-out.ts'
import type { Viewer as ViewerShape } from '../domain/viewer.ts'
import { type GraphQLContext, httpOf, viewerOf } from './context.ts'
import { encodeGlobalId } from './global-id.ts'
import { verbMutation } from './verb-mutation.ts'
import { Session, Viewer } from './viewer.ts'

/** Starts the session in the browser; the rest of the request is the new viewer's. */
export function enter(context: GraphQLContext, { viewer, email, session }: SignedIn): ViewerShape {
  const http = httpOf(context)
  http.setSession(session)
  http.setDevice(createDevice(context.services.env.secretKey, email))
  context.viewer = viewer
  return viewer
}

verbMutation('signIn', {
  description:
    'Sets the session cookie. SIGN_IN_FAILED says no more than that; TOO_MANY_REQUESTS while wrong tries from the same network make the next one wait (`retryAfter`).',
  access: 'public',
  input: (t) => ({ email: t.string(), password: t.string() }),
  resolve: async (context, input) => {
    const http = httpOf(context)
    return enter(context, await signIn(context.services, { ...input, browser: http, device: http.device }))
  },
  payload: (t) => ({ viewer: t.field({ type: Viewer, nullable: true, resolve: ({ value }) => value }) }),
})

verbMutation('signOut', {
  description: 'Ends the session and removes its cookie.',
  access: 'public',
  resolve: async (context) => {
    const http = httpOf(context)
    await signOut(context.services, { viewer: context.viewer })
    http.setSession(null)
  },
  payload: () => ({}),
})

verbMutation('changePassword', {
  description: 'Ends all other sessions, and the API tokens if asked to. FORBIDDEN with an API token.',
  input: (t) => ({
    currentPassword: t.string(),
    newPassword: t.string({ description: '10 to 200 characters.' }),
    revokeApiTokens: t.boolean({
      defaultValue: false,
      description: 'Ends all API tokens of the viewer too.',
    }),
  }),
  resolve: (context, input) => changePassword(context.services, { viewer: viewerOf(context), ...input }),
  payload: (t) => ({ viewer: t.field({ type: Viewer, nullable: true, resolve: ({ value }) => value }) }),
})

verbMutation('endSession', {
  description: 'Signs the viewer out in another browser.',
  input: (t) => ({ id: t.globalID({ for: [Session] }) }),
  resolve: (context, { id }) => endSession(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    deletedId: t.id({ nullable: true, resolve: ({ value }) => value && encodeGlobalId('Session', value) }),
  }),
})
