import type { ChatWindow } from '../model/chat-window.ts'
import { isHome } from '../model/is-home.ts'
import { Avatar } from '../parts/Avatar.tsx'
import { fill } from '../texts/fill.ts'
import { formatMinutes } from '../texts/format.ts'
import { LastSaid } from './LastSaid.tsx'

/** The first view: who is there and when they usually answer, what was said before, and questions to begin with. */
export function Home({ chat }: { chat: ChatWindow }) {
  const { texts, state, outbox } = chat
  const { operators, greeting, offlineText, usualAnswerMinutes: minutes, quickQuestions } = state.widget

  /** Once, however often it is pressed: the view changes a moment later. */
  function ask(text: string) {
    if (isHome(chat)) outbox.send({ text })
  }

  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keyboard.
    <section class="list home" aria-label={texts.home} tabIndex={0}>
      <div class="hero">
        <p class="people">
          {operators.map((person) => (
            <Avatar key={person.id} {...person} />
          ))}
        </p>
        <p class="greeting" dir="auto">
          {(state.online ? greeting : offlineText) ?? texts.greeting}
        </p>
        {minutes !== null && <p>{fill(texts.usually, { time: formatMinutes(minutes, state.locale) })}</p>}
      </div>
      <LastSaid chat={chat} />
      {quickQuestions.length > 0 && (
        <ul class="questions" aria-label={texts.questions}>
          {quickQuestions.map((question) => (
            <li key={question}>
              <button type="button" dir="auto" onClick={() => ask(question)}>
                {question}
              </button>
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}
