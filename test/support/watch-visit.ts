import { onTestFinished } from 'vitest'
import type { TestApp } from './app.ts'
import type { Desk } from './desk.ts'
import { openSocket } from './graphql-socket.ts'
import type { Browser } from './widget.ts'

/** Follows on an operator's screen whether the visitor is on the website: each answer to a change, in their order. */
export async function watchVisit(
  at: TestApp,
  { admin }: Desk,
  { visitorNumber }: Pick<Browser, 'visitorNumber'>,
): Promise<() => boolean[]> {
  const screen = openSocket(at.url, { cookie: admin.cookie })
  onTestFinished(() => screen.close())
  const told = screen.collect('subscription { visitChanges { visitor { number details { onSite } } } }')
  await screen.execute('{ viewer { email } }')
  return () =>
    told
      .map(({ visitChanges }) => visitChanges.visitor)
      .filter(({ number }) => number === visitorNumber)
      .map(({ details }) => details.onSite)
}
