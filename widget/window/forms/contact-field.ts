import type { ContactInfo } from '../../core.ts'
import type { ChatWindow } from '../model/chat-window.ts'
import type { FormField } from './form-field.ts'

/** A field about the visitor, with the known value, or with what they have begun to write here or in another form. */
export function contactField(chat: ChatWindow, name: keyof ContactInfo): FormField {
  const { texts, state } = chat
  return {
    name,
    label: texts[name],
    type: name === 'email' ? 'email' : name === 'phone' ? 'tel' : 'text',
    ...(name !== 'description' && { autocomplete: name === 'phone' ? 'tel' : name }),
    value: chat.entered[name] ?? state.contactInfo[name],
    onInput(text) {
      chat.entered = { ...chat.entered, [name]: text }
    },
  }
}
