import { resendMail } from '../domain/mail/resend-mail.ts'
import { sendChatLog } from '../domain/mail/send-chat-log.ts'
import { MOST_ADDRESSES, updateChatLogSettings } from '../domain/mail/update-chat-log-settings.ts'
import { administeredBy } from '../domain/viewer.ts'
import { MailKind, OutboxState } from '../generated/prisma/enums.ts'
import { Attempt, NEXT_ATTEMPT_AT } from './attempts.ts'
import { Chat } from './chats.ts'
import { builder } from './kit/builder.ts'
import { listPage } from './kit/check-cursor.ts'
import { connectionOf } from './kit/connection.ts'
import { viewerOf } from './kit/context.ts'
import { MOST_ATTEMPTS } from './kit/loaders.ts'
import { returned } from './kit/payload-fields.ts'
import { verbMutation } from './kit/verb-mutation.ts'
import { Account } from './viewer.ts'

const KindEnum = builder.enumType(MailKind, {
  name: 'MailKind',
  description: 'What a mail is about.',
  values: {
    OPERATOR_INVITATION: { description: 'An invitation to join the account.' },
    PASSWORD_RESET: { description: 'A link to set a new password.' },
    CHAT_LOG: { description: 'The log of a chat.' },
    ADMIN_NOTICE: { description: 'Something that the admins should look at.' },
    OFFLINE_ANSWER: { description: 'The answer to an offline message.' },
    CHAT_REPLIES: { description: 'Replies that a visitor of a website has left without seeing.' },
    WEEKLY_REPORT: { description: 'The figures of last week, to a supervisor or an admin who wants them.' },
    UNSEEN_NEWS: { description: 'What an operator has not seen.' },
  },
})

export const MailStateEnum = builder.enumType(OutboxState, {
  name: 'MailState',
  description: 'The state of a mail.',
  values: {
    PENDING: { description: 'Being sent, or waiting for the next attempt.' },
    SENT: { description: 'The mail server accepted it.' },
    FAILED: { description: 'The mail server rejected it, or all eight attempts failed.' },
    SKIPPED: {
      description:
        'Not sent: its link had expired, the address was removed from the list for chat logs, the visitor has seen the replies meanwhile, or the reader of a weekly report no longer wants or sees it.',
    },
    KEPT: {
      description:
        'Not sent, because no mail server was configured. It is sent only with `resendMail`, even when one is configured later.',
    },
  },
})

/** During an upgrade, a later version may send others, which this one cannot read. */
const ofKnownKind = { kind: { in: Object.values(MailKind) } }

// Bodies can be large: only the columns that are asked for are read.
const Mail = builder.prismaNode('Mail', {
  id: { field: 'id' },
  nullable: true,
  description: 'A mail that was or will be sent. Kept for 30 days. Admins only.',
  findUnique: (id, context) => ({ id, ...ofKnownKind, ...administeredBy(viewerOf(context)) }),
  authScopes: { admin: true },
  select: { id: true },
  fields: (t) => ({
    kind: t.expose('kind', { type: KindEnum, description: 'What it is about.' }),
    recipient: t.exposeString('recipient', { description: 'The e-mail address that it goes to.' }),
    subject: t.exposeString('subject', { description: 'Its subject; up to 200 characters.' }),
    text: t.exposeString('text', {
      description:
        'The plain body. A link that gives access is replaced by https://not-shown.invalid/ in both bodies.',
    }),
    html: t.exposeString('html', {
      description: 'The HTML body, which loads nothing from elsewhere. Show it in a sandbox all the same.',
    }),
    state: t.field({
      type: MailStateEnum,
      description: 'Its current state.',
      select: { item: { select: { state: true } } },
      resolve: ({ item }) => item.state,
    }),
    attempts: t.int({
      description: 'How many attempts were made since it became pending; eight at most.',
      select: { item: { select: { attempts: true } } },
      resolve: ({ item }) => item.attempts,
    }),
    nextAttemptAt: t.field({
      ...NEXT_ATTEMPT_AT,
      select: { item: { select: { state: true, nextAttemptAt: true } } },
      resolve: ({ item }) => NEXT_ATTEMPT_AT.resolve(item),
    }),
    sentAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When the mail server accepted it. Null before.',
      select: { item: { select: { state: true, finishedAt: true } } },
      resolve: ({ item }) => (item.state === 'SENT' ? item.finishedAt : null),
    }),
    errorCode: t.string({
      nullable: true,
      description:
        'Why the last attempt failed: `smtp_` with the reply code of the mail server, `refused`, `timeout`, `dns`, `tls`, `network`, `unreadable_secret` (the link was encrypted with another SECRET_KEY) or `not_recorded`.',
      select: { item: { select: { errorCode: true } } },
      resolve: ({ item }) => item.errorCode,
    }),
    errorMessage: t.string({
      nullable: true,
      description: 'What the mail server replied, or what happened, in words.',
      select: { item: { select: { errorMessage: true } } },
      resolve: ({ item }) => item.errorMessage,
    }),
    log: t.field({
      type: [Attempt],
      description: `The latest attempts, at most ${MOST_ATTEMPTS}, oldest first.`,
      resolve: ({ id }, _args, { loaders }) => loaders.logOfItem.load(id),
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime' }),
  }),
})

const MailConnection = connectionOf('Mail', Mail, { counted: 'never' })

builder.queryFields((t) => ({
  mails: t.prismaConnection(
    {
      type: Mail,
      cursor: 'id',
      description: 'The mails of the account, newest first. Admins only.',
      authScopes: { admin: true },
      args: {
        state: t.arg({
          type: MailStateEnum,
          required: false,
          description: 'Return only mails in this state.',
        }),
      },
      resolve: (query, _root, { state }, context) =>
        listPage(
          context,
          query,
          { table: 'Mail' },
          context.services.db.mail.findMany({
            ...query,
            where: {
              accountId: viewerOf(context).accountId,
              ...ofKnownKind,
              ...(state && { item: { state } }),
            },
            orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
          }),
        ),
    },
    MailConnection,
  ),
}))

builder.prismaObjectField(Account, 'sendsMail', (t) =>
  t.boolean({
    description: 'Whether a mail server is configured. Without one, mails are kept (MailState.KEPT).',
    resolve: (_account, _args, { services }) => services.mailer !== null,
  }),
)

builder.prismaObjectField(Account, 'chatLogAddresses', (t) =>
  t.stringList({
    description: `The e-mail addresses that get the log of every closed chat, at most ${MOST_ADDRESSES}. Empty for operators.`,
    resolve: async ({ id }, _args, { services, viewer }) => {
      if (viewer?.role !== 'ADMIN') return []
      const addresses = await services.db.chatLogAddress.findMany({
        where: { accountId: id },
        orderBy: { id: 'asc' },
        take: MOST_ADDRESSES,
      })
      return addresses.map(({ email }) => email)
    },
  }),
)

verbMutation('updateChatLogSettings', {
  description:
    'Admins only. Sets which e-mail addresses get the log of every chat that is closed from now on.',
  errors: ['BLANK', 'FORBIDDEN', 'INVALID', 'TOO_LONG'],
  input: (t) => ({
    addresses: t.stringList({
      description: `At most ${MOST_ADDRESSES} e-mail addresses. An empty list turns the logs off.`,
    }),
  }),
  resolve: (context, input) =>
    updateChatLogSettings(context.services, { viewer: viewerOf(context), ...input }),
  payload: (t) => ({
    account: t.field(returned(Account, 'The account, with its new settings.')),
  }),
})

verbMutation('sendChatLog', {
  description: 'Mails the messages of a chat so far, as the visitor may read them.',
  errors: ['BLANK', 'INVALID', 'NOT_FOUND', 'RATE_LIMITED', 'TOO_LONG'],
  input: (t) => ({
    chatId: t.globalID({ for: [Chat], description: 'The chat.' }),
    to: t.string({ description: 'The e-mail address of the visitor, or another one that they specify.' }),
  }),
  joinsProblems: true,
  resolve: (context, { chatId, to }, problems) =>
    sendChatLog(context.services, { viewer: viewerOf(context), chatId: chatId.id, to, problems }),
  payload: () => ({}),
})

verbMutation('resendMail', {
  description:
    'Admins only. Sends a mail that failed or was kept, in up to eight new attempts. A mail in another state is unchanged.',
  errors: ['FORBIDDEN', 'NOT_FOUND'],
  input: (t) => ({ id: t.globalID({ for: [Mail], description: 'The mail to send.' }) }),
  resolve: (context, { id }) => resendMail(context.services, { viewer: viewerOf(context), id: id.id }),
  payload: (t) => ({
    mail: t.field(returned(Mail, 'The mail, as it is now.')),
  }),
})
