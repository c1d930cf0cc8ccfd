import { readdirSync, readFileSync } from 'node:fs'
import { buildSchema, type DocumentNode, NoUnusedFragmentsRule, specifiedRules, validate } from 'graphql'
import { expect, test } from 'vitest'

const folder = new URL('../../../operator-app/src/graphql/', import.meta.url)
const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'))

function isDocument(value: unknown): value is DocumentNode {
  return typeof value === 'object' && value !== null && 'kind' in value && value.kind === 'Document'
}

async function readDocuments(): Promise<[name: string, document: DocumentNode][]> {
  const files = readdirSync(folder).filter((name) => name.endsWith('.ts'))
  const modules = await Promise.all(files.map((name) => import(new URL(name, folder).href)))
  return modules.flatMap((module: object) =>
    Object.entries(module).filter((entry): entry is [string, DocumentNode] => isDocument(entry[1])),
  )
}

const documents = await readDocuments()
// A fragment stands alone in its document; who uses it is another document.
const rules = specifiedRules.filter((rule) => rule !== NoUnusedFragmentsRule)

test('the app has documents to check', () => {
  expect(documents.length).toBeGreaterThan(40)
})

test.for(documents)('%s asks for nothing that schema.graphql does not have', ([, document]) => {
  expect(validate(schema, document, rules).map((error) => error.message)).toEqual([])
})
