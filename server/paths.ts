import { fileURLToPath } from 'node:url'

/** This folder and that of the bundle (`dist/`) are at the same depth, so these hold in both. */
const path = (fromRoot: string) => fileURLToPath(new URL(`../${fromRoot}`, import.meta.url))

export const paths = {
  root: path(''),
  migrations: path('prisma/migrations'),
  operatorApp: path('dist/operator-app'),
  widget: path('dist/widget'),
  schema: path('schema.graphql'),
}
