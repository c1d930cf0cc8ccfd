import { updateAccount } from '../domain/accounts/update-account.ts'
import { LONGEST_REASON, MOST_REASONS } from '../domain/operators/away-reason.ts'
import { viewerOf } from './kit/context.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Account } from './viewer.ts'

verbMutation('updateAccount', {
  description: 'Admins only. Changes the account. Omitted fields are unchanged.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'TOO_LONG'],
  input: (t) => ({
    name: t.string({
      required: false,
      description: 'What the company is called in invitations and mails; 1 to 100 characters.',
    }),
    awayReasons: t.stringList({
      required: false,
      description: `All reasons for being away that operators choose from, in their order; at most ${MOST_REASONS}, each of 1 to ${LONGEST_REASON} characters.`,
    }),
  }),
  resolve: (context, input) => updateAccount(context.services, { viewer: viewerOf(context), ...input }),
  payload: (t) => ({
    account: t.field(returned(Account, 'The account, as it is now.')),
  }),
})
