import { createApiToken } from '../domain/api-tokens/create-api-token.ts'
import { revokeApiToken } from '../domain/api-tokens/revoke-api-token.ts'
import { builder } from './builder.ts'
import { viewerOf } from './context.ts'
import { verbMutation } from './verb-mutation.ts'

export const ApiToken = builder.prismaNode('ApiToken', {
  id: { field: 'id' },
  nullable: true,
  description: 'A personal token for programs: `Authorization: Bearer swb_…`. It may do what its owner may.',
  findUnique: (id, context) => ({ id, userId: viewerOf(context).userId }),
  fields: (t) => ({
    name: t.exposeString('name'),
    lastFour: t.exposeString('lastFour', { description: 'Its last four characters.' }),
    lastUsedAt: t.expose('lastUsedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'To the minute; null when it was never used.',
    }),
    expiresAt: t.expose('expiresAt', {
      type: 'DateTime',
      nullable: true,
      description: 'Null when it holds until it is revoked.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

verbMutation('createApiToken', {
  description: 'Makes a personal API token. FORBIDDEN when an API token is used for it.',
  input: (t) => ({
    name: t.string({ description: 'What it is for; up to 100 characters.' }),
    expiresAt: t.field({
      type: 'DateTime',
      required: false,
      description: 'When it stops working; by default it holds until it is revoked.',
    }),
  }),
  resolve: (context, input) => createApiToken(context.services, { viewer: viewerOf(context), ...input }),
  payload: (t) => ({
    apiToken: t.field({ type: ApiToken, nullable: true, resolve: ({ value }) => value?.apiToken }),
    token: t.string({
      nullable: true,
      description: 'The token itself; it cannot be read again.',
      resolve: ({ value }) => value?.token,
    }),
  }),
})

verbMutation('revokeApiToken', {
  description: 'Ends one of the API tokens of the viewer.',
  input: (t) => ({ id: t.globalID({ for: [ApiToken] }) }),
  resolve: (context, { id }) => revokeApiToken(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({ apiToken: t.field({ type: ApiToken, nullable: true, resolve: ({ value }) => value }) }),
})
