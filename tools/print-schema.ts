// Prints schema.graphql from the code; with --check it only says whether the file is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { lexicographicSortSchema, printSchema } from 'graphql'
import { schema } from '../server/graphql/schema.ts'
import { paths } from '../server/paths.ts'

const printed = `${printSchema(lexicographicSortSchema(schema))}\n`

if (!process.argv.includes('--check')) writeFileSync(paths.schema, printed)
else if (readFileSync(paths.schema, 'utf8') !== printed) {
  console.error('schema.graphql differs from the code. Run: npm run schema')
  process.exitCode = 1
}
