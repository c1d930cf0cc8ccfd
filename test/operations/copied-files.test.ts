import { cp, mkdir, mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import sharp from 'sharp'
import { expect, onTestFinished, test } from 'vitest'
import { paths } from '../../server/paths.ts'
import { DEMO_ADMIN, spawnSwitchboard } from '../support/spawn-switchboard.ts'
import { openStores } from '../support/stores.ts'

/** What dist/files.txt names, in an empty folder. */
async function copyListed(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'switchboard-copied-'))
  onTestFinished(() => rm(folder, { recursive: true }))
  const list = await readFile(join(paths.root, 'dist/files.txt'), 'utf8')
  for (const path of list.trim().split('\n')) {
    await mkdir(dirname(join(folder, path)), { recursive: true })
    await cp(join(paths.root, path), join(folder, path), { recursive: true })
  }
  return folder
}

test('what the build lists is all that a server needs', async () => {
  const stores = await openStores()
  onTestFinished(() => stores.close())
  const variables = { DATABASE_URL: stores.databaseUrl, REDIS_URL: String(stores.redisUrl) }
  const { url, end } = await spawnSwitchboard(variables, await copyListed())
  onTestFinished(async () => void (await end('SIGTERM')))
  for (const page of ['/', '/widget.js', '/demo', '/openapi.json', '/readyz'])
    expect((await fetch(url + page, { headers: { accept: 'text/html' } })).status, page).toBe(200)

  // Passwords are checked, and pictures looked into, by packages that are not in the bundles.
  const headers = { 'x-graphql-yoga-csrf': '1' }
  const signedIn = await fetch(`${url}/graphql`, {
    method: 'POST',
    headers: { ...headers, 'content-type': 'application/json' },
    body: JSON.stringify({
      query: 'mutation ($input: SignInInput!) { signIn(input: $input) { userErrors { code } } }',
      variables: { input: DEMO_ADMIN },
    }),
  })
  expect(await signedIn.json()).toMatchObject({ data: { signIn: { userErrors: [] } } })
  const cookie = String(signedIn.headers.get('set-cookie')).split(';')[0] as string
  const form = new FormData()
  const picture = await sharp({ create: { width: 640, height: 480, channels: 3, background: '#fff' } })
    .png()
    .toBuffer()
  form.append('file', new Blob([new Uint8Array(picture)]), 'a.png')
  const uploaded = await fetch(`${url}/files`, {
    method: 'POST',
    headers: { ...headers, cookie },
    body: form,
  })
  expect(await uploaded.json()).toMatchObject({
    mediaType: 'PHOTO',
    width: 640,
    thumbUrl: expect.any(String),
  })
})
