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
  // `memory` is an empty database that lives as long as the command: enough to make and compare migrations.
  datasource: { url: process.env.DATABASE_URL ?? 'postgresql://memory/switchboard' },
})
