import { expect, test } from 'vitest'
import { buildRows } from '../../../operator-app/src/conversation/build-rows.ts'
import { readMarkdown } from '../../../operator-app/src/conversation/read-markdown.ts'
import { adjoins, mergeMessages } from '../../../operator-app/src/state/conversation/merge-messages.ts'
import type { OutgoingMessage } from '../../../operator-app/src/state/conversation/outgoing-message.ts'
import { withFreshQuotes } from '../../../operator-app/src/state/conversation/with-fresh-quotes.ts'
import { linkText } from '../../../operator-app/src/ui/link-text.ts'
import { processorMs } from '../../support/processor-ms.ts'
import { makeMessage } from '../samples.ts'

const me = { id: 'me', name: 'Me', photoUrl: null }

test('messages stand in the order of their numbers, each once, whatever order they arrive in', () => {
  const [first, second, third] = [1, 2, 3].map((seq) => makeMessage({ seq })) as [M, M, M]
  expect(mergeMessages([first, third], [second, third])).toEqual([first, second, third])
})
type M = ReturnType<typeof makeMessage>

test('a page that does not reach what is there leaves a gap', () => {
  const run = (...numbers: number[]) => numbers.map((seq) => makeMessage({ seq }))
  expect(adjoins(run(1, 2), run(3, 4))).toBe(true)
  expect(adjoins(run(1, 2), run(2, 3))).toBe(true)
  expect(adjoins(run(1, 2), run(4, 5))).toBe(false)
})

test('a message on its way stands last, and once when the server has it', () => {
  const sent = makeMessage({ seq: 2, author: 'OPERATOR' })
  const waiting: OutgoingMessage = {
    uuid: sent.uuid,
    chatId: sent.chat.id,
    text: 'Hello',
    file: null,
    createdAt: sent.createdAt,
    error: null,
  }
  const before = buildRows([makeMessage()], [waiting], me, null)
  const after = buildRows([makeMessage(), sent], [waiting], me, null)
  expect(before.map((row) => row.outgoing?.uuid)).toEqual([undefined, sent.uuid])
  expect(after).toHaveLength(2)
  // The same key: the row on the screen stays when it is confirmed.
  expect(after[1]?.key).toBe(before[1]?.key)
})

test('messages of one writer and minute stand together', () => {
  const at = (time: string, author: 'VISITOR' | 'OPERATOR', seq: number) =>
    makeMessage({ createdAt: `2026-03-01T12:${time}Z`, author, seq })
  const rows = buildRows(
    [
      at('00:01.000', 'VISITOR', 1),
      at('00:59.000', 'VISITOR', 2),
      at('01:00.000', 'VISITOR', 3),
      at('01:10.000', 'OPERATOR', 4),
    ],
    [],
    me,
    null,
  )
  expect(rows.map((row) => row.startsGroup)).toEqual([true, false, true, true])
  expect(rows.map((row) => row.startsDay)).toEqual([true, false, false, false])
})

test('a group ends before a note or a notice, and with the last message that is not deleted', () => {
  const at = (seq: number, entry: Partial<M>) =>
    makeMessage({ createdAt: '2026-03-01T12:00:00.000Z', author: 'OPERATOR', seq, ...entry })
  const endsOf = (entries: Partial<M>[]) =>
    buildRows(
      entries.map((entry, index) => at(index + 1, entry)),
      [],
      me,
      null,
    ).map((row) => row.endsGroup)
  const deletedAt = '2026-03-01T12:00:30.000Z'
  expect(endsOf([{}, {}, { type: 'NOTE' }, {}])).toEqual([false, true, true, true])
  expect(endsOf([{}, { type: 'NOTICE' }])).toEqual([true, true])
  expect(endsOf([{}, {}, { deletedAt }, { deletedAt }])).toEqual([false, true, true, true])
  expect(endsOf([{}, { deletedAt }, {}])).toEqual([false, false, true])
})

test('what quotes a message says of it what it is now', () => {
  const source = makeMessage({ seq: 1, text: 'It costs 10' })
  const quote = { message: { id: source.id, author: source.author, operator: null }, excerpt: 'It costs 10' }
  const messages = [source, makeMessage({ seq: 2, quote }), makeMessage({ seq: 3 })]
  const excerpts = (changed: M) => withFreshQuotes(messages, changed).map((each) => each.quote?.excerpt)
  expect(excerpts({ ...source, text: 'It costs 100' })).toEqual([undefined, 'It costs 100', undefined])
  expect(excerpts({ ...source, text: null, deletedAt: source.createdAt })).toEqual([
    undefined,
    null,
    undefined,
  ])
  expect(withFreshQuotes(messages, makeMessage())).toBe(messages)
})

test('the line above what is new stands above the first message of the visitor that was not read', () => {
  const messages = [
    makeMessage({ seq: 1 }),
    makeMessage({ seq: 2, author: 'OPERATOR' }),
    makeMessage({ seq: 3 }),
    makeMessage({ seq: 4 }),
  ]
  expect(buildRows(messages, [], me, 1).map((row) => row.startsNew)).toEqual([false, false, true, false])
  expect(buildRows(messages, [], me, null).some((row) => row.startsNew)).toBe(false)
  // All of it is new.
  expect(buildRows(messages, [], me, 0).some((row) => row.startsNew)).toBe(false)
})

test('an invitation is shown where it changes, not above every message that carries it', () => {
  const invites = ['Need help?', 'Need help?', null, 'Need help?', 'A discount?', 'Need help?']
  const messages = invites.map((invite, index) => makeMessage({ seq: index + 1, invite }))
  expect(buildRows(messages, [], me, null).map((row) => row.invite)).toEqual([
    'Need help?',
    null,
    null,
    null,
    'A discount?',
    'Need help?',
  ])
})

test('only web and mail addresses become links', () => {
  const links = (text: string) => linkText(text).flatMap((part) => part.href ?? [])
  expect(links('see https://a.example/b?c=1, or example.com')).toEqual([
    'https://a.example/b?c=1',
    'https://example.com',
  ])
  expect(links('me@example.com')).toEqual(['mailto:me@example.com'])
  expect(links('javascript:alert(1) ftp://example.com file:///etc')).toEqual([])
})

test('a web address is shown as the host where it leads and the beginning of its path, in a text that stays whole', () => {
  const shown = (text: string) =>
    linkText(text)
      .map((part) => part.text)
      .join('')
  expect(shown('One https://a.example/ two\nthree <b>four</b> me@example.com')).toBe(
    'One a.example two\nthree <b>four</b> me@example.com',
  )
  const long = `https://shop.example/orders?token=${'x'.repeat(100)}`
  expect(shown(`See ${long}.`)).toBe(`See shop.example/orders?token=${'x'.repeat(26)}….`)
  expect(linkText(long)[0]?.href).toBe(long)
})

test('a link shows where it really leads', () => {
  const shown = (text: string) => linkText(text).map((part) => part.text)
  expect(shown('https://bank.example@evil.example/login')).toEqual(['evil.example/login'])
  expect(shown('https://аpple.example/')).toEqual(['xn--pple-43d.example'])
})

test('the button that the visitor pressed is known at the message that had it, once', () => {
  const ask = (seq: number) =>
    makeMessage({
      seq,
      author: 'BOT',
      type: 'BUTTONS',
      rich: {
        markdown: null,
        title: 'Which?',
        buttons: [
          { buttonId: 'a', text: 'A' },
          { buttonId: 'b', text: 'B' },
        ],
        pressedButtonId: null,
      },
    })
  const press = makeMessage({
    seq: 3,
    text: 'B',
    rich: { markdown: null, title: null, buttons: [], pressedButtonId: 'b' },
  })
  const rows = buildRows([ask(1), ask(2), press, ask(4)], [], me, null)
  expect(rows.map((row) => row.pressedButtonId)).toEqual([null, 'b', null, null])
})

test('Markdown is bold, italic and links, in one another, and nothing else', () => {
  const read = (text: string) =>
    readMarkdown(text).map(({ text, bold, italic, href }) => [
      text,
      [bold && 'bold', italic && 'italic', href].filter(Boolean).join(' '),
    ])
  expect(read('a **b _c_** *d*')).toEqual([
    ['a ', ''],
    ['b ', 'bold'],
    ['c', 'bold italic'],
    [' ', ''],
    ['d', 'italic'],
  ])
  expect(read('[our **plans**](https://example.com/plans)')).toEqual([
    ['our ', 'https://example.com/plans'],
    ['plans', 'bold https://example.com/plans'],
  ])
  expect(
    read('2 * 3 * 4, snake_case_name, \\*not\\*, # no <b>tag</b>')
      .map(([text]) => text)
      .join(''),
  ).toBe('2 * 3 * 4, snake_case_name, *not*, # no <b>tag</b>')
})

test.for(['snake_case_name', 'имя_файла_здесь', 'ein_Öl_fass', '名前_の_一部', '1_2_3'])(
  'an underscore inside of %s is only that',
  (name) => {
    expect(readMarkdown(name)).toEqual([{ text: name, bold: false, italic: false, href: null }])
  },
)

test('asterisks mark what is between them in scripts without spaces', () => {
  expect(readMarkdown('这是*重点*内容').map(({ text, italic }) => [text, italic])).toEqual([
    ['这是', false],
    ['重点', true],
    ['内容', false],
  ])
})

test.for(['javascript:alert(1)', 'data:text/html,x', 'vbscript:x', '//example.com', 'ftp://example.com'])(
  'a Markdown link to %s stays text',
  (address) => {
    const parts = readMarkdown(`[click](${address})`)
    expect(parts.map((part) => part.text).join('')).toBe(`[click](${address})`)
    expect(parts.every((part) => part.href === null || /^https?:/.test(part.href))).toBe(true)
  },
)

test('a text of nothing but opening signs is read in no time', () => {
  const took = processorMs(() => {
    for (const sign of [' _a', '**', '[', '\\', '*a**']) readMarkdown(sign.repeat(1_000))
  })
  expect(took).toBeLessThan(2_000)
})
