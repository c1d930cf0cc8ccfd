import { expect, test } from 'vitest'
import { createDemoAccount } from '../../server/domain/accounts/demo/create-demo-account.ts'
import { startTestApp } from '../support/app.ts'
import { signedIn } from '../support/factories.ts'
import { type Data, graphqlAs, mutate } from '../support/graphql-client.ts'

const EXAMPLES = `{
  businessHours { department { name } open weekly { from to } }
  routingSettings { rules { name department { name } priority } }
  channels(first: 5) { nodes { automaticMessages { kind enabled } } }
  chatCounts { waiting mine snoozed }
  chats(view: SNOOZED, first: 5) {
    nodes { visitor { name } tags { name } messages(last: 5) { nodes { type } } }
  }
  firstSteps { hasChat }
}`

test('the first start makes one account that works, however many processes start at once', async () => {
  const app = await startTestApp()
  try {
    const made = await Promise.all([1, 2, 3].map(() => createDemoAccount(app.services)))
    const [demo, ...others] = made.filter((account) => account !== null)
    expect(others).toEqual([])
    expect(await app.services.db.account.count()).toBe(1)
    expect(demo).toMatchObject({ adminEmail: 'admin@example.com', operatorEmail: 'operator@example.com' })
    for (const [email, password] of [
      [demo?.adminEmail, demo?.adminPassword],
      [demo?.operatorEmail, demo?.operatorPassword],
      [demo?.supervisorEmail, demo?.operatorPassword],
    ]) {
      expect(password).toMatch(/^([a-z2-9]{4}-){3}[a-z2-9]{4}$/)
      expect((await mutate(graphqlAs(app.url), 'signIn', { email, password })).userErrors).toEqual([])
    }
    const address = demo?.channelAddress.replace(app.services.env.http.publicUrl, app.url)
    expect((await fetch(`${address}/status`)).status).toBe(200)
    expect(await createDemoAccount(app.services)).toBeNull()
  } finally {
    await app.close()
  }
})

test('an admin who is named like the demo operator gets the account, and the operator another name', async () => {
  const app = await startTestApp({ variables: { ADMIN_EMAIL: 'operator@example.com' } })
  try {
    const demo = await createDemoAccount(app.services)
    expect(demo).toMatchObject({
      adminEmail: 'operator@example.com',
      operatorEmail: 'operator-2@example.com',
    })
  } finally {
    await app.close()
  }
})

test('the admin can be named by the environment, and then no password is told', async () => {
  const variables = { ADMIN_EMAIL: 'Boss@example.com', ADMIN_PASSWORD: 'chosen by the boss' }
  const app = await startTestApp({ variables })
  try {
    const demo = await createDemoAccount(app.services)
    expect(demo).toMatchObject({ adminEmail: 'boss@example.com' })
    expect(demo).not.toHaveProperty('adminPassword')
    const input = { email: 'boss@example.com', password: variables.ADMIN_PASSWORD }
    expect((await mutate(graphqlAs(app.url), 'signIn', input)).userErrors).toEqual([])
  } finally {
    await app.close()
  }
})

test('the demo account has an example of what people can set up, and is still in its first hour', async () => {
  const app = await startTestApp()
  try {
    await createDemoAccount(app.services)
    const admin = await app.services.db.user.findFirstOrThrow({ where: { role: 'ADMIN' } })
    const { cookie } = await signedIn(app.services, admin.id)
    const { data, errors } = await graphqlAs(app.url, { cookie })(EXAMPLES)
    expect(errors).toBeUndefined()
    expect(data).toMatchObject({
      businessHours: [
        { department: null, open: true },
        { department: { name: 'Returns' }, weekly: Array(5).fill({ from: '09:00', to: '17:00' }) },
      ],
      routingSettings: { rules: [{ name: 'Returns', department: { name: 'Returns' }, priority: 'HIGH' }] },
      chatCounts: { waiting: 0, mine: 0, snoozed: 1 },
      chats: { nodes: [{ visitor: { name: 'Nora Weber' }, tags: [{ name: 'Order' }] }] },
      firstSteps: { hasChat: false },
    })
    const { messages } = data.chats.nodes[0]
    expect(messages.nodes.map(({ type }: { type: string }) => type)).toEqual([
      ...['TEXT', 'NOTICE', 'TEXT', 'NOTE', 'NOTICE'],
    ])
    const { channels } = data
    expect(channels.nodes.flatMap(({ automaticMessages }: Data) => automaticMessages)).toMatchObject([
      { kind: 'NOBODY_FREE', enabled: true },
      { kind: 'RATING_REQUEST', enabled: true },
    ])
  } finally {
    await app.close()
  }
})
