import { expect, onTestFinished, test } from 'vitest'
import { openDesk } from '../../support/desk.ts'
import { globalId, mutate } from '../../support/graphql-client.ts'
import { makeWidget, openBrowser, openWidgetFeed, write } from '../../support/widget.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('an operator sees that somebody else has invited a visitor, in the pane and the list, until it is answered', async () => {
  const desk = await openDesk(app, { operators: 2 })
  const [operator, other] = desk.operators
  const widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: desk.operators.map(({ user }) => user.id),
  })
  const visitor = await openBrowser(app.url, widget.publicId)
  const { chatId } = await write(visitor, 'Goodbye')
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
  const feed = await openWidgetFeed(app.url, visitor.token)
  onTestFinished(() => feed.close())
  const { visitorId } = await app.services.db.chat.findUniqueOrThrow({ where: { id: chatId } })
  await mutate(other?.execute ?? operator.execute, 'inviteVisitor', {
    visitorId: globalId('Visitor', visitorId),
    text: 'May I help you again?',
  })

  const page = await open(operator)
  await page.getByRole('link', { name: 'Visitors on the site' }).click()
  await page.getByRole('row').getByText('Invited', { exact: true }).waitFor(SOON)
  await page.getByRole('link', { name: 'Archive' }).click()
  await page.getByRole('list', { name: 'Closed chats' }).getByRole('link').first().click(SOON)
  const shown = page.getByText(`“May I help you again?”`)
  await shown.waitFor(SOON)
  await expect.poll(() => shown.innerText(), SOON).toContain(other?.user.name)
  const { data } = await visitor.execute('{ visit { invitation { id } } }')
  await mutate(visitor.execute, 'dismissVisitInvitation', { invitationId: data.visit.invitation.id })
  await shown.waitFor({ state: 'detached', ...SOON })
})

test('whoever has a chat cannot be invited in the list: a link leads to it, until it is closed', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const widget = await makeWidget(app.services, {
    accountId: desk.account.id,
    operatorIds: [operator.user.id],
  })
  const visitor = await openBrowser(app.url, widget.publicId)
  const feed = await openWidgetFeed(app.url, visitor.token)
  onTestFinished(() => feed.close())
  const page = await open(operator)
  await page.getByRole('link', { name: 'Visitors on the site' }).click()
  const invite = page.getByRole('button', { name: /^Invite / })
  await invite.waitFor(SOON)
  const { chatId } = await write(visitor, 'Where is my order?')
  const link = page.getByRole('link', { name: /^Open chat/ })
  await link.waitFor(SOON)
  await expect.poll(() => invite.count(), SOON).toBe(0)
  await link.click()
  await page.getByText('Where is my order?').first().waitFor(SOON)
  await page.goBack()
  await link.waitFor(SOON)
  await mutate(operator.execute, 'closeChat', { chatId: globalId('Chat', chatId) })
  await invite.waitFor(SOON)
})
