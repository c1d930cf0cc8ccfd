import type { ContactInfo } from '../../core.ts'
import type { ChatWindow } from '../model/chat-window.ts'
import { run } from '../model/problems.ts'
import { contactField } from './contact-field.ts'
import { Form, type Values } from './Form.tsx'
import type { FormField } from './form-field.ts'

/** Asks for the visitor's details. The page is told the answers, too. */
export function ContactsForm({ chat }: { chat: ChatWindow }) {
  const { texts, state, core } = chat

  const skip = () => chat.finishContacts()

  async function send(values: Values) {
    if (Object.values(values).every((value) => !value)) {
      skip()
      return null
    }
    const { person } = chat
    // It stays until the answer is here: by an event, the details may be known before.
    chat.openSheet('contacts')
    const problems = await run(core.introduce(values), chat)
    if (problems || person !== chat.person) return problems
    const unsaved = Object.entries(chat.entered).filter(([name, text]) => text?.trim() !== values[name])
    chat.entered = Object.fromEntries(unsaved)
    // What was typed meanwhile is not saved yet.
    if (chat.sheet === 'contacts' && unsaved.some(([name]) => name in values)) return {}
    chat.finishContacts(texts.contactsDone)
    return null
  }

  return (
    <Form
      chat={chat}
      intro={texts.contactsAsk}
      fields={listFields(chat)}
      submit={texts.save}
      done={texts.contactsDone}
      onSend={send}
      onSkip={state.widget.requiredFields.length === 0 ? skip : null}
    />
  )
}

function listFields(chat: ChatWindow): FormField[] {
  const { contactFields, requiredFields } = chat.state.widget
  return contactFields.map((field) => ({
    ...contactField(chat, field.toLowerCase() as keyof ContactInfo),
    isRequired: requiredFields.includes(field),
  }))
}
