import { fileURLToPath } from 'node:url'
import { defineConfig } from 'prisma/config'

// Prisma's commands download a native engine at first use, which a machine behind a firewall cannot do.
// This file is loaded before they look for it, so the engine from npm can be named here.
process.env.PRISMA_SCHEMA_ENGINE_BINARY ??= fileURLToPath(
  new URL('./tools/schema-engine.mjs', import.meta.url),
)

export default defineConfig({
  schema: 'prisma/schema.prisma',
  migrations: { path: 'prisma/migrations' },
  // Making a migration or comparing with the schema opens no connection; only `migrate status` and the like do.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://postgres@127.0.0.1:5432/switchboard' },
})
