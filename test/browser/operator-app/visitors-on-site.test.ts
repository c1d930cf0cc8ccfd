import { randomUUID } from 'node:crypto'
import { expect, onTestFinished, test } from 'vitest'
import { transient } from '../../../server/events/live-event.ts'
import { openDesk } from '../../support/desk.ts'
import { makeWidget } from '../../support/widget.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('the list of visitors has the latest, more when they are asked for, and follows all that it shows', async () => {
  const desk = await openDesk(app)
  const { id: channelId } = await makeWidget(app.services, { accountId: desk.account.id })
  const of = { accountId: desk.account.id, channelId }
  const { db, visitorPresence, announcer } = app.services
  const come = async (number: number) => {
    const key = randomUUID()
    const startedAt = new Date(Date.now() - (1_000 - number) * 60_000)
    const { id: visitorId } = await db.visitor.create({
      data: {
        ...of,
        number,
        key,
        externalId: key,
        name: `Guest ${number}`,
        visit: { create: { ...of, startedAt } },
      },
    })
    const connection = visitorPresence.connect({ ...of, visitorId })
    onTestFinished(connection.leave)
    await connection.counted
    return { visitorId, leave: connection.leave }
  }
  const tell = (visitorId: string) =>
    announcer.tell(transient('VISIT_CHANGED', { ...of, subjectId: visitorId }))
  const leave = async (visitor: Awaited<ReturnType<typeof come>> | undefined) => {
    await visitor?.leave()
    tell(visitor?.visitorId ?? '')
  }
  const visitors = await Promise.all(Array.from({ length: 120 }, (_, index) => come(200 + index)))

  const page = await open(desk.admin)
  await page.getByRole('link', { name: 'Visitors on the site' }).click()
  const rows = page.locator('tbody tr')
  const status = page.getByRole('main').getByRole('status')
  await expect.poll(() => rows.count(), SOON).toBe(100)
  await expect.poll(() => rows.first().innerText(), SOON).toContain('Guest 319')
  await expect.poll(() => status.innerText(), SOON).toBe('120 people')

  // The list has as many as before: the one after its end moves up.
  await leave(visitors[119])
  await expect.poll(() => rows.first().innerText(), SOON).toContain('Guest 318')
  await expect.poll(() => rows.last().innerText(), SOON).toContain('Guest 219')
  await expect.poll(() => status.innerText(), SOON).toBe('119 people')

  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => rows.count(), SOON).toBe(119)
  await expect.poll(() => page.getByRole('button', { name: 'Show more' }).count(), SOON).toBe(0)
  await leave(visitors[0])
  await expect.poll(() => rows.last().innerText(), SOON).toContain('Guest 201')
  tell((await come(400)).visitorId)
  await expect.poll(() => rows.first().innerText(), SOON).toContain('Guest 400')
})
