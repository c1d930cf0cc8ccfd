import { expect, test } from 'vitest'
import { makeBot } from '../../support/bots.ts'
import { openDesk } from '../../support/desk.ts'
import { globalId } from '../../support/graphql-client.ts'
import { SOON, withBrowser } from '../support.ts'

const { app, open } = withBrowser()

test('what a bot asks with its buttons is plain text for operators, as it is for the visitor', async () => {
  const desk = await openDesk(app)
  const { db } = app.services
  const { bot, provider, token } = await makeBot(app.services, { accountId: desk.account.id })
  await db.channel.update({ where: { id: desk.channel.id }, data: { botId: bot.id } })
  await desk.say('v', 'Hello')
  const { id, number } = await desk.chatOf('v')
  const ask = async (question: object) => {
    const message = { type: 'BUTTONS', buttons: [{ id: 'y', text: 'Yes' }], ...question }
    const body = JSON.stringify({ event: 'BOT_MESSAGE', chat_id: number, message })
    const answer = await fetch(`${app.url}/bot/webhooks/${provider.publicId}/${token}`, {
      method: 'POST',
      body,
    })
    expect(answer.status).toBe(200)
  }
  await ask({ title: 'Size *S* or [M](https://shop.example/m)?', text: 'Which size?' })
  await ask({ text: 'With **delivery**?' })

  const page = await open(desk.operators[0], `/inbox/all/${encodeURIComponent(globalId('Chat', id))}`)
  const messages = page.getByRole('article')
  await messages.getByText('Size *S* or [M](https://shop.example/m)?', { exact: true }).waitFor(SOON)
  await messages.getByText('With **delivery**?', { exact: true }).waitFor(SOON)
})
