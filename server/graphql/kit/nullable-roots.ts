import SchemaBuilder, { BasePlugin, type PothosOutputFieldConfig, type SchemaTypes } from '@pothos/core'

declare global {
  namespace PothosSchemaTypes {
    interface Plugins<Types extends SchemaTypes> {
      nullableRoots: NullableRoots<Types>
    }
  }
}

/**
 * Makes fields of `Query` nullable that can be refused while others of the same operation are not: pages, whose
 * arguments may be wrong, and what only admins may read. Where such a field is non-null, its error takes the whole
 * answer away.
 */
class NullableRoots<Types extends SchemaTypes> extends BasePlugin<Types> {
  override onOutputFieldConfig(field: PothosOutputFieldConfig<Types>): PothosOutputFieldConfig<Types> {
    const canBeRefused = 'first' in field.args || isForAdmins(field.pothosOptions)
    if (field.kind !== 'Query' || !canBeRefused) return field
    return { ...field, type: { ...field.type, nullable: true } }
  }
}

function isForAdmins({ authScopes }: { authScopes?: unknown }): boolean {
  return typeof authScopes === 'object' && authScopes !== null && 'admin' in authScopes
}

const name = 'nullableRoots' as const
SchemaBuilder.registerPlugin(name, NullableRoots)

export default name
