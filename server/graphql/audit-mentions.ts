import type { AuditChange } from '../domain/audit/audit-change.ts'
import { builder } from './kit/builder.ts'
import type { Loaders } from './kit/loaders.ts'

interface AuditMention {
  text: string
  name: string
}

/** What the ids in a value belong to, by the name of the field. */
const loaderOf: Record<string, 'user' | 'channel' | 'department' | 'bot'> = {
  operators: 'user',
  members: 'user',
  channels: 'channel',
  channelIds: 'channel',
  departmentIds: 'department',
  botId: 'bot',
}
const MOST = 100
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

export const AuditMentionType = builder.objectRef<AuditMention>('AuditMention').implement({
  description: 'The name behind an id in an audit entry.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'The id, as it occurs in the value.' }),
    name: t.exposeString('name', {
      description: 'The current name of the operator, channel, department or bot.',
    }),
  }),
})

/** The names behind the first ids in a change; deleted objects have none. */
export async function mentionsIn(
  { field, before, after }: AuditChange,
  loaders: Loaders,
): Promise<AuditMention[]> {
  const kind = loaderOf[field]
  if (!kind) return []
  const ids = [...new Set(`${before} ${after}`.match(UUID))].slice(0, MOST)
  const named = ids.map(async (id) => {
    const row = await loaders[kind].load(id)
    return row ? [{ text: id, name: row.name }] : []
  })
  return (await Promise.all(named)).flat()
}
