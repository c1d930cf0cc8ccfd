import { z } from 'zod'
import type { AppError } from '../../errors.ts'
import { actorOf } from '../../events/actor.ts'
import type { Work } from '../../events/transact.ts'
import type { Channel } from '../../generated/prisma/client.ts'
import type { Services } from '../../services.ts'
import { announceAccess } from '../announce-access.ts'
import { checkAll, throwAll } from '../check-all.ts'
import { createOnce } from '../create-once.ts'
import { followSupervisors, holdSupervision } from '../operators/follow-supervisors.ts'
import { requireActiveUsers } from '../operators/require-active-users.ts'
import { parseInput } from '../parse-input.ts'
import { requireAdmin, type Viewer } from '../viewer.ts'
import { assignOperators } from './assign-operators.ts'
import { channelFields } from './channel-fields.ts'
import { createPublicId } from './create-public-id.ts'
import type { SettingsInput } from './kinds/channel-kind.ts'
import { settingsOfInput } from './kinds/settings-of-input.ts'

const fields = z.object(channelFields).pick({ name: true })

interface CreateChannel {
  viewer: Viewer
  name: string
  operatorIds: string[]
  /** The settings of one kind, which determine the kind of the channel. */
  settings: SettingsInput
  idempotencyKey?: string | null
  /** Further problems of the input, which are reported with all others. */
  problems?: readonly AppError[]
}

/**
 * Creates a channel of the kind whose settings are given. Throws `forbidden`, and all other errors at once:
 * bad fields, `private_target`, unknown operators.
 */
export async function createChannel(
  services: Services,
  { viewer, problems = [], ...input }: CreateChannel,
): Promise<Channel> {
  requireAdmin(viewer)
  const { accountId } = viewer
  const { kind, entry, input: typed } = settingsOfInput(input.settings)
  const [, { name }, stored, operatorIds] = await checkAll(
    () => throwAll(problems),
    () => parseInput(fields, input),
    () => entry.create(services.env, typed),
    () => requireActiveUsers(services.db, { accountId, ids: input.operatorIds, field: 'input.operatorIds' }),
  )
  let userIds: string[] = []
  const once = {
    viewer,
    mutation: 'createChannel',
    input,
    find: ({ tx }: Work, id: string) => tx.channel.findFirst({ where: { id, accountId, deletedAt: null } }),
  }
  const channel = await createOnce(services, once, async (work) => {
    const supervision = await holdSupervision(work.tx, accountId)
    await requireActiveUsers(work.tx, { accountId, ids: operatorIds, field: 'input.operatorIds' })
    const channel = await work.tx.channel.create({
      data: {
        account: { connect: { id: accountId } },
        kind,
        name,
        publicId: createPublicId(),
        [entry.name]: stored,
      },
    })
    const { added } = await assignOperators(work.tx, { channelId: channel.id, operatorIds })
    const supervisors = await followSupervisors(work, { viewer, before: supervision })
    await work.record({
      accountId,
      kind: 'CHANNEL_CREATED',
      actor: actorOf(viewer),
      channelId: channel.id,
      subjectId: channel.id,
    })
    await work.audit({
      actor: viewer,
      action: 'CHANNEL_CREATED',
      subject: { type: 'Channel', id: channel.id, label: channel.name },
      after: { ...channel, operators: operatorIds },
    })
    userIds = [...added, ...supervisors]
    return channel
  })
  await announceAccess(services, { accountId, userIds })
  return channel
}
