import { execFile } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { samplePayload } from '../../server/domain/webhooks/payloads/sample-payload.ts'
import { webhookName } from '../../server/domain/webhooks/sending/webhook.ts'
import type { User } from '../../server/generated/prisma/client.ts'
import { WebhookEvent } from '../../server/generated/prisma/enums.ts'
import { createSigningSecret, signWebhook } from '../../server/outbound/sign-webhook.ts'
import { findProgram, installPackage } from '../support/find-program.ts'
import { component, mistakesOf, mistakesOfSent } from '../support/openapi.ts'

const run = promisify(execFile)

test.for(Object.values(WebhookEvent))('what the OpenAPI document says of %s is what is sent', (event) => {
  const user = { number: 5, name: 'Olga', email: 'olga@example.com' } as User
  const sample = samplePayload({ event: webhookName(event), user, channel: { publicId: 'Xa3kP9' } })
  const sent = JSON.parse(JSON.stringify(sample))
  expect(mistakesOfSent(sent, component('WebhookEvent'))).toEqual([])
  // Generated clients take what later versions add, and tell the events apart by their names.
  expect(mistakesOf({ ...sent, added_later: 1 }, component('WebhookEvent'))).toEqual([])
  expect(mistakesOf({ ...sent, event_name: 'unheard_of' }, component('WebhookEvent'))).not.toEqual([])
})

/** The program in the document, of this language. */
async function verifierOf(language: string): Promise<string> {
  const text = await readFile('docs/webhooks.md', 'utf8')
  const [, program] = new RegExp(`\`\`\`${language}\n([\\s\\S]*?)\`\`\``).exec(text) ?? []
  if (!program) throw new Error(`no verifier for ${language}`)
  return program
}

const [secret, old] = [createSigningSecret(), createSigningSecret()]
const body = '{"event_name":"chat_accepted","visitor":{"name":"Ünïcode"}}'
const headers = signWebhook({ id: 'a-b-c', at: new Date(), body, secrets: [secret, old] })
const cases: [secret: string, headers: Record<string, string>, body: string, right: boolean][] = [
  [secret, headers, body, true],
  [old, headers, body, true],
  [createSigningSecret(), headers, body, false],
  [secret, headers, `${body} `, false],
  [
    secret,
    signWebhook({ id: 'a', at: new Date(Date.now() - 600_000), body, secrets: [secret] }),
    body,
    false,
  ],
]
const right = cases.map((one) => one[3])

test('the verifier for Node in the document accepts both secrets, and nothing that is wrong', async () => {
  const module = `data:text/javascript,${encodeURIComponent(await verifierOf('js'))}`
  const { verify } = await import(/* @vite-ignore */ module)
  expect(cases.map(([key, given, text]) => verify(key, given, text))).toEqual(right)
})

function ensureProgram(name: string, debianPackage: string): void {
  if (!findProgram(name)) installPackage(debianPackage, `This test needs ${name}.`)
}

test('the verifier for Python in the document does the same', async () => {
  ensureProgram('python3', 'python3')
  const program = `${await verifierOf('python')}
import json, sys
print(json.dumps([verify(k, h, b.encode()) for k, h, b, _ in json.loads(sys.argv[1])]))`
  const { stdout } = await run('python3', ['-c', program, JSON.stringify(cases)])
  expect(JSON.parse(stdout)).toEqual(right)
})

test('so does the one for PHP', async () => {
  ensureProgram('php', 'php-cli')
  const program = `${await verifierOf('php')}
echo json_encode(array_map(fn ($case) => verify($case[0], $case[1], $case[2]), json_decode($argv[1], true)));`
  const { stdout } = await run('php', ['-r', program, JSON.stringify(cases)])
  expect(JSON.parse(stdout)).toEqual(right)
})
