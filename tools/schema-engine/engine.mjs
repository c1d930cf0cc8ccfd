import { readFileSync } from 'node:fs'
import { bindMigrationAwareSqlAdapterFactory } from '@prisma/driver-adapter-utils'
import { createAdapterFactory } from './adapters.mjs'

const wasmFile = new URL(
  './schema_engine_bg.wasm',
  import.meta.resolve('@prisma/schema-engine-wasm/schema_engine_bg'),
)

/** A command that reads no schema file still has to give the engine one. */
const emptySchema = /** @type {[string, string]} */ ([
  'schema.prisma',
  'datasource db {\n  provider = "postgresql"\n}\n',
])

/** Version of the WebAssembly engine. */
export function engineVersion() {
  return JSON.parse(readFileSync(new URL('./package.json', wasmFile), 'utf8')).version
}

/**
 * Starts the engine for the given schema files.
 * @param {import('./arguments.mjs').EngineOptions} options
 * @param {boolean} offline the call at hand needs no database
 */
export async function startEngine({ schemaFiles, url }, offline) {
  const datamodels = schemaFiles.map(
    (file) => /** @type {[string, string]} */ ([file, readFileSync(file, 'utf8')]),
  )
  const SchemaEngine = await loadEngine()
  return SchemaEngine.new(
    { datamodels: datamodels.length > 0 ? datamodels : [emptySchema] },
    () => {},
    bindMigrationAwareSqlAdapterFactory(createAdapterFactory(url, offline)),
  )
}

// The project's types know neither a browser's globals nor those that Node shares with it.
const { WebAssembly } = /** @type {any} */ (globalThis)

/** The package's own entry point fits bundlers, not Node; this is what it would do. */
async function loadEngine() {
  const bindings = await import('@prisma/schema-engine-wasm/schema_engine_bg')
  const { instance } = await WebAssembly.instantiate(readFileSync(wasmFile), {
    './schema_engine_bg.js': bindings,
  })
  bindings.__wbg_set_wasm(instance.exports)
  instance.exports.__wbindgen_start()
  return bindings.SchemaEngine
}
