import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeAll, expect, test } from 'vitest'
import { findUnaccepted } from '../../tools/migrations/find-unaccepted.ts'

const TABLES = `
  CREATE TYPE kind AS ENUM ('TEXT', 'PHOTO');
  CREATE TABLE chat (id int PRIMARY KEY, name text, number bigint NOT NULL DEFAULT 1, kind kind NOT NULL, slug text UNIQUE);
  ALTER TABLE chat ADD CONSTRAINT numbered CHECK (number > 0) NOT VALID;
  CREATE TABLE "Tag" (name text);
  CREATE FUNCTION next_number() RETURNS int LANGUAGE sql AS 'SELECT 1';
  CREATE FUNCTION on_chat() RETURNS trigger LANGUAGE plpgsql AS 'BEGIN RETURN NEW; END';
  CREATE TRIGGER marked BEFORE INSERT ON chat FOR EACH ROW EXECUTE FUNCTION on_chat()`

/** Each is what one migration does to the tables above. */
const REFUSED = [
  ['DROP TABLE chat', 'table chat is gone'],
  ['ALTER TABLE chat RENAME TO conversation', 'table chat is gone'],
  ['ALTER TABLE chat DROP COLUMN name', 'column chat.name is gone'],
  ['ALTER TABLE chat RENAME name TO title', 'column chat.name is gone'],
  ["DO $$ BEGIN EXECUTE 'ALTER TABLE chat DROP COLUMN name'; END $$", 'column chat.name is gone'],
  ['ALTER TABLE chat ALTER name TYPE varchar(20)', 'column chat.name was text and is character varying(20)'],
  ['ALTER TABLE chat ALTER name SET NOT NULL', 'column chat.name can no longer be null'],
  [
    'ALTER TABLE chat ALTER number DROP NOT NULL',
    'column chat.number can be null, which its readers do not expect',
  ],
  ['ALTER TABLE chat ALTER number DROP DEFAULT', 'column chat.number has no default any more'],
  ['ALTER TABLE chat ADD place int NOT NULL', 'column chat.place is new, and must be written'],
  ['CREATE UNIQUE INDEX ON chat (name)', 'chat: UNIQUE btree (name) is new, and can refuse what was allowed'],
  [
    "ALTER TABLE chat ADD CHECK (name <> '')",
    "chat: CHECK ((name <> ''::text)) is new, and can refuse what was allowed",
  ],
  ['ALTER TABLE chat DROP CONSTRAINT chat_slug_key', 'chat: UNIQUE btree (slug) is gone'],
  ['DROP FUNCTION next_number()', 'function next_number() is gone'],
  ['DROP TRIGGER marked ON chat', 'trigger chat.marked is gone'],
  ["ALTER TYPE kind RENAME VALUE 'TEXT' TO 'WORDS'", 'value kind.TEXT is gone'],
] as const
const EXPANSION = `
    ALTER TABLE chat ADD place int, ADD rank int NOT NULL DEFAULT 0, ADD CHECK (place > 0);
    CREATE UNIQUE INDEX ON chat (name, place);
    CREATE INDEX ON chat (name);
    ALTER TYPE kind ADD VALUE 'VIDEO';
    CREATE TABLE message (id int PRIMARY KEY, "chatId" int NOT NULL REFERENCES chat, text text NOT NULL UNIQUE);
    CREATE OR REPLACE FUNCTION next_number() RETURNS int LANGUAGE sql AS 'SELECT 2'`
/** Each is what one migration does to the tables above and to all their rows. */
const HOLDING = [
  ['CREATE INDEX chat_by_name ON chat (name)', 'index chat_by_name is made while chat is locked'],
  ['ALTER TABLE chat ADD place int UNIQUE', 'index chat_place_key is made while chat is locked'],
  [
    'ALTER TABLE chat ADD place int CONSTRAINT placed CHECK (place > 0)',
    'placed is checked while chat is locked',
  ],
  [
    'ALTER TABLE chat ADD next int CONSTRAINT follows REFERENCES chat',
    'follows is checked while chat is locked',
  ],
  ['ALTER TABLE chat ADD at real DEFAULT random()', 'table chat is written anew while it is locked'],
  [
    'ALTER TABLE chat ADD more int GENERATED ALWAYS AS (id + 1) STORED',
    'table chat is written anew while it is locked',
  ],
] as const
const BRIEF = [
  'CREATE INDEX CONCURRENTLY "chat_by_name" ON "chat" (name)',
  '-- Few have no slug.\nCREATE INDEX CONCURRENTLY "chat_by_name" ON "chat" (name)\n  WHERE slug IS NULL;\n',
  'ALTER TABLE chat ADD place int, ADD rank int NOT NULL DEFAULT 0',
  'ALTER TABLE chat ADD next int, ADD CONSTRAINT follows FOREIGN KEY (next) REFERENCES chat NOT VALID',
  'ALTER TABLE chat VALIDATE CONSTRAINT numbered',
  'ALTER TABLE chat RENAME CONSTRAINT chat_slug_key TO chat_slug',
  'CREATE TABLE message (id int PRIMARY KEY, "chatId" int NOT NULL REFERENCES chat); CREATE INDEX ON message ("chatId")',
  'CREATE INDEX ON "Tag" (name)',
]
const TWO = 'ALTER TABLE chat DROP COLUMN name; ALTER TABLE chat DROP COLUMN number'
const [NAME, NUMBER] = ['column chat.name is gone', 'column chat.number is gone']

let found: string[] = []

/** One database for all: it takes longer to start than all migrations take. */
beforeAll(async () => {
  const dir = mkdtempSync(join(tmpdir(), 'switchboard-contractions-'))
  const changes = [...REFUSED.map(([sql]) => sql), EXPANSION, TWO]
  for (const [index, sql] of changes.entries()) writeChange(dir, nameOf(index), sql)
  for (const [index, sql] of [...HOLDING.map(([sql]) => sql), ...BRIEF].entries()) {
    writeChange(dir, laterNameOf(index), sql)
  }
  found = await findUnaccepted(dir, {
    [`${nameOf(REFUSED.length + 1)}_change`]: [NAME, 'column chat.id is gone'],
  })
  rmSync(dir, { recursive: true })
})

/** The tables above, and then the change. */
function writeChange(dir: string, name: string, sql: string): void {
  write(join(dir, name), `DROP SCHEMA public CASCADE; CREATE SCHEMA public; ${TABLES}`)
  write(join(dir, `${name}_change`), sql)
}

function write(folder: string, sql: string): void {
  mkdirSync(folder)
  writeFileSync(join(folder, 'migration.sql'), sql)
}

function nameOf(index: number): string {
  return String(index).padStart(3, '0')
}

/** That of one which is written now. */
function laterNameOf(index: number): string {
  return `2999${nameOf(index)}`
}

/** What is said of a change. */
function saidOf(name: string): string[] {
  const start = `${name}_change: `
  return found.filter((line) => line.startsWith(start)).map((line) => line.slice(start.length))
}

test.each(REFUSED.map(([sql, problem], index) => ({ sql, problem, index })))(
  'refuses $sql',
  ({ problem, index }) => {
    expect(saidOf(nameOf(index))).toContain(problem)
  },
)

test('accepts what only adds', () => {
  expect(saidOf(nameOf(REFUSED.length))).toEqual([])
})

test('accepts what is listed and happens, and nothing else', () => {
  expect(saidOf(nameOf(REFUSED.length + 1))).toEqual([
    NUMBER,
    'prisma/contractions.json lists what does not happen: column chat.id is gone',
  ])
})

test.each(HOLDING.map(([sql, problem], index) => ({ sql, problem, index })))(
  'refuses $sql when the table can be large',
  ({ problem, index }) => {
    expect(saidOf(laterNameOf(index))).toContain(problem)
  },
)

test.each(BRIEF.map((sql, index) => ({ sql, index })))(
  'accepts $sql, which locks no large table for more than a moment',
  ({ index }) => {
    expect(saidOf(laterNameOf(HOLDING.length + index))).toEqual([])
  },
)
