import {
  type GraphQLSchema,
  isEnumType,
  isInputObjectType,
  isInterfaceType,
  isObjectType,
  isSpecifiedScalarType,
} from 'graphql'
import { expect, test } from 'vitest'
import { schema } from '../../server/graphql/schema.ts'

/** Fields of objects that say everything by their name. Of inputs everything is described: their limits matter. */
const OBVIOUS_FIELDS = new Set(['id', 'name', 'email', 'createdAt', 'node', 'edges', 'pageInfo'])

interface Described {
  path: string
  description: string | null | undefined
  isObvious?: boolean
  isForAdmins?: boolean
}

const all = [...describe(schema)]

test('every type, field, argument, input field and enum value has a description', () => {
  expect(all.length).toBeGreaterThan(500)
  const missing = all.filter(({ description, isObvious }) => !description && !isObvious)
  expect(missing.map(({ path }) => path)).toEqual([])
})

test('descriptions are whole sentences and refer to no document that an integrator does not have', () => {
  const wrong = all.filter(
    ({ description }) => description && (/contract/i.test(description) || !/^\S.*[.…]$/s.test(description)),
  )
  expect(wrong.map(({ path, description }) => `${path}: ${description}`)).toEqual([])
})

test('a field that only admins may read says so', () => {
  const ofAdmins = all.filter(({ isForAdmins }) => isForAdmins)
  expect(ofAdmins.length).toBeGreaterThan(5)
  const silent = ofAdmins.filter(({ description }) => !description?.includes('Admins only.'))
  expect(silent.map(({ path }) => path)).toEqual([])
})

function* describe(schema: GraphQLSchema): Generator<Described> {
  for (const type of Object.values(schema.getTypeMap())) {
    if (type.name.startsWith('__') || isSpecifiedScalarType(type)) continue
    yield { path: type.name, description: type.description }
    if (isEnumType(type)) {
      for (const { name, description } of type.getValues())
        yield { path: `${type.name}.${name}`, description }
    } else if (isInputObjectType(type)) {
      for (const { name, description } of Object.values(type.getFields())) {
        yield { path: `${type.name}.${name}`, description }
      }
    } else if (isObjectType(type) || isInterfaceType(type)) {
      for (const { name, description, args, extensions } of Object.values(type.getFields())) {
        const path = `${type.name}.${name}`
        const { authScopes } = extensions.pothosOptions as { authScopes?: { admin?: boolean } }
        yield {
          path,
          description,
          isObvious: OBVIOUS_FIELDS.has(name),
          isForAdmins: authScopes?.admin === true,
        }
        for (const argument of args) {
          yield { path: `${path}(${argument.name})`, description: argument.description }
        }
      }
    }
  }
}
