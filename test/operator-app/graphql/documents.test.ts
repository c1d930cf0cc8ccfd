import { readdirSync, readFileSync } from 'node:fs'
import {
  buildSchema,
  type DocumentNode,
  type FieldNode,
  getNamedType,
  isObjectType,
  NoUnusedFragmentsRule,
  type SelectionSetNode,
  specifiedRules,
  TypeInfo,
  validate,
  visit,
  visitWithTypeInfo,
} from 'graphql'
import { expect, test } from 'vitest'
import { configurationMutations } from '../../../operator-app/src/graphql/configuration-rules.ts'
import { fieldsOf } from '../../../operator-app/src/graphql/fields-of.ts'

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

test('the cache has rules only for mutations that schema.graphql has', () => {
  const mutations = Object.keys(schema.getMutationType()?.getFields() ?? {})
  expect(Object.keys(configurationMutations).filter((name) => !mutations.includes(name))).toEqual([])
})

/** The types of the objects that a document reads without the id that they have. */
function readWithoutId(document: DocumentNode): string[] {
  const found: string[] = []
  const info = new TypeInfo(schema)
  const hasId = ({ selections }: SelectionSetNode): boolean =>
    selections.some((each) => {
      if (each.kind === 'Field') return each.name.value === 'id'
      if (each.kind === 'InlineFragment') return hasId(each.selectionSet)
      return document.definitions.some(
        (one) =>
          one.kind === 'FragmentDefinition' && one.name.value === each.name.value && hasId(one.selectionSet),
      )
    })
  const enter = ({ selectionSet }: FieldNode) => {
    const type = getNamedType(info.getType())
    if (selectionSet && isObjectType(type) && type.getFields().id && !hasId(selectionSet))
      found.push(type.name)
  }
  visit(document, visitWithTypeInfo(info, { Field: enter }))
  return found
}

const changes = documents.filter(([, document]) =>
  fieldsOf(document).some((name) => name in configurationMutations),
)

test.for(changes)('%s reads the id of everything, by which the cache keeps it', ([, document]) => {
  expect(readWithoutId(document)).toEqual([])
})
