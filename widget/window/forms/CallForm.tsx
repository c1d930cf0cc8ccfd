import { useMemo, useState } from 'preact/hooks'
import type { ChatWindow } from '../model/chat-window.ts'
import { run } from '../model/problems.ts'
import { fill } from '../texts/fill.ts'
import { Form, type Values } from './Form.tsx'
import { listCountries } from './list-countries.ts'

/** Orders a call. The server knows which numbers there are. */
export function CallForm({ chat }: { chat: ChatWindow }) {
  const { texts, state, core } = chat
  const { locale, widget } = state
  const { callback } = widget
  const countries = useMemo(() => listCountries(callback.countries, locale), [callback, locale])
  const [called, setCalled] = useState('')
  const [picked, setPicked] = useState<string | null>(null)
  const country = countries.filter(({ id }) => id === (picked ?? regionOf(locale)))[0] ?? countries[0]

  async function send({ phone = '' }: Values) {
    const number = /^(\+|00)/.test(phone) ? phone : `+${country?.code} ${phone.replace(/^0/, '')}`
    const problems = await run(core.startCall(number), chat)
    if (!problems) setCalled(number)
    return problems
  }

  if (callback.state !== 'AVAILABLE' && !called) {
    return (
      <div class="sheet">
        <p class="done">{texts.callOff}</p>
      </div>
    )
  }
  return (
    <Form
      chat={chat}
      intro={texts.callAsk}
      fields={[{ name: 'phone', label: texts.phone, type: 'tel', autocomplete: 'tel', isRequired: true }]}
      submit={texts.callNow}
      done={fill(textOf(chat), { phone: called })}
      onSend={send}
    >
      <label for="field-country">{texts.country}</label>
      <select
        id="field-country"
        value={country?.id ?? ''}
        onChange={(event) => setPicked(event.currentTarget.value)}
      >
        {countries.map(({ id, name, code }) => (
          <option key={id} value={id}>
            {name} (+{code})
          </option>
        ))}
      </select>
    </Form>
  )
}

/** How far the call has come. */
function textOf({ texts, callState }: ChatWindow): string {
  const { callStarted, callConnected, callEnded, callFailed } = texts
  return {
    START: callStarted,
    OPERATOR_CONNECTED: callConnected,
    CLIENT_CONNECTED: callConnected,
    END: callEnded,
    ERROR: callFailed,
  }[callState]
}

/** The country in which most people who speak so are. */
function regionOf(locale: string): string | undefined {
  return new Intl.Locale(locale).maximize().region
}
