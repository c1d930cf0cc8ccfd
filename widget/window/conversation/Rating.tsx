import { useState } from 'preact/hooks'
import type { ChatWindow } from '../model/chat-window.ts'
import { run } from '../model/problems.ts'
import { Icon } from '../parts/Icon.tsx'

/** Asks how a chat was. The answer is stored when a thumb is pressed; a comment may follow. */
export function Rating({ chat }: { chat: ChatWindow }) {
  const { texts, core, state } = chat
  const visit = state.chat
  const [rating, setRating] = useState(visit?.rating ?? null)
  const [comment, setComment] = useState('')
  const [isSent, setSent] = useState(false)
  const [problem, setProblem] = useState('')

  async function send(chosen: 'POSITIVE' | 'NEGATIVE', isLast: boolean) {
    setRating(chosen)
    const problems = await run(core.mutate('rateVisit', { rating: chosen, comment }), chat)
    setProblem(problems ? problems[''] || texts.failed : '')
    setSent(isLast && !problems)
  }

  if (!visit) return null
  if (isSent) {
    return (
      <p class="card" role="status">
        {texts.rated}
      </p>
    )
  }
  return (
    <form
      class="card rating"
      onSubmit={(event) => {
        event.preventDefault()
        if (rating) void send(rating, true)
      }}
    >
      <p>{texts.rateAsk}</p>
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
      {rating && (
        <>
          <textarea
            rows={2}
            maxLength={1000}
            dir="auto"
            aria-label={texts.comment}
            placeholder={texts.comment}
            value={comment}
            onInput={(event) => setComment(event.currentTarget.value)}
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
