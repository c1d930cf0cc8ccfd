import type { HandOffReason } from '../../generated/prisma/enums.ts'
import { Bot, HandOffReasonEnum } from '../bots.ts'
import { loadRow } from '../kit/load.ts'
import { ANY, CHANGING_CHAT, defineEvents, type EventFields } from './define-events.ts'
import { idOf } from './event-interface.ts'

const bot = (description: string): EventFields => {
  return (t) => ({
    bot: t.field({
      type: Bot,
      description,
      resolve: ({ subjectId }, _args, { loaders }) => loadRow(loaders.bot, idOf(subjectId)),
    }),
  })
}

defineEvents(['CHAT_HANDED_OFF'], CHANGING_CHAT, (t) => ({
  ...bot('The bot that answered until then.')(t),
  reason: t.field({
    type: HandOffReasonEnum,
    description:
      'Why it went to the operators; never OPERATOR_STEPPED_IN, for which there is `ChatAccepted`.',
    resolve: ({ data }) => (data as { reason: HandOffReason }).reason,
  }),
}))
defineEvents(['CHAT_HANDED_BACK'], CHANGING_CHAT, bot('The bot that answers from then on.'))

defineEvents(['BOT_CONNECTED', 'BOT_UPDATED', 'BOT_DISCONNECTED'], ANY, bot('The bot, as it is now.'))
