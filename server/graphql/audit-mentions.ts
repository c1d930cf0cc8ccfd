import type { AuditChange } from '../domain/audit/audit-change.ts'
import { builder } from './builder.ts'
import type { Loaders } from './loaders.ts'

interface AuditMention {
  text: string
  name: string
}

/** What the ids in a value belong to, by the name of the field. */
const loaderOf: Record<string, 'user' | 'channel' | 'bot'> = {
  operators: 'user',
  members: 'user',
  channels: 'channel',
  channelIds: 'channel',
  botId: 'bot',
}
const MOST = 100
const UUID = /[\da-f]{8}(?:-[\da-f]{4}){3}-[\da-f]{12}/g

export const AuditMentionType = builder.objectRef<AuditMention>('AuditMention').implement({
  description: 'What something is called that a value of the audit log only identifies.',
  fields: (t) => ({
    text: t.exposeString('text', { description: 'What stands in the value.' }),
    name: t.exposeString('name', { description: 'The name of the operator, channel or bot today.' }),
  }),
})

/** The names behind the first ids in a change; what is gone has none. */
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
