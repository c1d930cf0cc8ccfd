import { readFileSync } from 'node:fs'
import { buildSchema, parse, validate } from 'graphql'
import { describe, expect, test } from 'vitest'
import * as actions from '../../../widget/actions/documents.ts'
import * as loader from '../../../widget/loader/documents.ts'
import { mutationOf, mutations } from '../../../widget/loader/mutations.ts'
import * as window from '../../../widget/window/documents.ts'

const schema = buildSchema(readFileSync(new URL('../../../schema.graphql', import.meta.url), 'utf8'))
const problemsOf = (document: string) => validate(schema, parse(document)).map(({ message }) => message)

/** Types do not see everything: a fragment that is left out is missed at run time only. */
describe('what the widget asks of the server fits schema.graphql', () => {
  const documents = Object.entries({ ...loader, ...actions, ...window }).filter(
    ([, document]) => typeof document === 'string',
  )

  test.each(documents)('%s', (_name, document) => {
    expect(problemsOf(document as unknown as string)).toEqual([])
  })

  test.each(mutations)('%s', (name) => {
    expect(problemsOf(mutationOf(name))).toEqual([])
  })
})
