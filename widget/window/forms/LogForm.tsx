import { useState } from 'preact/hooks'
import type { ChatWindow } from '../model/chat-window.ts'
import { run } from '../model/problems.ts'
import { fill } from '../texts/fill.ts'
import { contactField } from './contact-field.ts'
import { Form, type Values } from './Form.tsx'

/** Sends what was said to the visitor's e-mail address. */
export function LogForm({ chat }: { chat: ChatWindow }) {
  const { texts, core } = chat
  const [sentTo, setSentTo] = useState('')

  function send({ email = '' }: Values) {
    setSentTo(email)
    return run(core.mutate('requestChatLog', { email }), chat)
  }

  return (
    <Form
      chat={chat}
      intro={texts.logAsk}
      fields={[{ ...contactField(chat, 'email'), isRequired: true }]}
      submit={texts.send}
      done={fill(texts.logDone, { email: sentTo })}
      onSend={send}
    />
  )
}
