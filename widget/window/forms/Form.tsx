import type { ComponentChildren } from 'preact'
import { useLayoutEffect, useRef, useState } from 'preact/hooks'
import { isTouched } from '../look/is-touched.ts'
import type { ChatWindow } from '../model/chat-window.ts'
import type { Problems } from '../model/problems.ts'
import type { Texts } from '../texts/en.ts'
import { fill } from '../texts/fill.ts'
import { Field } from './Field.tsx'
import type { FormField } from './form-field.ts'

export type Values = Record<string, string>

interface FormProps {
  chat: ChatWindow
  /** What it is for. */
  intro: string
  fields: FormField[]
  submit: string
  /** The text after it was sent. */
  done: string
  /** That text is all there is to show, also if it was not sent from here. */
  isDone?: boolean
  onSend: (values: Values) => Promise<Problems | null>
  onSkip?: (() => void) | null
  children?: ComponentChildren
}

/** A short form with errors at its fields. */
export function Form({ chat, intro, fields, submit, done, isDone, onSend, onSkip, children }: FormProps) {
  const { texts } = chat
  const form = useRef<HTMLFormElement>(null)
  const [problems, setProblems] = useState<Problems>({})
  const [state, setState] = useState<'open' | 'busy' | 'done'>('open')

  const focus = (field?: FormField) =>
    form.current?.querySelector<HTMLElement>(`[name="${field?.name}"]`)?.focus()
  useLayoutEffect(() => {
    if (chat.takesFocus && !isTouched) focus(fields[0])
  }, [])
  useLayoutEffect(() => focus(fields.filter(({ name }) => name in problems)[0]), [problems])

  async function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    const element = form.current
    if (state === 'busy' || !element) return
    const values = readValues(element)
    const wrong = findProblems(fields, values, texts)
    if (Object.keys(wrong).length > 0) return setProblems(wrong)
    setState('busy')
    // A problem that is still there afterwards is said again.
    setProblems({})
    const refused = await onSend(values)
    setState(refused ? 'open' : 'done')
    if (refused) setProblems(refused)
  }

  const isOver = isDone || state === 'done'
  return (
    <>
      {/* Screen readers read out what comes into a region that is there. */}
      <div class="done" role="status">
        {isOver && done}
      </div>
      {!isOver && (
        <form ref={form} class="sheet" noValidate onSubmit={onSubmit}>
          <p dir="auto">{intro}</p>
          {children}
          {fields.map((field) => (
            <Field key={field.name} {...field} problem={problems[field.name] ?? ''} />
          ))}
          {'' in problems && (
            <p class="error" role="alert">
              {problems[''] || texts.failed}
            </p>
          )}
          <button type="submit" class="primary" aria-busy={state === 'busy'}>
            {submit}
          </button>
          {onSkip && (
            <button type="button" class="link" onClick={onSkip}>
              {texts.later}
            </button>
          )}
        </form>
      )}
    </>
  )
}

function readValues(form: HTMLFormElement): Values {
  return Object.fromEntries([...new FormData(form)].map(([name, value]) => [name, String(value).trim()]))
}

/** What is missing. The server says what is wrong: it accepts addresses that browsers refuse. */
function findProblems(fields: FormField[], values: Values, texts: Texts): Problems {
  const missing = fields.filter(({ name, isRequired }) => isRequired && !values[name])
  return Object.fromEntries(missing.map(({ name, label }) => [name, fill(texts.required, { field: label })]))
}
