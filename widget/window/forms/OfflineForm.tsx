import type { ChatWindow } from '../model/chat-window.ts'
import { run } from '../model/problems.ts'
import { takesNoMessages } from '../model/takes-no-messages.ts'
import { contactField } from './contact-field.ts'
import { Form, type Values } from './Form.tsx'

/** Takes a message while nobody is there. */
export function OfflineForm({ chat }: { chat: ChatWindow }) {
  const { texts, state, core } = chat

  /** A message that was begun here continues in the chat when an operator comes online, and vice versa. */
  function write(text: string) {
    chat.draft = text
  }

  async function send({ message = '', ...values }: Values) {
    if (!values.email && !values.phone) return { email: texts.emailOrPhone }
    const { person, sheet, draft } = chat
    // It stays when somebody comes online: the chat would begin with what is on its way.
    chat.openSheet('offline')
    const problems = await run(core.mutate('sendOfflineMessage', { message, ...values }), chat)
    // What was typed meanwhile was not sent.
    if (!problems && person === chat.person && chat.draft === draft) write('')
    if (chat.sheet === 'offline' && takesNoMessages(chat)) chat.sheet = sheet
    chat.changed()
    return problems
  }

  return (
    <Form
      chat={chat}
      intro={state.widget.offlineText ?? texts.leaveAsk}
      fields={[
        contactField(chat, 'name'),
        contactField(chat, 'email'),
        contactField(chat, 'phone'),
        {
          name: 'message',
          label: texts.message,
          type: 'area',
          value: chat.draft,
          isRequired: true,
          onInput: write,
        },
      ]}
      submit={texts.send}
      done={texts.leaveDone}
      onSend={send}
    />
  )
}
