import type { Catalog, Column, Rule } from './read-catalog.ts'

/**
 * What a program that was written for `before` could miss in `after`: a line for each thing that is gone, that it can
 * no longer write as it does, or that it would read differently.
 */
export function compareCatalogs(before: Catalog, after: Catalog): string[] {
  const isKnownTable = (table: string) => before.others.has(`table ${table}`)
  const isGone = (table: string) => isKnownTable(table) && !after.others.has(`table ${table}`)
  const isNewColumn = ({ table, name }: Pick<Column, 'table' | 'name'>) =>
    !before.columns.has(`${table}.${name}`)
  const problems = [...before.others]
    .filter((name) => !after.others.has(name))
    .map((name) => `${name} is gone`)
  for (const [name, column] of before.columns) {
    if (isGone(column.table)) continue
    const now = after.columns.get(name)
    problems.push(
      ...(now ? compareColumns(column, now) : ['is gone']).map((what) => `column ${name} ${what}`),
    )
  }
  for (const [name, column] of after.columns) {
    if (!isKnownTable(column.table) || !isNewColumn(column) || column.isOptional) continue
    problems.push(`column ${name} is new, and must be written`)
  }
  for (const [name, { table, isUnique }] of before.rules) {
    // ON CONFLICT needs it.
    if (isUnique && !isGone(table) && !after.rules.has(name)) problems.push(`${name} is gone`)
  }
  /** Whoever does not know a column of a rule leaves it null, which satisfies the rule. */
  const concernsOnlyNewRows = ({ table, columns }: Rule) =>
    columns.some((name) => isNewColumn({ table, name }) && after.columns.get(`${table}.${name}`)?.isNullable)
  for (const [name, rule] of after.rules) {
    if (isKnownTable(rule.table) && !before.rules.has(name) && !concernsOnlyNewRows(rule))
      problems.push(`${name} is new, and can refuse what was allowed`)
  }
  return problems
}

function compareColumns(before: Column, after: Column): string[] {
  const problems: string[] = []
  if (before.type !== after.type) problems.push(`was ${before.type} and is ${after.type}`)
  if (before.isNullable && !after.isNullable) problems.push('can no longer be null')
  if (!before.isNullable && after.isNullable) problems.push('can be null, which its readers do not expect')
  if (before.isOptional && !before.isNullable && !after.isOptional) problems.push('has no default any more')
  if (!before.isGenerated && after.isGenerated) problems.push('can no longer be written')
  return problems
}
