#!/usr/bin/env node
// Stands in for Prisma's native `schema-engine` binary, so that the stock `prisma` command works without a
// download: it speaks the command's protocol (JSON-RPC lines on stdin and stdout) and forwards each call to the
// WebAssembly build of the same engine, which Prisma publishes on npm. prisma.config.ts switches it on.
// The protocol is not documented: this is a development tool, and the versions of Prisma are pinned for it.
// The server itself applies migrations without it (server/stores/migrate.ts).
import { parseArguments } from './schema-engine/arguments.mjs'
import { runDatabaseCommand } from './schema-engine/database-commands.mjs'
import { engineVersion } from './schema-engine/engine.mjs'
import { serve } from './schema-engine/serve.mjs'

const options = parseArguments(process.argv.slice(2))

if (options.version) console.log(`schema-engine-wasm ${engineVersion()}`)
else if (options.command) process.exitCode = await runDatabaseCommand(options.command, options.url)
else serve(options)
