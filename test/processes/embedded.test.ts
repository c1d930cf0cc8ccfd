import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { demoChannelPath } from '../support/demo-channel.ts'
import { graphqlAs } from '../support/graphql-client.ts'
import { spawnSwitchboard } from '../support/spawn-switchboard.ts'
import { startStorm } from '../support/storm.ts'

const ADMIN = { ADMIN_EMAIL: 'admin@example.com', ADMIN_PASSWORD: 'correct horse battery' }

test('a start on nothing but a folder keeps everything over SIGKILL under load', async () => {
  const dir = await mkdtemp(join(tmpdir(), 'switchboard-data-'))
  await chmod(dir, 0o755)
  const variables = { DATA_DIR: dir, ...ADMIN }
  let server = await spawnSwitchboard(variables)
  try {
    const storm = startStorm(server.url + (await demoChannelPath(server)))
    await storm.reached(100)
    await server.end('SIGKILL')
    await storm.over()
    server = await spawnSwitchboard(variables)
    const address = server.url + (await demoChannelPath(server))
    for (const id of storm.answered.keys()) {
      expect((await fetch(`${address}/messages/${id}`)).status).toBe(200)
    }
    const signIn = await graphqlAs(server.url)(
      'mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { code } viewer { email } } }',
      { input: { email: ADMIN.ADMIN_EMAIL, password: ADMIN.ADMIN_PASSWORD } },
    )
    expect(signIn.data.signIn).toEqual({ userErrors: [], viewer: { email: ADMIN.ADMIN_EMAIL } })
    expect(await server.end('SIGTERM')).toBe(0)
  } finally {
    await server.end('SIGKILL')
    await rm(dir, { recursive: true, force: true })
  }
})
