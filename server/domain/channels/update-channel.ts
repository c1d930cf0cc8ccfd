import { z } from 'zod'
import { orNotFound } from '../../database/or-not-found.ts'
import { AppError } from '../../errors.ts'
import type { Channel, ChatRouting } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { automaticKindNames, automaticKinds } from '../automatic-messages/automatic-kinds.ts'
import {
  type AutomaticMessageInput,
  automaticMessageField,
} from '../automatic-messages/automatic-message-fields.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { requireActiveUsers } from '../operators/require-active-users.ts'
import { optional, parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { changeChannel } from './change-channel.ts'
import { channelFields } from './channel-fields.ts'
import type { SettingsInput } from './kinds/channel-kind.ts'
import { settingsOfInput } from './kinds/settings-of-input.ts'

const fields = z.object({
  name: optional(channelFields.name),
  botCounts: optional(channelFields.botCounts),
  botOutsideHours: optional(channelFields.botOutsideHours),
  mediaHosts: optional(channelFields.mediaHosts),
  requiresTag: optional(channelFields.requiresTag),
  routing: optional(channelFields.routing),
  offerSeconds: optional(channelFields.offerSeconds),
  automaticMessages: optional(z.array(automaticMessageField).max(automaticKindNames.length)),
})

interface UpdateChannel {
  viewer: Viewer
  id: string
  name?: string | null
  /** Whether the bot makes the channel available without an operator. */
  botCounts?: boolean | null
  /** Whether the bot also works outside the business hours. */
  botOutsideHours?: boolean | null
  /** All hosts whose media is shown without asking. */
  mediaHosts?: string[] | null
  /** Whether an operator who closes a chat has to tag it, or to say that no tag fits. */
  requiresTag?: boolean | null
  /** Who is offered the chats that wait. */
  routing?: ChatRouting | null
  /** How long an operator has to answer an offer. */
  offerSeconds?: number | null
  /** Those of other kinds are unchanged. */
  automaticMessages?: readonly AutomaticMessageInput[] | null
  operatorIds?: string[] | null
  /** Of the channel's own kind. */
  settings?: SettingsInput | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Changes the given fields of a channel. Throws `forbidden`, and all other errors at once: an unknown
 * channel, bad fields, `private_target`, unknown operators.
 */
export async function updateChannel(
  services: Services,
  { viewer, id, settings, problems = [], ...input }: UpdateChannel,
): Promise<Channel> {
  requireAdmin(viewer)
  const { db, env } = services
  const { entry, input: typed } = settings ? settingsOfInput(settings) : {}
  const { accountId } = viewer
  const where = { id, accountId, deletedAt: null }
  const [, { automaticMessages, ...data }, stored, operatorIds] = await checkAll(
    () => throwAll(problems),
    () => parseInput(fields, input),
    () => entry?.update(env, typed),
    () =>
      input.operatorIds &&
      requireActiveUsers(db, { accountId, ids: input.operatorIds, field: 'input.operatorIds' }),
    async () => {
      const channel = await orNotFound(db.channel.findUniqueOrThrow({ where }), 'channel')
      throwAll(findUnfit(channel, input.automaticMessages ?? []))
    },
  )
  return changeChannel(services, {
    viewer,
    id,
    data: {
      ...data,
      ...(entry && { [entry.name]: stored }),
      ...(automaticMessages && { automaticMessages: { upsert: automaticMessages.map(upsertOf(id)) } }),
    },
    ...(operatorIds && { operatorIds }),
  })
}

/** Messages that this kind of channel cannot have. */
function findUnfit({ kind }: Channel, messages: readonly AutomaticMessageInput[]): AppError[] {
  return messages.flatMap((message, index) => {
    const { onlyOn } = automaticKinds[message.kind]
    if (onlyOn === null || onlyOn === kind) return []
    const field = `input.automaticMessages.${index}.kind`
    return [new AppError('invalid_request', `${message.kind} is only for chat channels.`, { field })]
  })
}

function upsertOf(channelId: string) {
  return ({ kind, ...message }: z.output<typeof automaticMessageField>) => ({
    where: { channelId_kind: { channelId, kind } },
    create: { kind, ...message },
    update: message,
  })
}
