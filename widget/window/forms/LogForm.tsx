import { useState } from 'preact/hooks'
import { logMutation } from '../documents.ts'
import type { ChatWindow } from '../model/chat-window.ts'
import { run } from '../model/run.ts'
import { fill } from '../texts/fill.ts'
import { Form, type Values } from './Form.tsx'

/** Sends what was said to the visitor's e-mail address. */
export function LogForm({ chat }: { chat: ChatWindow }) {
  const { texts, state, core } = chat
  const [sentTo, setSentTo] = useState('')

  function send({ email = '' }: Values) {
    setSentTo(email)
    return run(core, logMutation, { email })
  }

  return (
    <Form
      texts={texts}
      intro={texts.logAsk}
      fields={[
        {
          name: 'email',
          label: texts.email,
          type: 'email',
          autocomplete: 'email',
          value: state.contactInfo.email,
          isRequired: true,
        },
      ]}
      submit={texts.send}
      done={fill(texts.logDone, { email: sentTo })}
      onSend={send}
    />
  )
}
