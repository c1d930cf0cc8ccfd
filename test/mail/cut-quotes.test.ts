import { expect, test } from 'vitest'
import { cutQuotes } from '../../server/domain/mail/receiving/cut-quotes.ts'
import { splitText } from '../../server/domain/mail/receiving/split-text.ts'

const OWN = ['support@example.com', 'reply+']
const cut = (text: string) => cutQuotes(text, OWN)

test.each([
  ['a plain answer', 'Yes, please.\n\nAnn', 'Yes, please.\n\nAnn'],
  [
    'Gmail',
    'Yes!\n\nOn Mon, 25 Nov 2026 at 10:00, Shop <support@example.com> wrote:\n\n> Hello\n> there',
    'Yes!',
  ],
  [
    'a wrapped introduction',
    'Yes!\nOn Mon, 25 Nov 2026 at 10:00 Shop\n<support@example.com> wrote:\n> Hello',
    'Yes!',
  ],
  ['German', 'Ja!\n\nAm 25.11.26 um 10:00 schrieb Shop:\n> Hallo', 'Ja!'],
  ['an answer below', '> Shall I?\n\nYes, do.', 'Yes, do.'],
  [
    'an answer below its introduction',
    'Shop <support@example.com> wrote:\n> Shall I?\n\nYes, do.',
    'Yes, do.',
  ],
  ['answers in between', '> First?\nYes.\n> Second?\nNo.', 'Yes.\nNo.'],
  [
    'Outlook',
    'Yes!\n\n________________________________\nFrom: Shop <support@example.com>\nSent: Monday\nSubject: Hello\n\nHello there',
    'Yes!',
  ],
  ['Outlook for text', 'Yes!\n\n-----Original Message-----\nFrom: Shop <support@example.com>\nHello', 'Yes!'],
  ['a signature', 'Yes!\n-- \nAnn\nACME', 'Yes!'],
  ['a signature above a quote', 'Yes!\n-- \nAnn\n\n> Shall I?\n\nYes, do.', 'Yes!\n\nYes, do.'],
  ['a line of one’s own', 'Yes!\n--\nAnd tomorrow?', 'Yes!\n--\nAnd tomorrow?'],
  [
    'our address in the words of the visitor',
    'I wrote to support@example.com.\nIs reply+x@example.com yours, too?\nBest: support@example.com\nAnn',
    'I wrote to support@example.com.\nIs reply+x@example.com yours, too?\nBest: support@example.com\nAnn',
  ],
  [
    'our address in the words of the visitor, and a quote below',
    'I wrote to support@example.com on Monday.\n\nOn Mon, 25 Nov 2026 at 10:00, Shop <support@example.com> wrote:\n> Hello',
    'I wrote to support@example.com on Monday.',
  ],
  [
    'answers in between, below an introduction',
    'Hello,\n\nOn Mon, 25 Nov 2026 at 10:00, Shop <support@example.com> wrote:\n\n> First?\n\nYes.\n\n> Second?\n\nNo.',
    'Hello,\n\nYes.\n\nNo.',
  ],
  [
    'what somebody says about a quote',
    'You wrote this at 10:00:\n> It is in stock\nBut it is not.',
    'You wrote this at 10:00:\nBut it is not.',
  ],
  [
    'a last line before a wrapped introduction',
    'We need 2000 of them, at 10:00 or so\n\nOn Mon, 25 Nov 2026 at 10:00 Shop\n<support@example.com>\nwrote:\n> Hello',
    'We need 2000 of them, at 10:00 or so',
  ],
  ['Chinese', '好的\n\nShop 于2026年11月25日周三 10:00写道：\n> 你好', '好的'],
  [
    'Outlook without a line',
    'Yes!\n\nVon: Shop <support@example.com>\nGesendet: Montag\nBetreff: Hallo\n\nHallo\n\nAnn',
    'Yes!',
  ],
  [
    'an answer below a mail that is quoted as it is',
    'From: Shop <support@example.com>\nSent: Monday\nSubject: Hello\n\nShall I?\n\nYes, do.',
    'From: Shop <support@example.com>\nSent: Monday\nSubject: Hello\n\nShall I?\n\nYes, do.',
  ],
  [
    'an answer below a mail within a quote',
    'Hello\n> From: Shop <support@example.com>\n> Sent: Monday\n> Subject: Hello\n>\n> Shall I?\nYes, do.',
    'Hello\nYes, do.',
  ],
  ['a colon of one’s own', 'I need:\n- one\n- two', 'I need:\n- one\n- two'],
  ['nothing but a quote', '> Hello', ''],
])('%s', (_program, text, answer) => {
  expect(cut(text)).toBe(answer)
  expect(cut(text.replaceAll('\n', '\r\n'))).toBe(answer)
})

test('a long text is divided between words, and no character is lost', () => {
  const text = `${'😀 word '.repeat(400)}end`
  const parts = splitText(text, 1_000, 20)
  expect(parts.every((part) => Array.from(part).length <= 1_000)).toBe(true)
  expect(parts.join(' ')).toBe(text)
  expect(splitText('x'.repeat(2_500), 1_000, 20).map(({ length }) => length)).toEqual([1_000, 1_000, 500])
  expect(splitText('  ', 10, 20)).toEqual([])
})

test('of a text of megabytes, nothing is looked at but the parts that are taken', () => {
  const text = 'word '.repeat(2_000_000)
  expect(splitText(text, 1_000, 20).map(({ length }) => length)).toEqual(Array(20).fill(999))
  expect(splitText(text, 1_000, 20_000)).toHaveLength(10_000)
})

test.each(['\n', 'word\n', '> quoted\n\n', 'From: me\n', `---a${'-'.repeat(50)}b\n`])(
  'a mail of %j again and again is read in one go, and not again from its beginning for each line',
  (line) => {
    expect(cut(`${line.repeat(400_000)}The end`)).toMatch(/The end$/)
  },
)
