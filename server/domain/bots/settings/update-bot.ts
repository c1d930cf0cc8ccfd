import { z } from 'zod'
import { orNotFound } from '../../../database/or-not-found.ts'
import { orTaken } from '../../../database/or-taken.ts'
import { actorOf } from '../../../events/actor.ts'
import { transact } from '../../../events/transact.ts'
import type { Bot } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { announceAccess } from '../../announce-access.ts'
import { optional, parseInput } from '../../parse-input.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { handOffOrphans } from '../handover/hand-off-orphans.ts'
import { assignChannels } from './assign-channels.ts'
import { botFields, keepToken } from './bot-fields.ts'

const fields = z.object({
  name: optional(botFields.name),
  token: optional(botFields.token),
  channelIds: optional(botFields.channelIds),
  enabled: optional(z.boolean()),
})

interface UpdateBot {
  viewer: Viewer
  id: string
  name?: string | null
  token?: string | null
  channelIds?: string[] | null
  /** False: new chats go to the operators, and so do those that it has. */
  enabled?: boolean | null
}

/** Changes what is given of a bot. Throws `forbidden`, `not_found`, `invalid_request`, `conflict`. */
export async function updateBot(services: Services, { viewer, id, ...input }: UpdateBot): Promise<Bot> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const { name, token, channelIds, enabled } = parseInput(fields, input)
  const bot = await transact(services, async (work) => {
    const update = work.tx.bot.update({
      where: { id, accountId, deletedAt: null },
      data: {
        ...(name && { name }),
        ...(enabled !== undefined && { enabled }),
        ...(token && keepToken(services.env, token)),
      },
    })
    const write = orNotFound(update, 'bot')
    const bot = await orTaken(write, 'A bot is already connected with this token.', 'input.token')
    if (channelIds) await assignChannels(work, { viewer, botId: id, channelIds })
    await work.record({ accountId, kind: 'BOT_UPDATED', actor: actorOf(viewer), subjectId: id })
    return bot
  })
  await announceAccess(services, { accountId })
  if (!bot.enabled) await handOffOrphans(services, id)
  return bot
}
