import { z } from 'zod'
import { AppError } from '../../../errors.ts'
import { actorOf } from '../../../events/actor.ts'
import type { Work } from '../../../events/transact.ts'
import type { Bot } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { announceAccess } from '../../announce-access.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { createOnce } from '../../create-once.ts'
import { parseInput } from '../../parse-input.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { lockBotProvider } from '../providers/lock-bot-provider.ts'
import { assignChannels, requireFreeChannels } from './assign-channels.ts'
import { botFields, keepToken } from './bot-fields.ts'
import { requireFreeToken, tokenFree } from './require-free-token.ts'

const fields = z.object(botFields)

interface ConnectBot {
  viewer: Viewer
  providerId: string
  /** Shown to visitors and operators. */
  name: string
  /** Issued by the provider (contract, part 5). */
  token: string
  channelIds: string[]
  idempotencyKey?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Connects a provider's bot to channels: it gets every new chat there first. Throws `forbidden`, and all
 * other errors at once: bad fields, an unknown provider or channel, a token that is in use, a channel that
 * has a bot.
 */
export async function connectBot(
  services: Services,
  { viewer, problems = [], ...input }: ConnectBot,
): Promise<Bot> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const once = {
    viewer,
    mutation: 'connectBot',
    input,
    find: ({ tx }: Work, id: string) => tx.bot.findFirst({ where: { id, accountId, deletedAt: null } }),
  }
  const bot = await createOnce(services, once, async (work) => {
    const { tx } = work
    const own = await lockBotProvider(tx, { accountId, id: input.providerId })
    const [, { name, token }, provider, channelIds] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => {
        if (own) return own
        throw new AppError('not_found', 'This bot provider does not exist.', { field: 'input.providerId' })
      },
      () => requireFreeChannels(tx, { accountId, channelIds: input.channelIds }),
      // Nothing is revealed about somebody else's provider.
      () => own && requireFreeToken(tx, input),
    )
    const write = work.tx.bot.create({
      data: { accountId, providerId: provider.id, name, ...keepToken(services.env, token) },
    })
    const bot = await tokenFree(write)
    await assignChannels(work, { viewer, botId: bot.id, channelIds })
    await work.record({ accountId, kind: 'BOT_CONNECTED', actor: actorOf(viewer), subjectId: bot.id })
    await work.audit({
      actor: viewer,
      action: 'BOT_CONNECTED',
      subject: { type: 'Bot', id: bot.id, label: name },
      after: { name, provider: provider.name, channels: channelIds },
    })
    return bot
  })
  await announceAccess(services, { accountId })
  return bot
}
