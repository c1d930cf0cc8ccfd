// Prints docs/openapi.json from the code; with --check it only says whether the file is up to date.
import { readFileSync, writeFileSync } from 'node:fs'
import { paths } from '../server/paths.ts'
import { openApiDocument } from '../server/rest/openapi/document.ts'

const file = `${paths.root}docs/openapi.json`
const printed = `${JSON.stringify(openApiDocument('http://localhost:4000'), null, 2)}\n`

if (!process.argv.includes('--check')) writeFileSync(file, printed)
else if (readFileSync(file, 'utf8') !== printed) {
  console.error('docs/openapi.json differs from the code. Run: npm run openapi')
  process.exitCode = 1
}
