import { expect, test } from 'vitest'
import { VisitorNews } from '../../../operator-app/src/state/inbox/visitor-news.ts'
import { makeChat } from '../samples.ts'

test('an answer that is older than what an event said of the visitor does not take it back', () => {
  const news = new VisitorNews()
  const chat = makeChat({})
  const renamed = { ...chat.visitor, name: 'Dora Delay' }
  const overtaken = news.begin()
  news.note(renamed)
  expect(overtaken(chat).visitor).toBe(renamed)
  expect(overtaken(makeChat({ visitor: { ...chat.visitor, id: 'somebody else' } })).visitor.name).toBe(
    chat.visitor.name,
  )
})

test('a read that began after the event knows better', () => {
  const news = new VisitorNews()
  const chat = makeChat({})
  news.note({ ...chat.visitor, name: 'Dora Delay' })
  expect(news.begin()(chat)).toBe(chat)
})
