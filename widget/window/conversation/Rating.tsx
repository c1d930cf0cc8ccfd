import { useRef, useState } from 'preact/hooks'
import { COMMENT_LENGTH } from '../lengths.ts'
import type { ChatWindow } from '../model/chat-window.ts'
import { run } from '../model/problems.ts'
import { Icon } from '../parts/Icon.tsx'

/**
 * Asks how a chat was, or shows how it was rated. The answer is stored when a thumb is pressed; a comment may follow, and
 * both can be changed.
 */
export function Rating({ chat }: { chat: ChatWindow }) {
  const { texts, core, state } = chat
  const visit = state.chat
  const form = useRef<HTMLFormElement>(null)
  /** The thumb that was pressed, until the comment is sent. */
  const [chosen, setChosen] = useState<'POSITIVE' | 'NEGATIVE' | null>(null)
  /** What was typed here; null stands for the comment that is stored. */
  const [typed, setTyped] = useState<string | null>(null)
  const [problem, setProblem] = useState('')
  /** Counts what was pressed and typed, so that an answer undoes nothing that came after it was asked for. */
  const changes = useRef(0)
  const comment = typed ?? visit?.ratingComment ?? ''
  const rating = chosen ?? visit?.rating

  async function send(rating: 'POSITIVE' | 'NEGATIVE', isLast: boolean) {
    setChosen(rating)
    const change = ++changes.current
    const problems = await run(
      core.mutate('rateVisit', { chatId: visit?.id, rating, ...(typed !== null && { comment: typed }) }),
      chat,
    )
    setProblem(problems ? problems[''] || texts.failed : '')
    if (problems || !isLast || change !== changes.current) return
    // The event may come after the answer.
    const now = core.state.chat
    if (now?.id === visit?.id) core.set({ chat: now && { ...now, rating, ratingComment: comment } })
    // The comment's field and button are about to disappear, so the focus moves to the pressed thumb.
    if (form.current?.matches(':focus-within')) {
      form.current.querySelector<HTMLElement>('[aria-pressed=true]')?.focus()
    }
    setChosen(null)
    setTyped(null)
  }

  if (!visit) return null
  return (
    <form
      ref={form}
      class="card rating"
      onSubmit={(event) => {
        event.preventDefault()
        if (chosen) void send(chosen, true)
      }}
    >
      <p role="status">{rating && !chosen ? texts.rated : texts.rateAsk}</p>
      <fieldset class="thumbs" aria-label={texts.rateAsk}>
        {(['POSITIVE', 'NEGATIVE'] as const).map((value) => (
          <button
            key={value}
            type="button"
            aria-pressed={rating === value}
            onClick={() => void send(value, false)}
          >
            <Icon name={value === 'POSITIVE' ? 'good' : 'bad'} />
            {value === 'POSITIVE' ? texts.good : texts.bad}
          </button>
        ))}
      </fieldset>
      {chosen && (
        <>
          <textarea
            rows={2}
            maxLength={COMMENT_LENGTH}
            dir="auto"
            aria-label={texts.comment}
            placeholder={texts.comment}
            value={comment}
            onInput={(event) => {
              changes.current++
              setTyped(event.currentTarget.value)
            }}
          />
          <button type="submit" class="primary">
            {texts.send}
          </button>
        </>
      )}
      {problem && (
        <p class="error" role="alert">
          {problem}
        </p>
      )}
    </form>
  )
}
