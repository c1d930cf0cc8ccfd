import { afterAll, beforeAll, expect, test } from 'vitest'
import { importPieces } from '../../operator-app/src/state/settings/import-pieces.ts'
import { splitCsv } from '../../operator-app/src/state/settings/split-csv.ts'
import { readReplyCsv } from '../../server/domain/canned-replies/read-reply-csv.ts'
import { startTestApp, type TestApp } from '../support/app.ts'
import { openDesk, type Person } from '../support/desk.ts'
import { type Data, mutate } from '../support/graphql-client.ts'
import { processorMs } from '../support/processor-ms.ts'

let app: TestApp
beforeAll(async () => {
  app = await startTestApp()
})
afterAll(() => app.close())

const LINES = 'lines { line shortcut title text outcome titleBefore textBefore problem }'

const importCsv = ({ execute }: Person, csv: string, input: object = {}): Promise<Data> =>
  mutate(execute, 'importCannedReplies', { shared: true, preview: false, csv, ...input }, `room ${LINES}`)

const outcomesOf = ({ lines }: Data) => lines.map(({ line, outcome }: Data) => [line, outcome])

async function repliesOf({ viewer }: Person) {
  const rows = await app.services.db.cannedReply.findMany({
    where: { accountId: viewer.accountId },
    orderBy: { shortcut: 'asc' },
  })
  return rows.map(({ shortcut, title, text }) => [shortcut, title, text])
}

async function exportCsv({ cookie }: Person, shared = true): Promise<string> {
  const address = `${app.url}/canned-replies/export?shared=${shared}`
  const response = await fetch(address, { headers: { cookie, 'x-graphql-yoga-csrf': '1' } })
  expect(response.headers.get('content-type')).toBe('text/csv; charset=utf-8')
  return response.text()
}

const FILE = 'shortcut,title,text\r\nhi,Greeting,"Hello,\nhow are you?"\r\nbye,Goodbye,See you\r\n'

test('a preview says what would happen and stores nothing; the import does it', async () => {
  const { admin } = await openDesk(app)
  await importCsv(admin, 'shortcut,title,text\nhi,Old,Old text\nbye,Goodbye,See you')
  const before = await repliesOf(admin)
  const preview = await importCsv(admin, `${FILE}new,New,Text\n\n,Nothing,Text\nnew,Again,Text`, {
    preview: true,
  })
  expect(outcomesOf(preview)).toEqual([
    [2, 'UPDATED'],
    [4, 'UNCHANGED'],
    [5, 'CREATED'],
    [7, 'REFUSED'],
    [8, 'REFUSED'],
  ])
  expect(preview.lines[0]).toMatchObject({ titleBefore: 'Old', textBefore: 'Old text' })
  expect(preview.lines[3].problem).toBe('Enter a shortcut.')
  expect(preview.lines[4].problem).toBe('Line 5 has the same shortcut.')
  expect(await repliesOf(admin)).toEqual(before)
  await importCsv(admin, `${FILE}new,New,Text`)
  expect(await repliesOf(admin)).toEqual([
    ['bye', 'Goodbye', 'See you'],
    ['hi', 'Greeting', 'Hello,\nhow are you?'],
    ['new', 'New', 'Text'],
  ])
})

test('what was exported is imported unchanged, also what a spreadsheet would run as a formula', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  const text = '=SUM(1), "quoted"; and\n-more'
  const input = { shared: true, title: '@home', shortcut: 'sum', text }
  await mutate(desk.admin.execute, 'createCannedReply', input)
  const csv = await exportCsv(operator)
  expect(csv).toContain(`"'=SUM(1)`)
  expect(outcomesOf(await importCsv(desk.admin, csv))).toEqual([[2, 'UNCHANGED']])
  expect(await importCsv(operator, csv, { shared: false })).toMatchObject({
    lines: [{ outcome: 'CREATED', text }],
  })
  expect(await exportCsv(operator, false)).toBe(csv)
})

test('the largest export is imported in pieces, whose lines have the numbers that they have in the file', async () => {
  const { admin, account } = await openDesk(app)
  const text = `«Ж», ${'"ё" '.repeat(240)}\n\nй.`
  const data = Array.from({ length: 1_000 }, (_, n) => ({
    accountId: account.id,
    shortcut: `r${n}`,
    title: 'T',
    text,
  }))
  await app.services.db.cannedReply.createMany({ data })
  const pieces = splitCsv(await exportCsv(admin))
  expect(pieces.length).toBeGreaterThan(2)
  const imported: [number, string][] = []
  for (const csv of pieces) imported.push(...outcomesOf(await importCsv(admin, csv, { preview: true })))
  expect(imported).toEqual(data.map((_, n) => [2 + n * 3, 'UNCHANGED']))
})

test('a shortcut that an earlier piece of the file has is told in the preview, and its line is not imported', async () => {
  const { admin } = await openDesk(app)
  const long = `"${'word '.repeat(150)}\nend"`
  const many = Array.from({ length: 600 }, (_, n) => `r${n},Title,${long}`)
  const csv = `shortcut,title,text\n${many.join('\n')}\nR0,Again,"Another\ntext"\nr0,And again,Text\nlast,Last,Text`
  expect(splitCsv(csv)).toHaveLength(2)
  const send = (piece: object) => importCsv(admin, '', piece)
  const preview = await importPieces(csv, true, send)
  const imported = await importPieces(csv, false, send)
  const last = (lines: typeof preview.lines) =>
    lines?.slice(-3).map(({ line, outcome, problem }) => [line, outcome, problem])
  const expected = [
    [1_202, 'REFUSED', 'Line 2 has the same shortcut.'],
    [1_204, 'REFUSED', 'Line 1202 has the same shortcut.'],
    [1_205, 'CREATED', null],
  ]
  expect([last(preview.lines), last(imported.lines)]).toEqual([expected, expected])
  expect(imported.lines).toHaveLength(603)
  const replies = await repliesOf(admin)
  expect(replies).toHaveLength(601)
  expect(replies.find(([shortcut]) => shortcut === 'r0')).toMatchObject(['r0', 'Title', expect.any(String)])
})

test('a preview counts what all pieces of a file would create, and the import stores none when there is no room for all', async () => {
  const { admin, account } = await openDesk(app)
  const kept = Array.from({ length: 400 }, (_, n) => ({
    accountId: account.id,
    shortcut: `old${n}`,
    title: 'T',
    text: 'T',
  }))
  await app.services.db.cannedReply.createMany({ data: kept })
  const long = 'word '.repeat(150)
  const file = (count: number) => {
    const lines = Array.from({ length: count }, (_, n) => `r${n},Title,${long}`)
    return `shortcut,title,text\n${lines.join('\n')}\nr0,Again,Text\nold0,Changed,Text`
  }
  expect(splitCsv(file(600))).toHaveLength(2)
  const send = (piece: object) => importCsv(admin, '', piece)
  for (const preview of [true, false])
    expect(await importPieces(file(601), preview, send)).toEqual({
      lines: null,
      userErrors: [
        {
          code: 'LIMIT_REACHED',
          message:
            'The file has 601 new canned replies, and there is room for 600. Delete some that nobody uses.',
          field: null,
        },
      ],
    })
  expect(await repliesOf(admin)).toHaveLength(400)
  const outcomes = async (preview: boolean) =>
    outcomesOf((await importPieces(file(600), preview, send)) as Data)
  const previewed = await outcomes(true)
  expect(previewed.slice(-3)).toEqual([
    [601, 'CREATED'],
    [602, 'REFUSED'],
    [603, 'UPDATED'],
  ])
  expect(await outcomes(false)).toEqual(previewed)
  expect(await repliesOf(admin)).toHaveLength(1_000)
})

test.for([
  ['semicolons', 'shortcut;title;text\nhi;Greeting;Hello, you'],
  ['tabs', 'shortcut\ttitle\ttext\nhi\tGreeting\tHello, you'],
  ['other columns and another order', 'id,text,shortcut,title\n1,"Hello, you",hi,Greeting'],
  ['capitals and a byte order mark', '\uFEFFShortcut,Title,Text\nHI,Greeting,"Hello, you"'],
] as const)('a file with %s is read', async ([, csv]) => {
  const { admin } = await openDesk(app)
  expect((await importCsv(admin, csv)).userErrors).toEqual([])
  expect(await repliesOf(admin)).toEqual([['hi', 'Greeting', 'Hello, you']])
})

test('the lines of a file with as many columns as fit into it are read as quickly as those of others', () => {
  const header = `text,${'x,'.repeat(190_000)}shortcut,title`
  // The shortest of several: compiling and collecting garbage take as long as reading does.
  const took = (lines: number) => {
    const csv = header + '\nHi'.repeat(lines)
    const times = Array.from({ length: 6 }, () =>
      processorMs(() => expect(readReplyCsv(csv)).toHaveLength(lines)),
    )
    return Math.min(...times)
  }
  expect(took(1_000)).toBeLessThan(4 * took(1))
})

test.for([
  ['no columns', 'hi,Greeting,Hello', 'INVALID'],
  ['nothing', '', 'INVALID'],
  ['an open quotation mark', 'shortcut,title,text\nhi,"Greeting,Hello', 'INVALID'],
  ['too many lines', `shortcut,title,text\n${'a,b,c\n'.repeat(1_001)}`, 'TOO_LONG'],
  ['too many characters', `shortcut,title,text\n${'x'.repeat(400_001)}`, 'TOO_LONG'],
] as const)('a file with %s is refused as a whole', async ([, csv, code]) => {
  const { admin } = await openDesk(app)
  expect(await importCsv(admin, csv)).toMatchObject({ userErrors: [{ code, field: ['input', 'csv'] }] })
})

test('only admins import shared ones, and a limit counts what an import would add', async () => {
  const desk = await openDesk(app)
  const [operator] = desk.operators
  expect(await importCsv(operator, FILE)).toMatchObject({ userErrors: [{ code: 'FORBIDDEN' }] })
  const many = (from: number, count: number) =>
    `shortcut,title,text\n${Array.from({ length: count }, (_, index) => `r${from + index},Title,Text`).join('\n')}`
  // As many as an account can have, and so as many as an export of them has.
  expect((await importCsv(desk.admin, many(0, 1_000))).userErrors).toEqual([])
  await importCsv(operator, many(0, 199), { shared: false })
  expect(await importCsv(operator, many(199, 2), { shared: false })).toMatchObject({
    userErrors: [{ code: 'LIMIT_REACHED' }],
  })
  expect((await importCsv(operator, many(198, 2), { shared: false })).userErrors).toEqual([])
  const { userErrors } = await mutate(operator.execute, 'createCannedReply', {
    shared: false,
    title: 'One more',
    shortcut: 'more',
    text: 'Text',
  })
  expect(userErrors).toMatchObject([{ code: 'LIMIT_REACHED' }])
})

test('an import of shared ones is one entry of the audit log, and of one event', async () => {
  const desk = await openDesk(app)
  await importCsv(desk.admin, FILE)
  await importCsv(desk.admin, FILE)
  await importCsv(desk.operators[0], FILE, { shared: false })
  const where = { accountId: desk.account.id }
  const entries = await app.services.db.auditEntry.findMany({ where })
  expect(entries.map(({ action, note }) => [action, note])).toEqual([
    ['CANNED_REPLIES_IMPORTED', '2 created, 0 changed'],
  ])
  const events = await app.services.db.event.findMany({
    where: { ...where, kind: 'CANNED_REPLIES_IMPORTED' },
    orderBy: { id: 'asc' },
  })
  expect(events.map(({ userId }) => userId)).toEqual([null, desk.operators[0].user.id])
})
