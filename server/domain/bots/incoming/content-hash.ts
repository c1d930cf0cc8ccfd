import { createHash } from 'node:crypto'
import type { BotDraft } from './read-bot-event.ts'

/** By which a repeated reply is recognized: what the visitor would read, not its id or time. */
export function contentHash({ type, text, rich }: BotDraft): Buffer<ArrayBuffer> {
  const { content = null, title = null, buttons = null } = rich ?? {}
  const said = JSON.stringify([type, text, content, title, buttons])
  return createHash('sha256').update(said).digest() as Buffer<ArrayBuffer>
}
