import { z } from 'zod'
import type { Tx } from '../../../database/client.ts'
import { orNotFound } from '../../../database/or-not-found.ts'
import type { AppError } from '../../../errors.ts'
import { actorOf } from '../../../events/actor.ts'
import { transact } from '../../../events/transact.ts'
import type { Bot } from '../../../generated/prisma/client.ts'
import type { Services } from '../../../services.ts'
import { announceAccess } from '../../announce-access.ts'
import { checkAll, throwAll } from '../../check-all.ts'
import { optional, parseInput } from '../../parse-input.ts'
import { requireAdmin, type Viewer } from '../../viewer.ts'
import { handOffOrphans } from '../handover/hand-off-orphans.ts'
import { assignChannels, requireFreeChannels } from './assign-channels.ts'
import { botFields, keepToken } from './bot-fields.ts'
import { lockBot } from './lock-bot.ts'
import { requireFreeToken, tokenFree } from './require-free-token.ts'

const fields = z.object({
  name: optional(botFields.name),
  token: optional(botFields.token),
  enabled: optional(z.boolean()),
})

interface UpdateBot {
  viewer: Viewer
  id: string
  name?: string | null
  token?: string | null
  channelIds?: string[] | null
  /** False: new chats and those that it has go to the operators. */
  enabled?: boolean | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Changes the given fields of a bot. Throws `forbidden`, and all other errors at once: an unknown bot or
 * channel, bad fields, a token that is in use, a channel that has another bot.
 */
export async function updateBot(
  services: Services,
  { viewer, id, problems = [], ...input }: UpdateBot,
): Promise<Bot> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const bot = await transact(services, async (work) => {
    const { tx } = work
    const where = { id, accountId, deletedAt: null }
    const [, { name, token, enabled }, , channelIds] = await checkAll(
      () => throwAll(problems),
      () => parseInput(fields, input),
      () => lockBot(tx, { accountId, id }),
      () =>
        input.channelIds && requireFreeChannels(tx, { accountId, botId: id, channelIds: input.channelIds }),
      async () => {
        const bot = input.token && (await tx.bot.findUnique({ where, select: { providerId: true } }))
        if (input.token && bot) await requireFreeToken(tx, { ...bot, token: input.token, except: id })
      },
    )
    const before = await readBot(tx, id)
    const update = tx.bot.update({
      where,
      data: {
        ...(name && { name }),
        ...(enabled !== undefined && { enabled }),
        ...(token && keepToken(services.env, token)),
      },
    })
    const bot = await tokenFree(orNotFound(update, 'bot'))
    if (channelIds) await assignChannels(work, { viewer, botId: id, channelIds })
    await work.record({ accountId, kind: 'BOT_UPDATED', actor: actorOf(viewer), subjectId: id })
    await work.audit({
      actor: viewer,
      action: 'BOT_UPDATED',
      subject: { type: 'Bot', id, label: bot.name },
      before,
      after: await readBot(tx, id),
    })
    return bot
  })
  await announceAccess(services, { accountId })
  if (!bot.enabled) await handOffOrphans(services, id)
  return bot
}

function readBot(tx: Tx, id: string): Promise<object | null> {
  const channels = { select: { id: true }, orderBy: { id: 'asc' } } as const
  return tx.bot.findUnique({ where: { id }, include: { channels } })
}
