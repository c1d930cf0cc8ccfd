import { updateDeveloperSettings } from '../domain/webhooks/settings/update-developer-settings.ts'
import type { Account as AccountRow } from '../generated/prisma/client.ts'
import { builder } from './kit/builder.ts'
import { viewerOf } from './kit/context.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Account } from './viewer.ts'

const DeveloperSettings = builder.objectRef<AccountRow>('DeveloperSettings').implement({
  description: 'Settings for developers and the CRM that belong to no single endpoint. Admins only.',
  fields: (t) => ({
    safeUrls: t.stringList({
      description:
        'The hosts that links in the answers of endpoints may lead to, including their subdomains; at most 100. When it is empty, all links are removed.',
      resolve: ({ safeUrlHosts }) => safeUrlHosts,
    }),
    hasIdentitySecret: t.boolean({
      description:
        'Whether user tokens of the widget (`setUserToken`) must be JWTs that are signed with the identity secret. The secret itself cannot be read.',
      resolve: ({ identitySecretEncrypted }) => identitySecretEncrypted !== null,
    }),
  }),
})

builder.prismaObjectField(Account, 'developerSettings', (t) =>
  t.field({
    type: DeveloperSettings,
    nullable: true,
    description: 'Settings for developers and the CRM that belong to no single endpoint. Null for operators.',
    resolve: ({ id }, _args, { services, viewer }) =>
      viewer?.role === 'ADMIN' ? services.db.account.findUnique({ where: { id } }) : null,
  }),
)

verbMutation('updateDeveloperSettings', {
  description: 'Admins only. Omitted fields are unchanged.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'TOO_LONG'],
  input: (t) => ({
    safeUrls: t.stringList({
      required: false,
      description:
        'Host names, or addresses, of which only the host is used; at most 100. They replace the current ones. See `DeveloperSettings.safeUrls`.',
    }),
    identitySecret: t.string({
      required: false,
      description: '16 to 1000 characters: the key of the JWTs (HS256). It is stored encrypted.',
    }),
    removeIdentitySecret: t.boolean({
      required: false,
      description: 'True to delete the identity secret: any user token is accepted from then on.',
    }),
  }),
  joinsProblems: true,
  resolve: (context, input, problems) =>
    updateDeveloperSettings(context.services, { viewer: viewerOf(context), problems, ...input }),
  payload: (t) => ({
    developerSettings: t.field(returned(DeveloperSettings, 'The settings, as they are now.')),
  }),
})
