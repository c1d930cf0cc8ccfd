import {
  type ActorType,
  type Message,
  type MessageAuthor,
  type MessageType,
  Prisma,
} from '../../../generated/prisma/client.ts'
import {
  type EntryKind,
  type EntryKindName,
  type EntryWriter,
  entryKinds,
  kindOfAuthor,
  kindOfType,
} from './entry-kinds.ts'

type Answers = Omit<EntryKind, 'author' | 'writer' | 'actor' | 'shownAs'>
type Question = keyof Answers
/** What an answer must be; by default `true`. */
type Wanted<Asked extends Question> = Answers[Asked]

/** What decides the kind of an entry. */
type Entry = Pick<Message, 'author' | 'type'>

/** Whether an entry is of a kind with this answer. */
export function isEntry<const Asked extends Question>(
  { author, type }: Entry,
  asked: Asked,
  wanted: Wanted<Asked> = true as Wanted<Asked>,
): boolean {
  return answer(kindOf({ author, type }), asked) === wanted
}

/** Who wrote an entry, which `author` alone does not say. */
export function writerOf(entry: Entry): EntryWriter {
  return entryKinds[kindOf(entry)].writer
}

/** The actor of the events of an entry. */
export function actorTypeOf(entry: Entry): ActorType {
  return entryKinds[kindOf(entry)].actor
}

/** As which type an entry is shown. */
export function shownTypeOf(entry: Entry): ShownType {
  return (entryKinds[kindOf(entry)].shownAs ?? entry.type) as ShownType
}

/** The types that the API knows. */
export type ShownType = Exclude<MessageType, 'AUTOMATIC'>

/** `writerOf` in SQL, as text. */
export function writerSql(entry: EntryColumns): Prisma.Sql {
  return byType(entry, 'writer', entry.author)
}

/** `actorTypeOf` in SQL, as text. */
export function actorTypeSql(entry: EntryColumns): Prisma.Sql {
  return byType(entry, 'actor', entry.author)
}

/** `shownTypeOf` in SQL, as text. */
export function shownTypeSql(entry: EntryColumns): Prisma.Sql {
  return byType(entry, 'shownAs', entry.type)
}

/** A column of the kinds that a type decides, where it differs from what is usual. */
function byType(
  { type }: EntryColumns,
  column: 'writer' | 'actor' | 'shownAs',
  usual: Prisma.Sql,
): Prisma.Sql {
  const others = (Object.keys(kindOfType) as MessageType[]).flatMap((name) => {
    const kind = kindOfType[name]
    const value = kind && entryKinds[kind][column]
    return value && value !== entryKinds[kind].author ? [`WHEN '${name}' THEN '${value}'`] : []
  })
  return Prisma.sql`CASE ${type}::text ${Prisma.raw(others.join(' '))} ELSE ${usual}::text END`
}

/** As whose entries of the kinds with this answer are stored. */
export function authorsOf<const Asked extends Question>(
  asked: Asked,
  wanted: Wanted<Asked> = true as Wanted<Asked>,
): MessageAuthor[] {
  const kinds = Object.keys(entryKinds) as EntryKindName[]
  return [
    ...new Set(kinds.filter((kind) => answer(kind, asked) === wanted).map((kind) => entryKinds[kind].author)),
  ]
}

/** `isEntry` as a condition of Prisma. */
export function entriesWhere<const Asked extends Question>(
  asked: Asked,
  wanted: Wanted<Asked> = true as Wanted<Asked>,
): Prisma.MessageWhereInput {
  const { authors, exceptTypes, alsoTypes } = selection(asked, wanted)
  const byAuthor: Prisma.MessageWhereInput = {
    author: { in: authors },
    ...(exceptTypes.length > 0 && { type: { notIn: exceptTypes } }),
  }
  return alsoTypes.length > 0 ? { OR: [byAuthor, { type: { in: alsoTypes } }] } : byAuthor
}

/** Where a statement has what decides the kind of an entry. */
export interface EntryColumns {
  author: Prisma.Sql
  type: Prisma.Sql
}

/** `isEntry` as a condition in SQL, on the columns of this alias or on these expressions. */
export function isEntrySql<const Asked extends Question>(
  entry: string | EntryColumns,
  asked: Asked,
  wanted: Wanted<Asked> = true as Wanted<Asked>,
): Prisma.Sql {
  const { author, type } = typeof entry === 'string' ? columnsOf(entry) : entry
  const { authors, exceptTypes, alsoTypes } = selection(asked, wanted)
  const except =
    exceptTypes.length > 0 ? Prisma.sql` AND ${type} NOT IN (${inList(exceptTypes)})` : Prisma.empty
  const also = alsoTypes.length > 0 ? Prisma.sql` OR ${type} IN (${inList(alsoTypes)})` : Prisma.empty
  return Prisma.sql`(${author} IN (${inList(authors)})${except}${also})`
}

interface Selection {
  authors: MessageAuthor[]
  /** Types whose kind has another answer than what else their author writes. */
  exceptTypes: MessageType[]
  alsoTypes: MessageType[]
}

function selection(asked: Question, wanted: unknown): Selection {
  const has = (kind: EntryKindName) => answer(kind, asked) === wanted
  const authors = (Object.keys(kindOfAuthor) as MessageAuthor[]).filter((author) => has(kindOfAuthor[author]))
  const typesWhere = (isWanted: (kind: EntryKindName, isIncluded: boolean) => boolean) =>
    (Object.keys(kindOfType) as MessageType[]).filter((type) => {
      const kind = kindOfType[type]
      return kind !== null && isWanted(kind, authors.includes(entryKinds[kind].author))
    })
  return {
    authors,
    exceptTypes: typesWhere((kind, isIncluded) => isIncluded && !has(kind)),
    alsoTypes: typesWhere((kind, isIncluded) => !isIncluded && has(kind)),
  }
}

function kindOf({ author, type }: Entry): EntryKindName {
  return kindOfType[type] ?? kindOfAuthor[author]
}

function answer(kind: EntryKindName, asked: Question): Answers[Question] {
  const answers: Answers = entryKinds[kind]
  return answers[asked]
}

function columnsOf(alias: string): EntryColumns {
  return { author: Prisma.raw(`${alias}.author`), type: Prisma.raw(`${alias}.type`) }
}

function inList(values: readonly string[]): Prisma.Sql {
  return Prisma.raw(values.map((value) => `'${value}'`).join(', '))
}
