import { updateAccount } from '../domain/accounts/update-account.ts'
import { viewerOf } from './kit/context.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Account } from './viewer.ts'

verbMutation('updateAccount', {
  description: 'Admins only. Renames the account. Omitted fields are unchanged.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'TOO_LONG'],
  input: (t) => ({
    name: t.string({
      required: false,
      description: 'What the company is called in invitations and mails; 1 to 100 characters.',
    }),
  }),
  resolve: (context, input) => updateAccount(context.services, { viewer: viewerOf(context), ...input }),
  payload: (t) => ({
    account: t.field({
      type: Account,
      nullable: true,
      description: 'The account, as it is now.',
      resolve: ({ value }) => value,
    }),
  }),
})
