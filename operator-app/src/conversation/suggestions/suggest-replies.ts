import type { UploadedFile } from '../../browser/uploaded-file.ts'
import type { CannedReply } from '../../graphql/canned-replies.ts'
import type { Chat } from '../../graphql/fragments.ts'
import { t } from '../../messages/index.ts'
import { fillReply, type ReplyValues } from '../../state/conversation/fill-reply.ts'
import type { Workspace } from '../../state/workspace.svelte.ts'
import type { Suggestion } from './suggestions.svelte.ts'

/** The canned replies that fit what was typed after `/`, as they would be sent in this chat. */
export async function suggestReplies(workspace: Workspace, chat: Chat, typed: string): Promise<Suggestion[]> {
  const { cannedReplies } = workspace
  const search = import('../../state/conversation/find-replies.ts')
  await cannedReplies.need()
  const { findReplies } = await search
  const replies = cannedReplies.ofChat(chat)
  const found = typed === '' ? replies : findReplies(replies, typed)
  return found.map((reply) => toSuggestion(workspace, chat, reply))
}

function toSuggestion({ cannedReplies, uploads, me }: Workspace, chat: Chat, reply: CannedReply): Suggestion {
  const text = fillReply(reply.parts, valuesOf(chat, me.name), t.cannedReplies.variables)
  const files = reply.files.map(({ name }) => name).join(', ')
  return {
    id: reply.id,
    title: reply.title,
    detail: `/${reply.shortcut}`,
    preview: files === '' ? text : `${text}\n\n${t.cannedReplies.withFiles(files)}`,
    text,
    onTaken: () => {
      cannedReplies.insert(chat.id, reply.id)
      uploads.addStored(chat.id, reply.files.map(asUpload))
    },
  }
}

function valuesOf({ visitor, number, channel }: Chat, operatorName: string): ReplyValues {
  return {
    VISITOR_NAME: visitor.name,
    VISITOR_EMAIL: visitor.email,
    OPERATOR_NAME: operatorName,
    CHAT_NUMBER: String(number),
    CHANNEL_NAME: channel.name,
  }
}

/** A file's kind is one of those that an upload has: only a message can be of another. */
function asUpload(file: CannedReply['files'][number]): UploadedFile {
  return { ...file, mediaType: file.mediaType as UploadedFile['mediaType'] }
}
