import { z } from 'zod'
import { orTaken } from '../../../database/or-taken.ts'
import { AppError } from '../../../errors.ts'
import { actorOf } from '../../../events/actor.ts'
import { transact } from '../../../events/transact.ts'
import type { Bot } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { announceAccess } from '../../announce-access.ts'
import { parseInput } from '../../parse-input.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { assignChannels } from './assign-channels.ts'
import { botFields, keepToken } from './bot-fields.ts'

const fields = z.object(botFields)

interface ConnectBot {
  viewer: Viewer
  providerId: string
  /** Shown to visitors and operators. */
  name: string
  /** Made by the provider (contract, part 5). */
  token: string
  channelIds: string[]
}

/**
 * Connects a provider's bot to channels: it gets every new chat there first. Throws `forbidden`, `invalid_request`,
 * and `conflict` for a token that is in use or a channel that has a bot.
 */
export async function connectBot(services: Services, { viewer, ...input }: ConnectBot): Promise<Bot> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const { name, token, channelIds } = parseInput(fields, input)
  const bot = await transact(services, async (work) => {
    const provider = await work.tx.botProvider.findFirst({
      where: { id: input.providerId, accountId, deletedAt: null },
    })
    if (!provider) {
      throw new AppError('invalid_request', 'This bot provider does not exist.', {
        field: 'input.providerId',
      })
    }
    const write = work.tx.bot.create({
      data: { accountId, providerId: provider.id, name, ...keepToken(services.env, token) },
    })
    const bot = await orTaken(write, 'A bot is already connected with this token.', 'input.token')
    await assignChannels(work, { viewer, botId: bot.id, channelIds })
    await work.record({ accountId, kind: 'BOT_CONNECTED', actor: actorOf(viewer), subjectId: bot.id })
    return bot
  })
  await announceAccess(services, { accountId })
  return bot
}
