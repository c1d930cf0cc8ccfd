import { useMemo, useRef, useState } from 'preact/hooks'
import type { ChatWindow } from '../model/chat-window.ts'
import { run } from '../model/problems.ts'
import { fill } from '../texts/fill.ts'
import { shownLocale } from '../texts/shown-locale.ts'
import { contactField } from './contact-field.ts'
import { Form, type Values } from './Form.tsx'
import { listCountries } from './list-countries.ts'

/** Requests a call, and shows how far a call under way has got. The server checks the numbers. */
export function CallForm({ chat }: { chat: ChatWindow }) {
  const { texts, state, core } = chat
  const { locale, widget } = state
  const { callback } = widget
  const countries = useMemo(() => listCountries(callback.countries, locale), [callback, locale])
  const [picked, setPicked] = useState<string | null>(null)
  const country =
    countries.filter(
      ({ id }) => id === (picked ?? state.countryCode ?? regionOf(shownLocale(navigator.language))),
    )[0] ?? countries[0]

  const { call } = state
  const progress = call ? fill(texts.callStates[call.state], { phone: call.phone }) : ''
  /** A call that was seen under way is still shown when it has ended. */
  const wasUnderWay = useRef(false)
  if (call && call.state !== 'END' && call.state !== 'ERROR') wasUnderWay.current = true

  function send({ phone = '' }: Values) {
    const number = /^(\+|00)/.test(phone) ? phone : `+${country?.code} ${phone}`
    return run(core.startCall(number), chat)
  }

  const said = wasUnderWay.current ? progress : callback.state !== 'AVAILABLE' && texts.callOff
  return (
    <Form
      chat={chat}
      intro={texts.callAsk}
      fields={[{ ...contactField(chat, 'phone'), isRequired: true }]}
      submit={texts.callNow}
      done={said || progress}
      isDone={Boolean(said)}
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

/** The country that a language of the visitor's browser names, or else the one in which most people speak it. */
function regionOf(locale: string): string | undefined {
  return new Intl.Locale(locale).maximize().region
}
