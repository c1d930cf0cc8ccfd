import type { Row } from '../model/build-rows.ts'
import type { ChatWindow } from '../model/chat-window.ts'
import { Avatar } from '../parts/Avatar.tsx'
import { Icon } from '../parts/Icon.tsx'
import { Attachment } from './Attachment.tsx'
import { Buttons } from './Buttons.tsx'
import { Marked } from './Marked.tsx'
import { Meta } from './Meta.tsx'
import { Quote } from './Quote.tsx'
import { UploadCard } from './UploadCard.tsx'

/** A message with its author, attachment and delivery state. */
export function Message({ chat, row }: { chat: ChatWindow; row: Row }) {
  const { texts, state } = chat
  const { message, outgoing, own } = row
  const name = own ? texts.you : (row.name ?? (row.isBot ? texts.bot : state.widget.name))
  const markdown = message?.markdown
  const text = markdown ?? (message ?? outgoing)?.text
  const look = `row${own ? ' own' : ''}${row.startsGroup ? ' first' : ''}${row.endsGroup ? ' last' : ''}`
  return (
    <li class={look} id={row.key}>
      {!own && row.endsGroup && <Avatar name={name} photoUrl={row.photoUrl} />}
      <div class="stack">
        <span class={row.startsGroup && !own ? 'by' : 'spoken'}>{name}</span>
        {outgoing?.file && <UploadCard chat={chat} outgoing={outgoing} file={outgoing.file} />}
        {outgoing?.fileId && !outgoing.file && (
          <div class="file">
            <Icon name="file" />
            <bdi>{outgoing.fileName}</bdi>
          </div>
        )}
        {message?.quote && !message.deletedAt && <Quote quote={message.quote} texts={texts} />}
        {message?.deletedAt && <p class="bubble gone">{texts.deleted}</p>}
        {message && <Attachment message={message} texts={texts} locale={state.locale} />}
        {message?.buttons.length ? (
          <Buttons chat={chat} message={message} row={row} />
        ) : (
          text && (
            <p class="bubble" dir="auto">
              <Marked text={text} isMarkdown={!!markdown} newTab={texts.newTab} />
              {message?.editedAt && <small> {texts.edited}</small>}
            </p>
          )
        )}
        <Meta chat={chat} row={row} />
      </div>
    </li>
  )
}
