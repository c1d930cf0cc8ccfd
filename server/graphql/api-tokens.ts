import { createApiToken } from '../domain/api-tokens/create-api-token.ts'
import { revokeApiToken } from '../domain/api-tokens/revoke-api-token.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { idempotencyKey } from './kit/idempotency-key.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'

export const ApiToken = builder.prismaNode('ApiToken', {
  id: { field: 'id' },
  nullable: true,
  description:
    'A personal token for programs, sent as `Authorization: Bearer swb_…`. It has the rights of its owner.',
  findUnique: (id, context) => ({ id, userId: viewerOf(context).userId, revokedAt: null }),
  fields: (t) => ({
    name: t.exposeString('name', { description: 'What it is for.' }),
    lastFour: t.exposeString('lastFour', {
      description: 'Its last four characters, by which to recognize it.',
    }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it was last used, to the minute. Null when it was never used.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it expires. Null when it is valid until revoked.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

verbMutation('createApiToken', {
  description:
    'Creates a personal API token of the viewer, who may have at most 50. Needs a session; an API token may not do this.',
  errors: ['BLANK', 'FORBIDDEN', 'IDEMPOTENCY_KEY_REUSED', 'INVALID', 'LIMIT_REACHED', 'TOO_LONG'],
  input: (t) => ({
    ...idempotencyKey(t),
    name: t.string({ description: 'What it is for; up to 100 characters.' }),
    expiresAt: t.field({
      type: 'DateTime',
      required: false,
      description: 'When it expires, a time in the future. By default it is valid until revoked.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, input, problems) =>
    createApiToken(context.services, { viewer: viewerOf(context), problems, ...input }),
  payload: (t) => ({
    apiToken: t.field({
      type: ApiToken,
      nullable: true,
      description: 'The new token, without its secret.',
      resolve: ({ value }) => value?.apiToken,
    }),
    token: t.string({
      nullable: true,
      description: 'The token itself. It is shown only once.',
      resolve: ({ value }) => value?.token,
    }),
  }),
})

verbMutation('revokeApiToken', {
  description: 'Revokes one of the viewer’s own API tokens. It stops working immediately.',
  errors: ['NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [ApiToken], description: 'The token to revoke.' }) }),
  resolve: (context, { id }) => revokeApiToken(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    apiToken: t.field(returned(ApiToken, 'The revoked token.')),
  }),
})
